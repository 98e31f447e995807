/** What stands on a badge for a name: its first letter, and more where others begin alike. */

const NUMBERED = /^(.*\D)(\d{1,2})$/u;

/** "A", "B"; "G1" and "G2" of Gina 1 and Gina 2; "Ad" and "An" of Ada and Anna. */
export function initialsOf(names: readonly string[]): string[] {
    const firsts = names.map(first);
    return names.map((name, i) => {
        const alike = names.filter((_, other) => firsts[other] === firsts[i]);
        if (alike.length < 2) return firsts[i] ?? "";
        const [, , count] = NUMBERED.exec(name.trim()) ?? [];
        if (count) return `${firsts[i]}${count}`;
        const plain = alike.filter((one) => !NUMBERED.test(one.trim()));
        if (plain.length < 2) return firsts[i] ?? "";
        const two = [...name.trim()].slice(0, 2).join("");
        const same = plain.filter((one) => [...one.trim()].slice(0, 2).join("") === two);
        return same.length < 2 ? capital(two) : `${firsts[i]}${plain.indexOf(name) + 1}`;
    });
}

function first(name: string): string {
    return [...name.trim()][0]?.toLocaleUpperCase() ?? "";
}

function capital(text: string): string {
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
