import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { meQuery } from '~/api/session';
import { clockSkew, serverNow, watchSkew } from '~/api/serverClock';
import { ago, exact, NOTHING, span } from './format';

// One timer for all times on the page; it ticks only while something shows a time.
let now = serverNow();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = serverNow();
  if (!document.hidden) watchers.forEach((each) => each());
}

// A wrong clock is known with the first answer: nothing is shown by it until the next tick.
watchSkew(tick);

function watch(notify: () => void): () => void {
  watchers.add(notify);
  timer ??= setInterval(tick, 1000);
  return () => {
    watchers.delete(notify);
    if (watchers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The server's time, to the second. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now);
}

/** Milliseconds that the server is ahead of this computer; 0 when they agree. */
export function useSkew(): number {
  return useSyncExternalStore(watchSkew, clockSkew);
}

/** Today in UTC, `2026-11-29`; changes at midnight. */
export function useToday(): string {
  return useSyncExternalStore(watch, () => new Date(now).toISOString().slice(0, 10));
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day, `2026-11-29`, that it is in a zone at a time in milliseconds. */
export function dayIn(zone: string, at: number): string {
  let calendar = calendars.get(zone);
  if (!calendar) calendars.set(zone, calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }));
  return calendar.format(at);
}

/** Today where the organisation keeps its books: the month that goes on is this day's. */
export function useHomeDay(): string {
  const zone = useQuery(meQuery).data?.timeZone ?? 'UTC';
  return useSyncExternalStore(watch, () => dayIn(zone, now));
}

/** How long ago, with the exact local time on hover. Plain titles, since long tables have thousands. */
export function Ago({ at }: { at: string | null | undefined }) {
  const current = useNow();
  if (!at) return <span className="quiet">{NOTHING}</span>;
  return <time dateTime={at} title={exact(at)}>{ago(Date.parse(at), current)}</time>;
}

/** Time between two instants, or up to now. */
export function Since({ from, to }: { from: string | null | undefined; to?: string | null }) {
  const current = useNow();
  if (!from) return <span className="quiet">{NOTHING}</span>;
  const end = to ? Date.parse(to) : Math.max(current, Date.parse(from));
  return (
    <span title={to ? `${exact(from)} – ${exact(to)}` : exact(from)}>{span((end - Date.parse(from)) / 1000)}</span>
  );
}
