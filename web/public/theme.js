// Before the first paint: the chosen theme and language, else the system's; and which page it is.
(() => {
    const page = document.documentElement;
    let chosen = {};
    try {
        chosen = JSON.parse(localStorage.getItem("piazzetta.settings")) ?? {};
    } catch {
        // Nothing is stored, or nothing that can be read.
    }
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    page.dataset.theme = chosen.theme ?? (dark ? "dark" : "light");
    const known = page.dataset.languages.split(" ");
    const wanted = [chosen.language, ...navigator.languages].map((one) => one?.slice(0, 2));
    page.lang = wanted.find((one) => known.includes(one)) ?? known[0];
    page.dataset.page = location.pathname.split("/")[1];
})();
