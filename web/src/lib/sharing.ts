/** Giving an address to somebody else. */

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether an address of this host leads nowhere from another machine. */
export function onlyHere(host: string): boolean {
    return LOOPBACK.test(host);
}

/** Whether the device has a way to share of its own. */
export function canShare(): boolean {
    return typeof navigator.share === "function";
}

/** Opens the device's own list of ways; to close it is no failure. */
export async function share(title: string, url: string): Promise<void> {
    await navigator.share({ title, url }).catch(() => undefined);
}

/** Gives an address on: by touch in the device's own way, else by copying it; whether it was copied. */
export async function giveOn(url: string): Promise<boolean> {
    if (!canShare() || !matchMedia("(pointer: coarse)").matches) return copy(url);
    await navigator.share({ url }).catch(() => undefined);
    return false;
}

/** Copies a text; whether that worked. Without https there is no clipboard but the old one. */
export async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copySelected(text);
    }
}

function copySelected(text: string): boolean {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
}
