// Lets what happens every few minutes happen a thousand times sooner in this process.
const MINUTE_MS = 60_000;
const inTime = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (work, ms, ...rest) => inTime(work, ms >= MINUTE_MS ? ms / 1_000 : ms, ...rest),
  inTime,
);
