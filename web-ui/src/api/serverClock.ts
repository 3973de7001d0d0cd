// What time the server has. Times on the pages are the server's, so the computer's own clock may be wrong.
const TICK_MS = 500; // a Date header has whole seconds: half of one is its error
const SMALL_MS = 2_000; // below it both clocks count as one
const FORGET_MS = 600_000;

interface Estimate {
  skew: number;
  /** How far off it may be. */
  error: number;
  /** When it was made, by a clock that nobody sets. */
  made: number;
}

let best: Estimate | undefined;
let skew = 0;
const watchers = new Set<() => void>();

/**
 * Learns from an answer: its Date header, and when the call was sent and answered by the own clock. The answer that
 * came fastest says it best; after ten minutes it counts no longer, since clocks drift and are set.
 */
export function learn(date: string | null, sent: number, answered: number, ticks = performance.now()): void {
  const told = date ? Date.parse(date) : NaN;
  if (Number.isNaN(told) || answered < sent) return;
  const error = (answered - sent) / 2 + TICK_MS;
  if (best && error > best.error && ticks - best.made < FORGET_MS) return;
  best = { skew: told + TICK_MS - (sent + answered) / 2, error, made: ticks };
  const next = Math.abs(best.skew) <= SMALL_MS + best.error ? 0 : Math.round(best.skew);
  if (next === skew) return;
  skew = next;
  watchers.forEach((notify) => notify());
}

/** Milliseconds that the server is ahead of this computer; 0 when they agree. */
export const clockSkew = (): number => skew;

/** Now, as the server has it. */
export const serverNow = (): number => Date.now() + skew;

export function watchSkew(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
