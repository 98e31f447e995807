/** Texts can be read, and cards told apart, in both themes and by every kind of sight. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CR_MOTIFS, PZ_COLOURS } from "./art.mjs";

type Three = [number, number, number];
type Tokens = Record<string, string>;

const CSS = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");
const LIGHT = tokens("\n:root{");
const THEMES = { light: LIGHT, dark: { ...LIGHT, ...tokens("\n[data-theme=dark]{") } };
/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const SIGHTS: Record<string, Three[]> = {
    normal: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
    ],
    protanopia: [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    deuteranopia: [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
    tritanopia: [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.3039],
    ],
};
const RADIAN = Math.PI / 180;

function tokens(start: string): Tokens {
    const from = CSS.indexOf(start);
    const block = CSS.slice(from, CSS.indexOf("\n}", from));
    const found = block.matchAll(/--([\w-]+):\s*(#[0-9A-Fa-f]{6})\b/g);
    return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

function linear(hex: string): Three {
    return [1, 3, 5].map((at) => {
        const part = parseInt(hex.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as Three;
}

function luminance(hex: string): number {
    const [r, g, b] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function seen(sight: Three[], colour: Three): Three {
    return sight.map(([r, g, b]) =>
        Math.min(1, Math.max(0, r * colour[0] + g * colour[1] + b * colour[2])),
    ) as Three;
}

function lab([r, g, b]: Three): Three {
    const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
    const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
    const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000. */
function difference([l1, a1, b1]: Three, [l2, a2, b2]: Three): number {
    const seventh = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
    const stretch = 1.5 - 0.5 * seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
    const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
    const hue = (a: number, b: number) => (Math.atan2(b, a * stretch) / RADIAN + 360) % 360;
    const [h1, h2] = [hue(a1, b1), hue(a2, b2)];
    const far = Math.abs(h1 - h2) > 180;
    const turn = c1 * c2 === 0 ? 0 : h2 - h1 - (far ? 360 * Math.sign(h2 - h1) : 0);
    const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * RADIAN);
    const [lm, cm] = [(l1 + l2) / 2, (c1 + c2) / 2];
    const hm = (h1 + h2) / 2 + (far ? (h1 + h2 < 360 ? 180 : -180) : 0);
    const cos = (factor: number, less: number) => Math.cos((factor * hm - less) * RADIAN);
    const t = 1 - 0.17 * cos(1, 30) + 0.24 * cos(2, 0) + 0.32 * cos(3, -6) - 0.2 * cos(4, 63);
    const l = (l2 - l1) / (1 + (0.015 * (lm - 50) ** 2) / Math.sqrt(20 + (lm - 50) ** 2));
    const c = (c2 - c1) / (1 + 0.045 * cm);
    const h = dH / (1 + 0.015 * cm * t);
    const angle = 60 * Math.exp(-(((hm - 275) / 25) ** 2));
    return Math.sqrt(l * l + c * c + h * h - 2 * seventh(cm) * Math.sin(angle * RADIAN) * c * h);
}

const ROLES = ["accent", "turn", "good", "warn", "bad"];
const TEXTS: [string, string][] = [
    ...["ink", "ink-2", "ink-3"].flatMap((ink) =>
        ["bg", "surface", "surface-2", "table", "table-cell", "accent-tint"].map(
            (on): [string, string] => [ink, on],
        ),
    ),
    ...[...ROLES, "mark"].map((role): [string, string] => [`on-${role}`, role]),
    ...ROLES.flatMap((role) =>
        [`${role}-tint`, "surface", "bg", "surface-2"].map((on): [string, string] => [
            `${role}-text`,
            on,
        ]),
    ),
    ["accent-text", "table-cell"],
    ["accent-text", "table"],
];
const SHAPES: [string, string][] = [
    ["line-strong", "surface"],
    ["line-strong", "bg"],
    ["legal", "table-cell"],
    ["legal", "table"],
    ["focus", "bg"],
    ["focus", "surface"],
    ["focus", "table"],
    ...[..."BRPY"].map((colour): [string, string] => [`ln-${colour}`, "surface"]),
];

describe.each(Object.entries(THEMES))("the %s theme", (_, theme: Tokens) => {
    it.each(TEXTS)("lets %s be read on %s", (ink, on) => {
        expect(contrast(theme[ink] ?? "", theme[on] ?? "")).toBeGreaterThanOrEqual(4.5);
    });

    it.each(SHAPES)("lets %s be seen on %s", (line, on) => {
        expect(contrast(theme[line] ?? "", theme[on] ?? "")).toBeGreaterThanOrEqual(3);
    });
});

describe.each(["BRPY", "BRGY"])("the colours %s of Piazza", (set) => {
    const fields = [...set].map((name) => linear(PZ_COLOURS[name as "B"].field));
    const pairs = fields.flatMap((one, i) =>
        fields.slice(i + 1).map((other): [Three, Three] => [one, other]),
    );

    it.each(Object.entries(SIGHTS))("are told apart with %s sight", (_, sight) => {
        const lowest = pairs.map(([one, other]) =>
            difference(lab(seen(sight, one)), lab(seen(sight, other))),
        );
        expect(Math.min(...lowest)).toBeGreaterThanOrEqual(15);
    });

    it("are told apart without colour", () => {
        const steps = pairs.map(([one, other]) => Math.abs(lab(one)[0] - lab(other)[0]));
        expect(Math.min(...steps)).toBeGreaterThanOrEqual(15);
    });
});

describe("cards", () => {
    it.each(Object.values(PZ_COLOURS))("show a symbol on a $name plate", ({ ink, plateFill }) => {
        expect(contrast(ink, plateFill)).toBeGreaterThanOrEqual(4.5);
    });

    it.each(Object.values(CR_MOTIFS))("show the $name on its ground", ({ main, ground }) => {
        expect(contrast(main, ground)).toBeGreaterThanOrEqual(3);
    });
});
