/** Messages of the browser itself, when it is one's turn and the page is closed. */

import { call } from "./api.ts";
import type { PushSubscription as ToTell } from "./protocol.ts";

/** Whether this browser can be told. */
export function canPush(): boolean {
    return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Whether this browser is told now. */
export async function isPushed(): Promise<boolean> {
    const worker = await navigator.serviceWorker.getRegistration();
    return Boolean(await worker?.pushManager.getSubscription());
}

/** Be told from now on; false where the player does not allow it. Throws RefusedError. */
export async function subscribe(): Promise<boolean> {
    if ((await Notification.requestPermission()) !== "granted") return false;
    const [worker, { key }] = await Promise.all([
        navigator.serviceWorker.ready,
        call("GET /api/me/push"),
    ]);
    const made = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
    });
    try {
        await call("PUT /api/me/push", {}, told(made));
    } catch (error) {
        await made.unsubscribe(); // Else it would look as if this browser were told.
        throw error;
    }
    return true;
}

function told(made: PushSubscription): ToTell {
    const { endpoint, keys } = made.toJSON();
    return {
        endpoint: endpoint ?? "",
        keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
    };
}

/** Be told no more. */
export async function unsubscribe(): Promise<void> {
    const worker = await navigator.serviceWorker.getRegistration();
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
    await call("DELETE /api/me/push");
}
