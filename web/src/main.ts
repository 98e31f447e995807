import "@fontsource/marcellus/latin-400.css";
import "@fontsource/marcellus/latin-ext-400.css";
import "@fontsource-variable/figtree/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { browserLanguage, need, speak } from "./lib/words.svelte.ts";
import { settings } from "./lib/settings.svelte.ts";

await speak(settings.language ?? browserLanguage());
await need("core");
mount(App, { target: document.getElementById("app") as HTMLElement });
