import type { MonthToDate } from '~/api/types';

/** `2026-11` of a period however it is told. */
export function monthOf(period: MonthToDate['period']): string {
  return typeof period === 'string' ? period.slice(0, 7) : (period.month ?? period.from).slice(0, 7);
}

/** A time, `[from, to)`. */
export interface Span {
  from: string;
  to: string;
}

/** From when to when the month goes; null when only its name is told. */
export const boundsOf = (period: MonthToDate['period']): Span | null => (typeof period === 'string' ? null : { from: period.from, to: period.to });

/** `2026-10` of `2026-11`. */
export const monthBefore = (month: string): string => monthsLater(month, -1);

/** `2026-12` of `2026-11`, or of a day in it. */
export const monthAfter = (month: string): string => monthsLater(month, 1);

/** The month of a day and the eleven before it, newest first. */
export const monthsUntil = (day: string): string[] => Array.from({ length: 12 }, (_, back) => monthsLater(day.slice(0, 7), -back));

/** The first and the last day of a month; of one that goes on, up to this day. */
export function daysOf(month: string, today: string): { since: string; until: string } {
  const last = daysBefore(`${monthAfter(month)}-01`, 1);
  return { since: `${month}-01`, until: today >= `${month}-01` && today < last ? today : last };
}

const DAY_MS = 86_400_000;
const daysLater = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** `2026-12-01` of `2026-11-30`. */
export const dayAfter = (day: string): string => daysLater(day, 1);

/** So many days before a day. */
export const daysBefore = (day: string, days: number): string => daysLater(day, -days);

function monthsLater(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + months, 1)).toISOString().slice(0, 7);
}
