/** How the app is built, into the server's folder, and how it is tested. */

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { words } from "./words.plugin.ts";

const SERVER = process.env.PIAZZETTA_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
    plugins: [words(), svelte()],
    build: {
        outDir: process.env.PIAZZETTA_STATIC ?? "../src/piazzetta/server/static",
        emptyOutDir: true,
        target: "es2022",
        assetsInlineLimit: 0, // The server forbids scripts and styles that are not files of their own.
    },
    server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
    test: { include: ["src/**/*.test.ts"], environment: "node" },
});
