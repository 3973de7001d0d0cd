import { expect, test } from 'vitest';
import { monthAfter, monthBefore, monthOf } from './period';

test.each([['2026-11', '2026-10'], ['2026-01', '2025-12'], ['2024-03', '2024-02']])('the month before %s', (month, before) => {
  expect(monthBefore(month)).toBe(before);
});

test.each([['2026-11', '2026-12'], ['2026-12-31', '2027-01'], ['2024-01-31', '2024-02']])('the month after %s', (month, after) => {
  expect(monthAfter(month)).toBe(after);
});

test('a period is its month, however it is told', () => {
  expect([monthOf('2026-11'), monthOf({ from: '2026-10-31T23:00:00.000Z', to: '', month: '2026-11' }), monthOf({ from: '2026-11-01T00:00:00.000Z', to: '' })])
    .toEqual(['2026-11', '2026-11', '2026-11']);
});
