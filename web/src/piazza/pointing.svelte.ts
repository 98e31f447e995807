/** Fingers and mice on the table: taps that nearly hit, panning and pinching. */

import type { Camera } from "./camera.svelte.ts";
import type { Point } from "./geometry.ts";
import type { LegalCell, PiazzaTurn } from "./turn.svelte.ts";

/** So far from the middle of a legal cell a tap still means it, in pixels. */
const FORGIVEN = 26;
const STILL = 5;

/** The legal cell that is meant at a point of the table. */
export function nearestLegal(turn: PiazzaTurn, camera: Camera, at: Point): LegalCell | null {
    const far = (cell: Point) => {
        const middle = camera.middle(cell);
        return Math.hypot(middle.x - at.x, middle.y - at.y);
    };
    const nearest = [...turn.cells].sort((a, b) => far(a) - far(b))[0];
    return nearest && far(nearest) <= Math.max(FORGIVEN, camera.cell / 2) ? nearest : null;
}

const down = new Map<number, Point>();

/** Moves the table with one pointer that went down on it, and zooms it with two. */
export function pans(camera: Camera, event: PointerEvent, local: (point: Point) => Point): void {
    const stop = new AbortController();
    const start = at(event, local);
    down.set(event.pointerId, start);
    camera.moved = false;
    const move = (next: PointerEvent) => {
        const before = down.get(event.pointerId);
        if (next.pointerId !== event.pointerId || !before) return;
        const now = at(next, local);
        const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
        if (other) pinch(camera, other, before, now);
        else if (camera.moved || Math.hypot(now.x - start.x, now.y - start.y) > STILL) {
            camera.move(now.x - before.x, now.y - before.y);
            camera.moved = camera.zoom > 1;
        }
        down.set(event.pointerId, now);
    };
    const end = (last: PointerEvent) => {
        if (last.pointerId !== event.pointerId) return;
        down.delete(event.pointerId);
        stop.abort();
        setTimeout(() => (camera.moved = false));
    };
    const options = { signal: stop.signal };
    addEventListener("pointermove", move, options);
    addEventListener("pointerup", end, options);
    addEventListener("pointercancel", end, options);
}

function pinch(camera: Camera, other: Point, before: Point, now: Point): void {
    const [was, is] = [distance(other, before), distance(other, now)];
    camera.zoomBy(is / Math.max(1, was), { x: (other.x + now.x) / 2, y: (other.y + now.y) / 2 });
    camera.moved = true;
}

function distance(one: Point, other: Point): number {
    return Math.hypot(one.x - other.x, one.y - other.y);
}

function at(event: PointerEvent, local: (point: Point) => Point): Point {
    return local({ x: event.clientX, y: event.clientY });
}
