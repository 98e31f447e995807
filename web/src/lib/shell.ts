/** What `index.html` shows until there is a page: the bar, and at a table that it is on its way. */

/** Whether it is still there. */
export function shellStands(): boolean {
    return document.getElementById("shell") !== null;
}

/** Shows the page that was built below it. */
export function dropShell(): void {
    document.getElementById("shell")?.remove();
}
