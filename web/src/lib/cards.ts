/** Cards as pages name them: `B3` of Piazza, `A+1` of C'est Carré!. Green stands in for pink by choice. */

import { settings } from "./settings.svelte.ts";
import { drawn } from "./sheet.ts";
import { t, word } from "./words.svelte.ts";

const CARRE = /^([A-F])(0|[+-]\d)$/;

/** A colour of Piazza as it is shown: the theme may show green in place of pink. */
export function shownColour(colour: string): string {
    return colour === "P" && settings.green ? "G" : colour;
}

/** Which drawing of the symbol sheet is the card's. */
export function cardHref(card: string): string {
    if (CARRE.test(card)) return drawn(`cr-${card}`);
    return drawn(`pz-${shownColour(card.charAt(0))}${card.slice(1)}`);
}

/** The bare tile of a colour, for badges. */
export function tileHref(colour: string): string {
    return drawn(`pz-${shownColour(colour)}0`);
}

/** "blue boat", "diamond, plus 2": within a sentence. */
export function cardName(card: string): string {
    const [, motif, value] = CARRE.exec(card) ?? [];
    if (!motif || value === undefined) {
        return word("card", shownColour(card.charAt(0)) + card.slice(1));
    }
    return t("card.carre", { motif: motifName(motif), value: valueName(Number(value)) });
}

/** "blue". */
export function colourName(colour: string): string {
    return word("colour", shownColour(colour));
}

/** "boat", of the symbols 1 to 6. */
export function symbolName(symbol: number | string): string {
    return word("symbol", String(symbol));
}

/** "diamond". */
export function motifName(motif: string): string {
    return word("motif", motif);
}

/** "plus 2", "minus 1", "zero". */
export function valueName(value: number): string {
    if (value === 0) return t("value.zero");
    return value > 0 ? t("value.plus", { n: value }) : t("value.minus", { n: -value });
}

/** For the start of a sentence. */
export function capital(text: string): string {
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
