/** Names and times, as each language writes them. */

import { beforeAll, expect, it, vi } from "vitest";
import { ago, called, day, listing } from "./people.ts";
import { need, speak, type Language } from "./words.svelte.ts";

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

it("calls whoever is gone somebody", async () => {
    await speak("en");
    await need("core");
    expect([called("Ada"), called("Ada", true)]).toEqual(["Ada", "Somebody"]);
    await speak("de");
    expect(called("Nobody", true)).toBe("Jemand");
});

it("leaves everybody the name that they have chosen", async () => {
    await speak("en");
    await need("core");
    expect(called("Nobody")).toBe("Nobody");
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

it("writes dates as the browser's own country does", async () => {
    const written = async (language: Language, ...languages: string[]) => {
        vi.stubGlobal("navigator", { languages });
        await speak(language);
        return day("2026-11-16T12:00:00Z");
    };
    expect(await written("en", "en-GB", "en")).toBe("16 Nov 2026");
    expect(await written("en", "en-US")).toBe("Nov 16, 2026");
    expect(await written("en", "de-DE", "en-GB")).toBe("16 Nov 2026");
    expect(await written("de", "en-GB")).toBe("16.11.2026");
});
