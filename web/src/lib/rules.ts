/** Where a clause of the rules is told: `/rules/piazza#P-DIFFER`. */
export function ruleAddress(clause: string): string {
    const game = clause.startsWith("P-") ? "piazza" : "carre";
    return `/rules/${game}#${clause}`;
}
