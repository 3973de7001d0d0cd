import type { MonthToDate } from '~/api/types';

/** `2026-11` of a period however it is told. */
export function monthOf(period: MonthToDate['period']): string {
  return typeof period === 'string' ? period.slice(0, 7) : (period.month ?? period.from).slice(0, 7);
}

/** `2026-10` of `2026-11`. */
export function monthBefore(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 2, 1)).toISOString().slice(0, 7);
}
