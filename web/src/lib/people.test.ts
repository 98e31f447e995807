/** Names and times, as each language writes them. */

import { beforeAll, expect, it, vi } from "vitest";
import { ago, listing } from "./people.ts";
import { speak } from "./words.svelte.ts";

beforeAll(() => vi.stubGlobal("document", { documentElement: {} }));

it("lists names", async () => {
    await speak("en");
    expect(listing(["Bruno", "Chiara", "Ada"])).toBe(
        "Bruno, Chiara and Ada".replace(" and", ", and"),
    );
    await speak("de");
    expect(listing(["Bruno", "Ada"])).toBe("Bruno und Ada");
});

it("tells how long ago something was", async () => {
    const now = Date.parse("2026-01-02T12:00:00Z");
    await speak("en");
    expect(ago("2026-01-02T11:55:00Z", now)).toBe("5 minutes ago");
    expect(ago("2026-01-02T12:00:01Z", now)).toBe("this minute");
    await speak("fr");
    expect(ago("2026-01-01T11:00:00Z", now)).toBe("hier");
});
