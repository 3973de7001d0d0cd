/** What a month may come to. */
export interface Outlook {
  expected: number;
  /** If the rest of the month cost per day what the cheapest week of the last four has; null with less than a week to go by. */
  low: number | null;
  high: number | null;
}

const DAY_MS = 86_400_000;
const WEEK = 7;

/**
 * What was used until `now` of a month `[from, to)`, carried on evenly as budgets do it, with a band made of past weeks.
 *
 * @param days what each of the last full days has cost, oldest first
 */
export function outlook(used: number, month: { from: number; to: number }, now: number, days: number[]): Outlook {
  const until = Math.min(Math.max(now, month.from + 1), month.to);
  const expected = (used * (month.to - month.from)) / (until - month.from);
  const rest = (month.to - until) / DAY_MS;
  const weeks = days.slice(0, Math.max(0, days.length - WEEK + 1)).map((_, at) => days.slice(at, at + WEEK).reduce((a, b) => a + b, 0) / WEEK);
  if (weeks.length === 0) return { expected, low: null, high: null };
  return { expected, low: Math.min(expected, used + rest * Math.min(...weeks)), high: Math.max(expected, used + rest * Math.max(...weeks)) };
}
