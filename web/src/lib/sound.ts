/** Short, dry sounds, made here. None carries news that the screen lacks. */

import { afterPaint } from "./paint.ts";
import { settings } from "./settings.svelte.ts";

const VOLUME = 0.4;
/** Milliseconds until the first sound. */
const FIRST = 150;
const STEPS = [0, 2, 4, 7, 9, 12, 14, 16];

let context: AudioContext | undefined;
let out: GainNode | undefined;

interface Made {
    audio: AudioContext;
    to: AudioNode;
}

/** Browsers allow sound only after a first touch: until then nothing is played. */
function allowed(): boolean {
    return settings.sound && Boolean(navigator.userActivation?.hasBeenActive);
}

/** Once the screen has answered. The first one waits longer: to begin with sounds takes as long as to draw. */
function soon(act: (made: Made) => void): void {
    if (!allowed()) return;
    if (context) afterPaint(() => act(made()));
    else setTimeout(() => act(made()), FIRST);
}

function made(): Made {
    context ??= new AudioContext();
    if (!out) {
        out = context.createGain();
        out.gain.value = VOLUME;
        out.connect(context.destination);
    }
    if (context.state === "suspended") void context.resume();
    return { audio: context, to: out };
}

interface Note {
    type: OscillatorType;
    from: number;
    to?: number;
    level: number;
    seconds: number;
    after?: number;
}

function note(one: Note): void {
    soon((made) => play(made, one));
}

function play(made: Made, { type, from, to = from, level, seconds, after = 0 }: Note): void {
    const start = made.audio.currentTime + after;
    const tone = made.audio.createOscillator();
    tone.type = type;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + seconds);
    tone.connect(fading(made, level, start, seconds));
    tone.start(start);
    tone.stop(start + seconds);
}

function noise(frequency: number, level: number, seconds: number): void {
    soon((made) => rustle(made, frequency, level, seconds));
}

function rustle(made: Made, frequency: number, level: number, seconds: number): void {
    const { audio } = made;
    const buffer = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
    buffer.getChannelData(0).forEach((_, i, all) => (all[i] = Math.random() * 2 - 1));
    const source = audio.createBufferSource();
    const band = audio.createBiquadFilter();
    source.buffer = buffer;
    band.type = "bandpass";
    band.frequency.value = frequency;
    source.connect(band).connect(fading(made, level, audio.currentTime, seconds));
    source.start();
}

function fading({ audio, to }: Made, level: number, start: number, seconds: number): GainNode {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(level, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    gain.connect(to);
    return gain;
}

export const sound = {
    /** A tile on stone. */
    lay(): void {
        noise(1800, 0.9, 0.05);
        note({ type: "sine", from: 210, to: 120, level: 0.7, seconds: 0.11 });
    },
    /** A lighter tap. */
    choose(): void {
        noise(3200, 0.35, 0.03);
        note({ type: "sine", from: 420, to: 330, level: 0.25, seconds: 0.06 });
    },
    /** A plucked note, higher with each bracket of a move; the first is 0. */
    bracket(nth: number): void {
        const step = STEPS[Math.min(nth, STEPS.length - 1)] ?? 0;
        note({ type: "triangle", from: 392 * 2 ** (step / 12), level: 0.5, seconds: 0.24 });
    },
    /** Paper. */
    draw(): void {
        noise(2600, 0.4, 0.14);
    },
    /** A soft bell and a short vibration, only with consent: it is your turn. */
    bell(): void {
        if (!settings.bell) return;
        note({ type: "sine", from: 880, level: 0.4, seconds: 0.24 });
        note({ type: "sine", from: 1320, level: 0.2, seconds: 0.2 });
        navigator.vibrate?.(20);
    },
    /** Two low taps: not so. */
    refuse(): void {
        note({ type: "sine", from: 150, to: 110, level: 0.7, seconds: 0.08 });
        note({ type: "sine", from: 130, to: 95, level: 0.7, seconds: 0.08, after: 0.1 });
    },
    /** Wood, once a second when little time is left. */
    tick(): void {
        noise(1200, 0.5, 0.025);
    },
};
