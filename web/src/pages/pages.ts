/** Every page: its address, its words, and how it is loaded. */

import type { Component } from "svelte";
import { need, type Area } from "../lib/words.svelte.ts";

// Each page says itself which parts of its address it takes.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyComponent = Component<any>;
interface Page {
    address: RegExp;
    words: Area[];
    load: () => Promise<{ default: AnyComponent }>;
}

const PAGES: Page[] = [{ address: /^\/$/, words: [], load: () => import("./Home.svelte") }];

/** The page of an address, with the named parts of the address. */
export function pageOf(path: string) {
    const page = PAGES.find((one) => one.address.test(path)) ?? (PAGES[0] as Page);
    const parts: Record<string, string> = { ...page.address.exec(path)?.groups };
    const load = async () => {
        const [found] = await Promise.all([page.load(), need(...page.words)]);
        return found;
    };
    return { parts, load };
}
