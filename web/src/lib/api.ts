/** The REST API, typed by `Endpoints`: `await call("POST /api/tables", {}, request)`. */

import type { Code, Endpoints, Problem } from "./protocol.ts";

type Name = keyof Endpoints;
type Request<N extends Name> = Endpoints[N]["request"];
type Answer<N extends Name> = Endpoints[N]["answer"];

/** The server has refused something, and says why. */
export class RefusedError extends Error {
    readonly code: Code | "offline";
    readonly details: Record<string, unknown>;

    constructor(problem: Omit<Problem, "code"> & { code: string }) {
        super(problem.message);
        this.code = problem.code as Code;
        this.details = problem.details ?? {};
    }
}

export const OFFLINE = new RefusedError({ code: "offline", message: "The server is away." });

/** Asks the server; `parts` fill the `{…}` of the address. */
export async function call<N extends Name>(
    name: N,
    parts: Record<string, string | number> = {},
    request?: Request<N>,
): Promise<Answer<N>> {
    const [method, pattern] = name.split(" ") as [string, string];
    const address = pattern.replace(/\{(\w+)\}/g, (_, part: string) =>
        encodeURIComponent(String(parts[part])),
    );
    const answer = await fetch(address, init(method, request)).catch(() => {
        throw OFFLINE;
    });
    return (await read(answer)) as Answer<N>;
}

function init(method: string, request: unknown): RequestInit {
    if (request === undefined || request === null) return { method };
    const headers = { "content-type": "application/json" };
    return { method, headers, body: JSON.stringify(request) };
}

async function read(answer: Response): Promise<unknown> {
    const json = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
    const body: unknown = json ? await answer.json() : await answer.text();
    if (answer.ok) return answer.status === 204 ? null : body;
    throw new RefusedError(
        json ? (body as Problem) : { code: "unavailable", message: answer.statusText },
    );
}
