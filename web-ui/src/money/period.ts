import type { MonthToDate } from '~/api/types';

/** `2026-11` of a period however it is told. */
export function monthOf(period: MonthToDate['period']): string {
  return typeof period === 'string' ? period.slice(0, 7) : (period.month ?? period.from).slice(0, 7);
}
