import { expect, test } from 'vitest';
import { daysOf, monthAfter, monthBefore, monthOf } from './period';

test.each([['2026-11', '2026-10'], ['2026-01', '2025-12'], ['2024-03', '2024-02']])('the month before %s', (month, before) => {
  expect(monthBefore(month)).toBe(before);
});

test('the days of a month that is over, that goes on, and that begins today', () => {
  expect(daysOf('2024-02', '2026-11-05')).toEqual({ since: '2024-02-01', until: '2024-02-29' });
  expect(daysOf('2026-11', '2026-11-05')).toEqual({ since: '2026-11-01', until: '2026-11-05' });
  expect(daysOf('2026-11', '2026-11-01')).toEqual({ since: '2026-11-01', until: '2026-11-01' });
});

test.each([['2026-11', '2026-12'], ['2026-12-31', '2027-01'], ['2024-01-31', '2024-02']])('the month after %s', (month, after) => {
  expect(monthAfter(month)).toBe(after);
});

test('a period is its month, however it is told', () => {
  expect([monthOf('2026-11'), monthOf({ from: '2026-10-31T23:00:00.000Z', to: '', month: '2026-11' }), monthOf({ from: '2026-11-01T00:00:00.000Z', to: '' })])
    .toEqual(['2026-11', '2026-11', '2026-11']);
});
