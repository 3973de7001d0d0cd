import { expect, test } from 'vitest';
import { allocation, sumsBy, week } from './utilisation';

const row = (hour: string, [nominal, borrowed, down]: [number, number, number]) => ({
  pool: 'h200', model: 'H200', hour, capacity: '100', nominal: String(nominal), borrowed: String(borrowed), other: '0',
  idle: String(100 - nominal - borrowed - down), down: String(down), plannedDown: '0', balanced: true,
});
// 2026-11-23 is a Monday.
const rows = [row('2026-11-23T00:00:00Z', [40, 10, 0]), row('2026-11-23T01:00:00Z', [0, 0, 100]), row('2026-11-29T23:00:00Z', [60, 0, 20])];

test('what is down is not counted as available', () => {
  expect(sumsBy(rows, (each) => each.hour).map(([, sums]) => allocation(sums))).toEqual([0.5, null, 0.75]);
});
test('the week begins on Monday, and unknown hours are not zero', () => {
  const cells = week(rows);
  expect(cells[0]?.slice(0, 3)).toEqual([0.5, null, null]);
  expect(cells[6]?.[23]).toBe(0.75);
});
