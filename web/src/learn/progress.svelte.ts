/** How far somebody has come in the lessons, kept on this device. */

import type { GameName } from "../lib/protocol.ts";

export interface Progress {
    /** Where they are. */
    at: number;
    /** The names of steps that were done. */
    done: string[];
    /** How many steps there are. */
    all: number;
}

const KEY = "piazzetta.lessons";
let all = $state.raw<Partial<Record<GameName, Progress>>>(stored());

export function progressOf(game: GameName): Progress {
    return all[game] ?? { at: 0, done: [], all: 0 };
}

export function keepProgress(game: GameName, progress: Progress): void {
    all = { ...all, [game]: progress };
    localStorage.setItem(KEY, JSON.stringify(all));
}

function stored(): Partial<Record<GameName, Progress>> {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Record<GameName, Progress>>;
    } catch {
        return {};
    }
}
