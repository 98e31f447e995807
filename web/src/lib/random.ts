/** Chance, as good as the browser has it. */

/** So many random bytes as hexadecimal digits. `randomUUID` is there with https alone. */
export function randomHex(bytes: number): string {
    const found = crypto.getRandomValues(new Uint8Array(bytes));
    return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
