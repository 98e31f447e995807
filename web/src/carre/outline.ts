/**
 * The line around a zone: one path around the union of its cells, with rounded corners, a little
 * inside of them.
 *
 *     ┌───────┐        Edges run clockwise round every cell; those between two cells of the zone
 *     │ ┌─────┘        cancel out. What is left is followed from corner to corner. Where two cells
 *     └─┘              touch at a corner only, the line stays with the cell that it came along.
 */

export type Cell = readonly [x: number, y: number];
type Point = readonly [x: number, y: number];

/** Right, down, left, up: each is a turn to the right of the one before. */
const WAYS: readonly Point[] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
];
/** Beside an edge in that direction, the cell on its left. */
const BESIDE: readonly Point[] = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
];
/** Where an edge in that direction begins, from its cell's top left. */
const STARTS: readonly Point[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
];

export function keyOf([x, y]: Cell): string {
    return `${x},${y}`;
}

interface Edge {
    from: Point;
    way: number;
}

/** The path around the cells, for an SVG `d`; `place` says where a cell's top left is drawn. */
export function outline(
    cells: readonly Cell[],
    pitch: number,
    inset: number,
    radius: number,
    place: (cell: Cell) => Point = ([x, y]) => [x * pitch, y * pitch],
): string {
    const first = cells[0];
    if (!first) return "";
    const [dx, dy] = place(first);
    const shift: Point = [dx - first[0] * pitch, dy - first[1] * pitch];
    return loops(cells)
        .map((corners) => drawn(corners, pitch, inset, radius, shift))
        .join("");
}

/** The corners of every closed line around the cells, each with the directions in and out. */
function loops(cells: readonly Cell[]): Edge[][] {
    const edges = edgesOf(cells);
    const found: Edge[][] = [];
    while (edges.size) found.push(loop(edges));
    return found;
}

/** All edges that have the zone on their right and none of it on their left, by start and way. */
function edgesOf(cells: readonly Cell[]): Map<string, Edge> {
    const own = new Set(cells.map(keyOf));
    const edges = new Map<string, Edge>();
    for (const [x, y] of cells)
        WAYS.forEach((_, way) => {
            const [bx, by] = BESIDE[way]!;
            if (own.has(keyOf([x + bx, y + by]))) return;
            const [sx, sy] = STARTS[way]!;
            const from: Point = [x + sx, y + sy];
            edges.set(edgeKey(from, way), { from, way });
        });
    return edges;
}

function edgeKey(from: Point, way: number): string {
    return `${keyOf(from)} ${way}`;
}

/** Follows one closed line, takes its edges away, and answers those that begin at a corner. */
function loop(edges: Map<string, Edge>): Edge[] {
    const [, first] = edges.entries().next().value!;
    const line: Edge[] = [];
    for (let edge: Edge | undefined = first; edge; edge = next(edges, edge)) {
        line.push(edge);
        edges.delete(edgeKey(edge.from, edge.way));
    }
    return line.filter((edge, i) => edge.way !== line.at(i - 1)!.way);
}

/** To the right first: so the line stays with its cell where others touch at the corner. */
function next(edges: Map<string, Edge>, { from, way }: Edge): Edge | undefined {
    const end: Point = [from[0] + WAYS[way]![0], from[1] + WAYS[way]![1]];
    for (const turn of [1, 0, 3]) {
        const found = edges.get(edgeKey(end, (way + turn) % 4));
        if (found) return found;
    }
    return undefined;
}

function drawn(
    corners: Edge[],
    pitch: number,
    inset: number,
    radius: number,
    shift: Point,
): string {
    const parts = corners.map(({ from, way }, i) => {
        const before = WAYS[corners.at(i - 1)!.way]!;
        const after = WAYS[way]!;
        const [x, y] = moved(from, before, after, pitch, inset, shift);
        const start = `${round(x - before[0] * radius)},${round(y - before[1] * radius)}`;
        const end = `${round(x + after[0] * radius)},${round(y + after[1] * radius)}`;
        return `${i ? "L" : "M"}${start}Q${round(x)},${round(y)} ${end}`;
    });
    return `${parts.join("")}Z`;
}

/** A corner in pixels, moved inwards: to the right of both of its edges. */
function moved(
    [x, y]: Point,
    before: Point,
    after: Point,
    pitch: number,
    inset: number,
    [sx, sy]: Point,
): Point {
    const inX = -before[1] - after[1];
    const inY = before[0] + after[0];
    return [x * pitch + sx + inX * inset, y * pitch + sy + inY * inset];
}

function round(value: number): number {
    return Math.round(value * 100) / 100;
}
