import type { Conservation } from '~/api/types';

type Row = Conservation['rows'][number];

export interface Sums {
  capacity: number;
  nominal: number;
  borrowed: number;
  other: number;
  idle: number;
  down: number;
}

const nothing = (): Sums => ({ capacity: 0, nominal: 0, borrowed: 0, other: 0, idle: 0, down: 0 });

function add(sums: Sums, row: Row): Sums {
  return {
    capacity: sums.capacity + Number(row.capacity),
    nominal: sums.nominal + Number(row.nominal),
    borrowed: sums.borrowed + Number(row.borrowed),
    other: sums.other + Number(row.other),
    idle: sums.idle + Number(row.idle),
    down: sums.down + Number(row.down) + Number(row.plannedDown),
  };
}

/** GPU-seconds added up by a key of the row, in the order of the keys. */
export function sumsBy(rows: Row[], key: (row: Row) => string): [string, Sums][] {
  const sums = new Map<string, Sums>();
  for (const row of rows) sums.set(key(row), add(sums.get(key(row)) ?? nothing(), row));
  return [...sums].sort(([a], [b]) => a.localeCompare(b));
}

/** Share of what was in service that was bound to jobs; null when nothing was in service. */
export function allocation(sums: Sums): number | null {
  const available = sums.capacity - sums.down;
  return available > 0 ? (sums.nominal + sums.borrowed + sums.other) / available : null;
}

/** Monday first, hours of the day; null where no hour is known. UTC, as the hours are cut. */
export function week(rows: Row[]): (number | null)[][] {
  const cells = new Map(sumsBy(rows, (row) => {
    const at = new Date(row.hour);
    return `${(at.getUTCDay() + 6) % 7}/${at.getUTCHours()}`;
  }));
  return Array.from({ length: 7 }, (_, weekday) => Array.from({ length: 24 }, (_, hour) => {
    const sums = cells.get(`${weekday}/${hour}`);
    return sums ? allocation(sums) : null;
  }));
}
