/** What this browser keeps for us. Where it must not keep anything, all works without. */

type Place = "localStorage" | "sessionStorage";

/** What was kept, or null. */
export function kept(key: string, place: Place = "localStorage"): string | null {
    try {
        return globalThis[place].getItem(key);
    } catch {
        return null;
    }
}

/** Keeps a text, or with null forgets it. */
export function keep(key: string, text: string | null, place: Place = "localStorage"): void {
    try {
        if (text === null) globalThis[place].removeItem(key);
        else globalThis[place].setItem(key, text);
    } catch {
        // Forbidden, or there is no more room.
    }
}

/** The values that were kept as one text; none where that is no such text. */
export function keptValues<Values>(key: string): Partial<Values> {
    try {
        const found: unknown = JSON.parse(kept(key) ?? "{}");
        return found !== null && typeof found === "object" ? found : {};
    } catch {
        return {};
    }
}
