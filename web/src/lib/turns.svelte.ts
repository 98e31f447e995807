/** At which tables it is our turn, watched or not, and the bell that says so. */

import { listen } from "./connection.svelte.ts";
import type { ServerMessage } from "./protocol.ts";
import { sound } from "./sound.ts";

/** The game, by table. */
let waiting = $state.raw<Readonly<Record<string, string>>>({});

/** The tables that wait for us: their ids, and what is played there. */
export function tablesWaiting(): [string, string][] {
    return Object.entries(waiting);
}

/** Listens. Call once. */
export function followTurns(): () => void {
    return listen((message) => {
        const before = waiting;
        waiting = afterwards(waiting, message);
        if (Object.keys(waiting).length > Object.keys(before).length) sound.bell();
    });
}

/** Who waits after a message. A watched table tells by the moves that it offers. */
export function afterwards(
    before: Readonly<Record<string, string>>,
    message: ServerMessage,
): Readonly<Record<string, string>> {
    if (message.type === "your_turn") return { ...before, [message.table]: message.game };
    if (message.type === "table" || message.type === "update") {
        const { [message.table]: game, ...others } = before;
        if (!message.legal?.length) return game ? others : before;
        return { ...before, [message.table]: game ?? ("game" in message ? message.game : "") };
    }
    return before;
}
