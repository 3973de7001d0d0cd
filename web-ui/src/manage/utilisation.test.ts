import { expect, test } from 'vitest';
import { week } from './utilisation';

const row = (key: string, allocation: string | null) => ({
  key, capacity: '1', available: '1', allocated: '0', nominal: '0', borrowed: '0', other: '0', idleWanted: '0', idleUnwanted: '1', down: '0', plannedDown: '0', allocation,
});

test('the week begins on Monday, and hours of which nothing is known are not zero', () => {
  const cells = week([row('1/00', '0.5000'), row('1/01', null), row('7/23', '0.7500')]);
  expect(cells[0]?.slice(0, 3)).toEqual([0.5, null, null]);
  expect(cells[6]?.[23]).toBe(0.75);
});
