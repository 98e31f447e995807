/** Which addresses are worth giving away. */

import { expect, it } from "vitest";
import { onlyHere } from "./sharing.ts";

it.each(["localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])("%s is here", (host) => {
    expect(onlyHere(host)).toBe(true);
});

it.each(["192.168.1.7", "play.example.org", "127.example.org", "[fe80::1]"])(
    "%s may be elsewhere",
    (host) => {
        expect(onlyHere(host)).toBe(false);
    },
);
