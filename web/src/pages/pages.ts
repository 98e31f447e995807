/** Every page: its address, its words, and how it is loaded. */

import type { Component } from "svelte";
import { need, type Area, type Key } from "../lib/words.svelte.ts";

// Each page says itself which parts of its address it takes.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyComponent = Component<any>;
interface Page {
    address: RegExp;
    /** What the tab says; a page may say more by `pageTitle`. */
    title: Key | null;
    words: Area[];
    /** Whether the page has a bar and a `<main>` of its own: those with a board. */
    own?: boolean;
    /** Whether it says itself when there is something to see. */
    waits?: boolean;
    load: () => Promise<{ default: AnyComponent }>;
}

const GAME = "(?<game>piazza|carre)";
const ID = "[A-Za-z0-9_-]+";
const BOARD: Area[] = ["game", "piazza", "carre"];
const NOT_FOUND: Page = {
    address: /^/,
    title: "lost.title",
    words: [],
    load: () => import("./NotFound.svelte"),
};

const PAGES: Page[] = [
    { address: /^\/$/, title: null, words: [], load: () => import("./Home.svelte") },
    {
        address: new RegExp(`^/new/${GAME}$`),
        title: "new.title",
        words: [],
        load: () => import("./NewTable.svelte"),
    },
    {
        address: new RegExp(`^/t/(?<table>${ID})$`),
        title: "table.title",
        words: BOARD,
        own: true,
        waits: true,
        load: () => import("./Table.svelte"),
    },
    { address: /^\/lobby$/, title: "lobby.title", words: [], load: () => import("./Lobby.svelte") },
    {
        address: /^\/settings$/,
        title: "settings.title",
        words: [],
        load: () => import("./Settings.svelte"),
    },
    {
        address: new RegExp(`^/players/(?<player>${ID})$`),
        title: "player.title",
        words: [],
        load: () => import("./Player.svelte"),
    },
    { address: /^\/link$/, title: "link.title", words: [], load: () => import("./Link.svelte") },
    {
        address: /^\/learn$/,
        title: "nav.learn",
        words: ["learn"],
        load: () => import("./Learn.svelte"),
    },
    {
        address: new RegExp(`^/learn/${GAME}$`),
        title: "nav.learn",
        words: [...BOARD, "learn", "rules"],
        own: true,
        load: () => import("./Lesson.svelte"),
    },
    {
        address: new RegExp(`^/rules/${GAME}$`),
        title: "nav.rules",
        words: [...BOARD, "rules"],
        load: () => import("./Rules.svelte"),
    },
    {
        address: new RegExp(`^/replay(/(?<table>${ID}))?$`),
        title: "nav.replay",
        words: [...BOARD, "advice", "replay", "rules"],
        own: true,
        load: () => import("./Replay.svelte"),
    },
    NOT_FOUND,
];

/** A page that is ready to be shown. */
export interface Loaded {
    path: string;
    title: Key | null;
    own: boolean;
    waits: boolean;
    parts: Record<string, string>;
    Page: AnyComponent;
}

/** Begins to fetch the page of an address and its words, while there is something else to wait for. */
export function fetchPage(path: string): void {
    const page = pageOf(path);
    Promise.all([page.load(), need(...page.words)]).catch(() => undefined);
}

function pageOf(path: string): Page {
    return PAGES.find((one) => one.address.test(path)) ?? NOT_FOUND;
}

/** Loads the page of an address, with its words and the named parts of the address. */
export async function load(path: string): Promise<Loaded> {
    const page = pageOf(path);
    const parts: Record<string, string> = { ...page.address.exec(path)?.groups };
    const [found] = await Promise.all([page.load(), need(...page.words)]);
    const { title, own = false, waits = false } = page;
    return { path, title, own, waits, parts, Page: found.default };
}
