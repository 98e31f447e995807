/** What pages know of the games: for how many they are, and what they are called. */

import type { GameName } from "./protocol.ts";
import { word } from "./words.svelte.ts";

/** How many can play. */
export const PLAYERS: Record<GameName, readonly number[]> = {
    piazza: [2, 3, 4],
    carre: [2, 3, 4, 5],
};

export const GAMES = Object.keys(PLAYERS) as GameName[];

/** The colour of each seat's badge, before the game gives it one. */
export const SEAT_COLOURS = ["B", "R", "P", "Y", "G"] as const;

export function isGame(name: string): name is GameName {
    return name in PLAYERS;
}

export function gameName(game: string): string {
    return isGame(game) ? word("name", game) : game;
}
