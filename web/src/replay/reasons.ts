/** Why a record cannot be read: the server says it in English, here it is said in the player's language. */

import { refusal } from "../lib/errors.ts";
import { language, word } from "../lib/words.svelte.ts";

export interface Reason {
    text: string;
    /** The clause of the rules that forbids the move. */
    clause?: string;
}

const CLAUSE = /\(([PC]-[A-Z0-9-]+)\)/;
/** As `piazzetta.rules.record.reading` begins them; a test pastes such records. */
const KINDS: readonly [kind: string, start: RegExp][] = [
    ["neither", /^this is neither a header line/],
    ["missing", /^the header line '(?<a>.+)' is missing/],
    ["expected", /^a move is expected here/],
    ["written", /^a move is written '(?<a>\d+)\./],
    ["number", /^this should be move (?<a>\d+), not (?<b>\d+)/],
    ["turn", /^it is the turn of seat (?<a>\d+), not of seat (?<b>\d+)/],
    ["result", /^the result is /],
    ["points", /^the points of /],
    ["long", /longer than|^it has more than \d+ lines/],
];

/** The reason in the player's language; null where there are no words for it. */
export function reasonOf(said: string): Reason | null {
    for (const [kind, start] of KINDS) {
        const match = start.exec(said);
        if (match) return { text: word("replay.why", kind, { ...match.groups }) };
    }
    const clause = CLAUSE.exec(said)?.[1];
    if (clause) return { text: refusal(clause), clause };
    return said && language() === "en" ? { text: sentenceOf(said) } : null;
}

function sentenceOf(said: string): string {
    return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
