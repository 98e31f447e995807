/** How the app is built, into the server's folder, and how it is tested. */

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compress } from "./compress.plugin.ts";
import { shell } from "./shell.plugin.ts";
import { WORKER, worker } from "./worker.plugin.ts";
import { words } from "./words.plugin.ts";

const SERVER = process.env.PIAZZETTA_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
    plugins: [words(), shell(), svelte(), worker(), compress()],
    build: {
        outDir: process.env.PIAZZETTA_STATIC ?? "../src/piazzetta/server/static",
        emptyOutDir: true,
        target: "es2022",
        assetsInlineLimit: 0, // The server forbids scripts and styles that are not files of their own.
        rolldownOptions: {
            checks: { pluginTimings: false },
            input: { index: "index.html", [WORKER]: "src/sw.ts" },
            output: {
                entryFileNames: ({ name }) =>
                    name === WORKER ? "[name].js" : "assets/[name]-[hash].js",
                // What several pages need comes as one file, not as thirty small ones.
                codeSplitting: {
                    groups: [
                        {
                            name: "app",
                            test: /\/(node_modules\/svelte|src\/(lib|parts))\//,
                            minShareCount: 2,
                        },
                        { name: "game", test: /\/src\/(game|piazza|carre)\//, minShareCount: 2 },
                    ],
                },
            },
        },
    },
    server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
    test: { include: ["src/**/*.test.ts"], environment: "node" },
});
