/** The title of the browser's tab: the page's, marked while a game waits for us. */

import { t } from "./words.svelte.ts";

let own = $state("");

/** Names the page that calls this in its script; else the page's usual name stands. */
export function pageTitle(text: () => string): void {
    $effect(() => {
        own = text();
        return () => (own = "");
    });
}

/** What the tab says. */
export function tabTitle(usual: string, waiting: boolean): string {
    const page = own || usual;
    const name = page ? t("app.title", { page }) : t("app.name");
    return waiting ? t("app.turn_title", { page: name }) : name;
}
