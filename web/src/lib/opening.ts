/** From a wish to a running game: open a table, say that one is ready, go there. */

import { call, RefusedError } from "./api.ts";
import { ask, introduced, introducedAnew } from "./connection.svelte.ts";
import type { GameName, OpenTable, TableShown } from "./protocol.ts";
import { randomHex } from "./random.ts";
import { go } from "./router.svelte.ts";
import { settings } from "./settings.svelte.ts";
import { isFull, isShared, ME, PACES, requestOf, seatsOf, type Wish } from "./wish.ts";
import { t } from "./words.svelte.ts";

const USUAL_LEVEL = "level2";

/** The last choice for a game against bots, else the usual one. */
export function botChoice(game: GameName): { players: number; level: string } {
    return settings.bots[game] ?? { players: game === "piazza" ? 2 : 3, level: USUAL_LEVEL };
}

/** A game against bots with the last settings, begun at once. */
export async function playBots(game: GameName): Promise<void> {
    const { players, level } = botChoice(game);
    const bots = Array.from({ length: players - 1 }, () => level);
    await openAndStart({
        game,
        players,
        seats: ["me", ...bots],
        hints: true,
        casual: true,
        pace: PACES[settings.pace],
        absence: null, // Nobody is kept waiting, so it waits.
    });
}

/** Opens the table that somebody wants; where all seats are taken, the game begins. */
export async function openWish(wish: Wish): Promise<void> {
    let table = await openTable(requestOf(wish));
    if (isShared(wish)) table = await sitDown(table, wish);
    if (isFull(wish)) await begin(table);
    go(`/t/${table.table}`);
}

async function openTable(request: OpenTable): Promise<TableShown> {
    await introduced();
    try {
        return await call("POST /api/tables", {}, request);
    } catch (error) {
        if (!(error instanceof RefusedError) || error.code !== "no_identity") throw error;
        await introducedAnew();
        return call("POST /api/tables", {}, request);
    }
}

/** People at one screen take their seats, each by name. */
async function sitDown(table: TableShown, wish: Wish): Promise<TableShown> {
    let { ply } = table;
    for (const [seat, who] of seatsOf(wish).entries()) {
        if (who !== ME) continue;
        const name = wish.names[seat]?.trim() || nameless(seat);
        await ask({ type: "sit", table: table.table, ply: ply++, seat, name });
    }
    return call("GET /api/tables/{table}", { table: table.table });
}

/** What somebody at this screen is called who gave no name; the first one is who asks. */
export function nameless(seat: number): string {
    return seat ? t("new.player", { n: seat + 1 }) : "";
}

/** Opens a table whose seats are all taken, begins, and goes there. */
export async function openAndStart(request: OpenTable): Promise<void> {
    const table = await openTable(request);
    await begin(table);
    go(`/t/${table.table}`);
}

/** Says that all seats of ours are ready. */
export async function begin(table: TableShown): Promise<void> {
    const shares = Object.fromEntries(table.your_seats.map((seat) => [seat, share()]));
    await ask({ type: "ready", table: table.table, ply: table.ply, shares });
}

/** Our part of the shuffle: 64 random hexadecimal digits. */
export function share(): string {
    return randomHex(32);
}
