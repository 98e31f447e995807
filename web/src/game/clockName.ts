/** A table's clock in words. */

import type { ClockOption } from "../lib/protocol.ts";
import { t } from "../lib/words.svelte.ts";

/** "8 s a move added", "1 minute a move"; empty where there is no clock. */
export function clockName(clock: ClockOption): string {
    if (clock.total && clock.increment) return t("game.clock_added", { seconds: clock.increment });
    if (clock.total) return t("game.clock_total", { n: Math.round(clock.total / 60) });
    if (!clock.move) return "";
    if (clock.move >= 86_400) return t("game.clock_days", { n: Math.round(clock.move / 86_400) });
    return t("game.clock_move", { seconds: clock.move });
}
