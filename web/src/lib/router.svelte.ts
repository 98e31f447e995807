/** Which page the address names. Links are plain `<a href>`: a click on one of ours loads nothing. */

let path = $state(location.pathname);

/** The address, without its query and fragment. */
export function route(): string {
    return path;
}

/** Goes to an address of ours. */
export function go(address: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    arrive();
    scrollTo(0, 0);
}

/** Listens to clicks on links and to the browser's buttons. */
export function followLinks(): void {
    addEventListener("popstate", arrive);
    document.addEventListener("click", (event) => {
        const link = (event.target as Element).closest?.("a");
        if (!link || !ours(link, event)) return;
        event.preventDefault();
        go(link.pathname + link.search + link.hash);
    });
}

function arrive(): void {
    path = location.pathname;
}

function ours(link: HTMLAnchorElement, event: MouseEvent): boolean {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    const here = link.origin === location.origin && !link.target && !link.hasAttribute("download");
    const page = !link.pathname.startsWith("/api/") && !link.pathname.startsWith("/docs/");
    const jump = link.pathname === location.pathname && link.hash !== "";
    return plain && here && page && !jump && !event.defaultPrevented;
}
