/** What is special about a table, in a few words each. */

import type { ClockOption, LobbyTable } from "./protocol.ts";
import { t } from "./words.svelte.ts";

type Table = Pick<LobbyTable, "players" | "clock_option" | "hints" | "casual"> & {
    /** Not said where all tables are. */
    public?: boolean;
};

/** "3 players", "10 min + 5 s", "hints", "moves may be taken back". */
export function tableFacts(table: Table): string[] {
    return [
        t("fact.players", { n: table.players }),
        ...(table.public ? [t("fact.public")] : []),
        clockFact(table.clock_option),
        ...(table.hints ? [t("fact.hints")] : []),
        t(table.casual ? "fact.casual" : "fact.rated"),
    ];
}

/** The clock, as short as it can be said. */
export function clockFact({ move, total, increment }: ClockOption): string {
    if (total) {
        return t("fact.total", { minutes: Math.round(total / 60), seconds: increment ?? 0 });
    }
    if (!move) return t("fact.no_clock");
    if (move >= 86_400) return t("fact.days", { n: Math.round(move / 86_400) });
    return t("fact.move", { n: Math.round(move) });
}
