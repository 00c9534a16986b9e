/** Repeatable randomness: each number is derived from its purpose, never from a generator's state. */

/** Mixes up to three integers into 32 bits. */
export function hash(seed: number, first = 0, second = 0): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(first ^ (seed >>> 15), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x27d4eb2f) ^ Math.imul(second + 0x165667b1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Hashes a text to 32 bits. */
export function hashText(text: string, seed = 0): number {
  let mixed = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  return hash(seed, mixed, text.length);
}

/** A number from 0 (included) to 1 (excluded). */
export const unit = (seed: number, first: number, second = 0): number => hash(seed, first, second) / 2 ** 32;

/** An element of a list that is not empty. */
export const sampleFrom = <T>(list: readonly T[], seed: number, first: number, second: number): T =>
  list[hash(seed, first, second) % list.length] as T;

const OCTAVES: readonly (readonly [periodSeconds: number, amplitude: number])[] = [
  [31_536_000, 0.69],
  [2_592_000, 0.2],
  [345_600, 0.05],
  [43_200, 0.024],
  [3_600, 0.01],
  [300, 0.004],
  [20, 0.003],
];

/**
 * A continuous random path around 0, within ±1, made of waves from a year down to seconds. Every moment costs the same,
 * so a price needs no history.
 */
export function drift(seed: number, seconds: number): number {
  let sum = 0;
  OCTAVES.forEach(([period, amplitude], octave) => {
    const position = seconds / period;
    const step = Math.floor(position);
    const part = position - step;
    const blend = part * part * (3 - 2 * part);
    const [from, to] = [unit(seed, step, octave), unit(seed, step + 1, octave)];
    sum += amplitude * ((from + (to - from) * blend) * 2 - 1);
  });
  return sum;
}
