/** Why something was refused, as a sentence in the player's language. */

import { RefusedError } from "./api.ts";
import { word } from "./words.svelte.ts";

/** The sentence for whatever was thrown. Only what the server has refused is known by name. */
export function sentence(error: unknown): string {
    if (!(error instanceof RefusedError)) return word("error", "unavailable");
    const { clause, line, most } = error.details;
    if (error.code === "illegal_move" && clause) return refusal(String(clause));
    return word("error", error.code, { line: Number(line ?? 0), most: Number(most ?? 0) });
}

/** What a clause of the rules forbids: "Touches another blue card." */
export function refusal(clause: string): string {
    return word("refused", clause);
}
