/** Names that are written from right to left, amid words that are not. */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The name, set apart where it has to be: it stays where it is, and what is around it, too. */
export function apart(name: string): string {
    return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
