/** Where games that are looked at again come from: a table of the server, or a record that was pasted. */

import { call } from "../lib/api.ts";
import { Viewing } from "./viewing.svelte.ts";

/** A finished game of the server. Throws RefusedError. */
export async function fromTable(table: string, at: number): Promise<Viewing> {
    const [replay, record] = await Promise.all([
        call("GET /api/tables/{table}/replay", { table }),
        call("GET /api/tables/{table}/record", { table }),
    ]);
    return new Viewing(record, replay, at);
}

/** A record, finished or not. Throws RefusedError. */
export async function fromRecord(record: string): Promise<Viewing> {
    return new Viewing(record, await call("POST /api/replay", {}, { record }), 0);
}
