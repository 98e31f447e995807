/** What somebody wants a table to be like, from the form to the request. */

import type { ClockOption, GameName, OpenTable } from "./protocol.ts";

export type Company = "friends" | "screen" | "bots";
export const COMPANIES: readonly Company[] = ["friends", "screen", "bots"];

/** Seconds from the turn of a bot to its move. */
export const PACES = { human: 1, instant: 0.15 } as const;

/** The clocks on offer. */
export const CLOCKS = {
    none: {},
    move: { move: 60 },
    fast: { total: 300, increment: 5 },
    calm: { total: 900, increment: 10 },
    slow: { move: 3 * 24 * 3600 },
} satisfies Record<string, ClockOption>;
export type ClockName = keyof typeof CLOCKS;

export const OPEN = "open";
export const ME = "me";

export interface Wish {
    game: GameName;
    company: Company;
    players: number;
    /** For each seat but the first: `open`, `me` (another person at this screen) or a bot. */
    others: string[];
    /** What the people at this screen are called. */
    names: string[];
    clock: ClockName;
    public: boolean;
    hints: boolean;
    casual: boolean;
    pace: keyof typeof PACES;
    setup: "quick" | "choose";
    start: "corner" | "row";
    /** A seat, or -1: it is drawn. */
    first: number;
}

/** What fills a seat when nobody has said anything. */
export function usualSeat(company: Company, bot: string): string {
    return { friends: OPEN, screen: ME, bots: bot }[company];
}

/** Who sits where, the one who asks first. */
export function seatsOf(wish: Wish): string[] {
    return [ME, ...wish.others.slice(0, wish.players - 1)];
}

/** Whether nobody has to come first. */
export function isFull(wish: Wish): boolean {
    return !seatsOf(wish).includes(OPEN);
}

/** Whether more than one person plays at this screen. */
export function isShared(wish: Wish): boolean {
    return seatsOf(wish).filter((seat) => seat === ME).length > 1;
}

/** What the server is asked. People at one screen sit down one by one, each with a name. */
export function requestOf(wish: Wish): OpenTable {
    const alone = isFull(wish);
    const seats = isShared(wish)
        ? seatsOf(wish).map((seat) => (seat === ME ? OPEN : seat))
        : seatsOf(wish);
    return {
        game: wish.game,
        players: wish.players,
        options: optionsOf(wish),
        clock: CLOCKS[wish.clock],
        public: wish.public && !alone,
        hints: wish.hints,
        casual: wish.casual,
        pace: PACES[wish.pace],
        seats,
        ...(alone ? { absence: null } : {}),
    };
}

function optionsOf(wish: Wish): Record<string, unknown> {
    const first = wish.first >= 0 && wish.first < wish.players ? { first: wish.first } : {};
    if (wish.game !== "piazza") return first;
    const start = wish.players === 3 ? { start: wish.start } : {};
    return { ...first, setup: wish.setup, ...start };
}
