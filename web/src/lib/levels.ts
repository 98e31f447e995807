/**
 * What the levels are called, as `bots/levels.py` has it: so that a choice among them can be shown
 * before the server has said which bots it has.
 */
export const LEVELS = {
    level1: "Nino",
    level2: "Gina",
    level3: "Beppe",
    level4: "Rosa",
    level5: "Elio",
    level6: "Donata",
} as const;
