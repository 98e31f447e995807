/** Who sits where, in words: names of people and bots. */

import { call } from "../lib/api.ts";
import { LEVELS } from "../lib/levels.ts";
import { called } from "../lib/people.ts";
import type { BotShown, SeatShown, TableShown } from "../lib/protocol.ts";

const PROGRAM = /^program:/;

let bots = $state.raw<readonly BotShown[]>(
    Object.entries(LEVELS).map(([name, title]) => ({ name, title })),
);
let asked: Promise<void> | undefined;

/** Asks once which bots there are. */
export function needBots(): Promise<void> {
    asked ??= call("GET /api/bots").then(
        (answer) => void (bots = answer.bots),
        () => void (asked = undefined),
    );
    return asked;
}

/** All bots, from the weakest level to the strongest, then programs; until it is known, the levels. */
export function allBots(): readonly BotShown[] {
    return bots;
}

/** What a bot is called at the table. */
export function botTitle(name: string): string {
    return bots.find((one) => one.name === name)?.title ?? name.replace(PROGRAM, "");
}

/** What to call a seat; two bots of one kind are told apart by a number. */
export function seatName(seats: readonly SeatShown[], seat: number): string {
    const shown = seats[seat];
    if (!shown) return "";
    if (!shown.bot) return called(shown.name ?? "", shown.forgotten);
    const alike = seats.flatMap((one, index) => (one.bot === shown.bot ? [index] : []));
    const title = botTitle(shown.bot);
    return alike.length > 1 ? `${title} ${alike.indexOf(seat) + 1}` : title;
}

export function seatNames(seats: readonly SeatShown[]): string[] {
    return seats.map((_, seat) => seatName(seats, seat));
}

/** Whether nobody but bots sits at the other seats. */
export function onlyBots(table: TableShown): boolean {
    return table.seats.every((one, seat) => one.bot || table.your_seats.includes(seat));
}
