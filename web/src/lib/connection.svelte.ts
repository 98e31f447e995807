/**
 * The one socket to the server.
 *
 *     ask(message) ──► sent ──► answered: the promise is kept
 *                       └─ connection lost ─► connected again ─► sent once more, with the same id
 *
 * The server never carries the same id out twice, so that a message that was sent again is safe.
 */

import { call, OFFLINE, RefusedError } from "./api.ts";
import { keep, kept } from "./kept.ts";
import type { ClientMessage, ServerMessage, Welcome } from "./protocol.ts";
import { randomHex } from "./random.ts";
import { need, t } from "./words.svelte.ts";

export type State = "connecting" | "online" | "offline";
type Without<T> = T extends unknown ? Omit<T, "id"> : never;
/** A message of ours; it is given its id here. */
export type Question = Without<ClientMessage>;
type Answer = Exclude<ServerMessage, { type: "welcome" | "bye" | "your_turn" | "reacted" }>;

interface Waiting {
    message: ClientMessage;
    /** How many times it was sent. */
    sent: number;
    resolve: (answer: Answer) => void;
    reject: (why: RefusedError) => void;
}

/** Where it is kept whether the server has seen this browser: strangers need not ask who they are. */
const KNOWN = "piazzetta.known";
const PAUSES = [250, 500, 1000, 2000, 4000];
const BEAT = 20_000;
/** So many milliseconds without a word and the connection is taken to be lost. */
const SILENCE = 12_000;
/** The same when the device says that it has no network: the server may be on the device itself. */
const SILENCE_ALONE = 1500;

const waiting = new Map<string, Waiting>();
const listeners = new Set<(message: ServerMessage) => void>();
let state = $state<State>("connecting");
let me = $state.raw<Welcome | null>(null);
let socket: WebSocket | undefined;
let tries = 0;
let alarm: ReturnType<typeof setTimeout> | undefined;
let beat: ReturnType<typeof setTimeout> | undefined;
/** When the connection is lost if nothing is heard before, by `performance.now()`. */
let deadline = Infinity;
let begun = false;
let introduction: Promise<void> | undefined;
/** Whether the server may have forgotten us: it has refused something, or the connection was lost. */
let doubted = false;

/** Whether the server can be reached now. */
export function connectionState(): State {
    return state;
}

/** Who we are here; null until the server has said so. */
export function self(): Welcome | null {
    return me;
}

/** Called with everything that the server says, from now on until the answer is called. */
export function listen(listener: (message: ServerMessage) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Connects, and stays connected. */
export function connect(): void {
    if (begun) return;
    begun = true;
    addEventListener("online", () => again(0));
    addEventListener("offline", () => {
        void check();
        listenFor(SILENCE_ALONE);
    });
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") void check();
    });
    void open();
}

/** Connects anew, as somebody else perhaps: after another identity was claimed. */
export function reconnect(): void {
    socket?.close();
}

/** Connects anew as a stranger: after one was deleted. */
export function forgotten(): void {
    keep(KNOWN, null);
    me = null;
    introduction = undefined;
    reconnect();
}

/** Sends a message; the answer is the server's to that message. Throws RefusedError. */
export function ask(question: Question): Promise<Answer> {
    const message = { ...question, id: randomHex(16) } as ClientMessage;
    return new Promise((resolve, reject) => {
        waiting.set(message.id, { message, sent: 0, resolve, reject });
        if (state === "online") send(message);
    });
}

async function open(): Promise<void> {
    clearTimeout(alarm);
    try {
        await introduced();
    } catch {
        return lost();
    }
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    const made = new WebSocket(address);
    socket = made;
    made.onmessage = (event) => heard(JSON.parse(event.data as string) as ServerMessage);
    made.onclose = () => made === socket && lost();
}

/** Waits until the server knows who we are: whoever opens a table needs that. Throws RefusedError. */
export function introduced(): Promise<void> {
    introduction ??= somebody().catch((error: unknown) => {
        introduction = undefined;
        throw error;
    });
    return introduction;
}

/** The same, after the server has said that it does not know us. */
export function introducedAnew(): Promise<void> {
    doubted = true;
    introduction = undefined;
    return introduced();
}

/** Makes sure that the browser has an identity: the socket wants one, and says whose it is. */
async function somebody(): Promise<void> {
    if (kept(KNOWN) && !doubted) return;
    if (kept(KNOWN)) {
        try {
            await call("GET /api/me");
            return;
        } catch (error) {
            if (!(error instanceof RefusedError) || error.code !== "no_identity") throw error;
        }
    }
    await need("core");
    await call("POST /api/me", {}, { name: guestName() });
    keep(KNOWN, "yes");
}

/** What a stranger is called at first: nobody has to say a name to play. */
function guestName(): string {
    return t("guest.name", { n: String(1000 + Math.floor(Math.random() * 9000)) });
}

function heard(message: ServerMessage): void {
    clearTimeout(alarm);
    deadline = Infinity;
    rest();
    if (message.type === "welcome") welcomed(message);
    if ("id" in message && message.id) answered(message as Answer & { id: string });
    for (const listener of [...listeners]) listener(message);
}

function welcomed(message: Welcome): void {
    me = message;
    doubted = false;
    tries = 0;
    state = "online";
    for (const one of [...waiting.values()]) sendAgain(one);
}

/** What was sent on a connection that is lost now is sent once more; then it has failed. */
function sendAgain(one: Waiting): void {
    if (one.sent > 1) {
        waiting.delete(one.message.id);
        one.reject(OFFLINE);
        return;
    }
    send(one.message);
}

function answered(answer: Answer & { id: string }): void {
    const one = waiting.get(answer.id);
    if (!one) return;
    waiting.delete(answer.id);
    if (answer.type === "refused") one.reject(new RefusedError(answer));
    else one.resolve(answer);
}

function send(message: ClientMessage): void {
    const one = waiting.get(message.id);
    if (one) one.sent += 1;
    socket?.send(JSON.stringify(message));
    listenFor(SILENCE);
}

/** After so long without a word, whatever is said meanwhile, the connection is lost. */
function listenFor(milliseconds: number): void {
    const until = performance.now() + milliseconds;
    if (state !== "online" || until >= deadline) return;
    deadline = until;
    clearTimeout(alarm);
    alarm = setTimeout(() => {
        const dead = socket;
        lost(); // At once: whom nobody hears would not close for a while.
        dead?.close();
    }, milliseconds);
}

function rest(): void {
    clearTimeout(beat);
    beat = setTimeout(() => void check(), BEAT);
}

async function check(): Promise<void> {
    if (state === "online") await ask({ type: "ping" }).catch(() => undefined);
    else again(0);
}

function lost(): void {
    clearTimeout(alarm);
    clearTimeout(beat);
    deadline = Infinity;
    state = "offline";
    doubted = true;
    introduction = undefined;
    again(PAUSES[Math.min(tries++, PAUSES.length - 1)] ?? 0);
}

function again(pause: number): void {
    if (state === "online") return;
    clearTimeout(alarm);
    socket = undefined;
    alarm = setTimeout(() => void open(), pause * (0.75 + Math.random() / 2));
}
