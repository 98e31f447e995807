/** How far somebody has come in the lessons, kept on this device. */

import { keep, keptValues } from "../lib/kept.ts";
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
let all = $state.raw(keptValues<Record<GameName, Progress>>(KEY));

export function progressOf(game: GameName): Progress {
    return all[game] ?? { at: 0, done: [], all: 0 };
}

export function keepProgress(game: GameName, progress: Progress): void {
    all = { ...all, [game]: progress };
    keep(KEY, JSON.stringify(all));
}
