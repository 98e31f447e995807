/** Writes a compressed twin beside every text of the built app, so that the server need not work. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(js|css|html|svg|json|webmanifest)$/;
/** Bytes; what is smaller fits in one packet anyway. */
const WORTH_IT = 1000;

/** The last step of a build. */
export function compress(): Plugin {
    let folder = "";
    return {
        name: "compress",
        apply: "build",
        configResolved: (config) => void (folder = config.build.outDir),
        closeBundle: {
            sequential: true,
            order: "post",
            handler: () => filesOf(folder).filter(worth).forEach(twins),
        },
    };
}

function filesOf(folder: string): string[] {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
        join(folder, name),
    );
}

function worth(path: string): boolean {
    return TEXTS.test(path) && statSync(path).size > WORTH_IT;
}

function twins(path: string): void {
    const text = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(text));
}
