/** Names and times, as each language writes them. */

import { beforeAll, expect, it, vi } from "vitest";
import { ago, listing } from "./people.ts";
import { need, speak } from "./words.svelte.ts";

beforeAll(() => vi.stubGlobal("document", { documentElement: {} }));

it("lists names", async () => {
    await speak("en");
    await need("core");
    expect(listing(["Bruno", "Chiara", "Ada"])).toBe("Bruno, Chiara and Ada");
    await speak("de");
    expect(listing(["Bruno", "Ada"])).toBe("Bruno und Ada");
    expect(listing(["Ada"])).toBe("Ada");
    expect(listing([])).toBe("");
});

it("tells how long ago something was", async () => {
    const now = Date.parse("2026-01-02T12:00:00Z");
    await speak("en");
    expect(ago("2026-01-02T11:55:00Z", now)).toBe("5 minutes ago");
    expect(ago("2026-01-02T10:30:00Z", now)).toBe("1 hour ago");
    expect(ago("2026-01-02T12:00:01Z", now)).toBe("just now");
    await speak("fr");
    expect(ago("2026-01-01T11:00:00Z", now)).toBe("hier");
});
