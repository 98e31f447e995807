/**
 * The service worker: keeps the app itself, so that it can say when the server is away, and shows
 * messages of the server while no page is open.
 */

import push from "virtual:keys/push";

declare const self: ServiceWorkerGlobalScope;
// Both are filled in by the build.
const FILES = "__FILES__" as unknown as string[];
const CACHE = "piazzetta-__VERSION__";
const SHELL = "/";
const ICONS = ["/icon.svg", "/theme.js", "/manifest.webmanifest"];
/** Milliseconds after which a page is taken from here. */
const PATIENCE = 4000;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate" && isPage(pathname)) event.respondWith(page(request));
    else if (pathname.startsWith("/assets/") || ICONS.includes(pathname)) {
        event.respondWith(file(request));
    }
});
self.addEventListener("push", (event) => event.waitUntil(tell(event.data?.json())));
self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(show(`/t/${event.notification.tag}`));
});

async function keep(): Promise<void> {
    const cache = await caches.open(CACHE);
    await cache.addAll([SHELL, ...ICONS, ...FILES]);
    await self.skipWaiting();
}

async function clear(): Promise<void> {
    const old = (await caches.keys()).filter((name) => name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
}

function isPage(path: string): boolean {
    return !path.startsWith("/api/") && !path.startsWith("/docs/");
}

/** The newest from the server; the one that was kept while that is away. */
async function page(request: Request): Promise<Response> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined));
    const fresh = fetch(request).catch(() => undefined);
    const kept = async () => (await caches.match(SHELL)) ?? fetch(request);
    return (await Promise.race([fresh, late])) ?? kept();
}

/** Files with their content in their name never change. */
async function file(request: Request): Promise<Response> {
    return (await caches.match(request)) ?? fetch(request);
}

async function tell(news: { table: string; game: string } | undefined): Promise<void> {
    if (!news) return;
    const texts = push[navigator.language.slice(0, 2)] ?? push.en ?? {};
    await self.registration.showNotification(texts["push.title"] ?? "", {
        body: texts[`push.${news.game}`],
        tag: news.table,
        icon: "/icon-192.png",
    });
}

async function show(address: string): Promise<void> {
    const [open] = await self.clients.matchAll({ type: "window" });
    if (!open) await self.clients.openWindow(address);
    else await (await open.navigate(address))?.focus();
}
