import type { UtilisationRow } from '~/api/types';

/** Allocation by day, Monday first, and hour; null where no hour is known. UTC, as the hours are cut. */
export function week(hoursOfWeek: UtilisationRow[]): (number | null)[][] {
  const cells = new Map(hoursOfWeek.map((row) => [row.key, row.allocation]));
  return Array.from({ length: 7 }, (_, weekday) => Array.from({ length: 24 }, (_, hour) => {
    const share = cells.get(`${weekday + 1}/${String(hour).padStart(2, '0')}`);
    return share ? Number(share) : null;
  }));
}
