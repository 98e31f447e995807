export interface PiazzaColour {
    name: string;
    pattern: string;
    plate: string;
    field: string;
    tone: string;
    plateFill: string;
    ink: string;
    edge: string;
}
export const PZ_COLOURS: Record<"B" | "R" | "P" | "Y" | "G", PiazzaColour>;
export const PZ_SYMBOLS: string[];
export const SYMBOL_PATHS: Record<string, string>;
export const CR_MOTIFS: Record<
    string,
    { name: string; ground: string; main: string; second: string }
>;
export const RIM: string;
export function piazzaCard(colour: string, symbol: number): string;
export function carreCard(motif: string, value: number | null): string;
export function valueBadge(value: number, cx?: number, cy?: number, r?: number): string;
/** What the symbols refer to. */
export function clips(): string;
/** The symbol `pz-B3` (a card), `pz-B0` (the bare tile), `cr-A+1` or `cr-A` (without its value). */
export function symbol(id: string): string;
export function logoMark(id?: string): string;
export function wordmark(): { d: string; w: number; cap: number };
