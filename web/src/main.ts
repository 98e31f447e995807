import "@fontsource-variable/figtree/wght.css";
import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/shell.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { connect } from "./lib/connection.svelte.ts";
import { browserLanguage, need, speak } from "./lib/words.svelte.ts";
import { followTurns } from "./lib/turns.svelte.ts";
import { fetchPage } from "./pages/pages.ts";
import { pause } from "./lib/steps.ts";
import { settings } from "./lib/settings.svelte.ts";

/** Milliseconds between a page that is there and the beginning of what is kept for later. */
const REST = 3000;

// Between one thing and the next a slow phone can paint and answer.
await pause();
await speak(settings.language ?? browserLanguage());
fetchPage(location.pathname);
await pause();
followTurns();
connect();
await need("core");
await pause();
mount(App, { target: document.getElementById("app") as HTMLElement });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
    // Whatever it keeps for later is not to compete with what the page needs now, nor with first moves.
    if (document.readyState === "complete") keepApp();
    else addEventListener("load", keepApp);
}

function keepApp(): void {
    setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => undefined), REST);
}
