// Before the first paint: the chosen theme, else the system's.
(() => {
    let chosen = null;
    try {
        chosen = JSON.parse(localStorage.getItem("piazzetta.settings") ?? "{}").theme;
    } catch {
        // Nothing is stored, or nothing that can be read.
    }
    const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
