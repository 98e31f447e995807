/** Tells the service worker what was built: which files to keep for when the server is away. */

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

export const WORKER = "sw";
const KEPT = /\.(js|css)$|latin-(wght|400)-normal.*\.woff2$/;

/** Replaces the list and its name in the worker by the true ones. */
export function worker(): Plugin {
    return {
        name: "worker",
        apply: "build",
        generateBundle: {
            order: "post",
            handler(_, bundle) {
                const found = bundle[`${WORKER}.js`];
                if (found?.type !== "chunk") throw new Error("there is no service worker");
                const files = Object.keys(bundle).filter((name) => KEPT.test(name));
                const kept = files.filter((name) => name !== `${WORKER}.js`).sort();
                const version = createHash("sha256").update(kept.join()).digest("hex").slice(0, 12);
                found.code = found.code
                    .replace(/["'`]__FILES__["'`]/, JSON.stringify(kept.map((name) => `/${name}`)))
                    .replace("__VERSION__", version);
            },
        },
    };
}
