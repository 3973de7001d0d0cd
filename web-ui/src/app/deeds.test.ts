import { expect, test } from 'vitest';
import type { Me } from '~/api/types';
import { deedsFor, named } from './deeds';

const NOW = Date.parse('2026-01-15T12:00:00Z');
const who = (...permissions: string[]) => ({ permissions, timeZone: 'Europe/Berlin' }) as Me;

test('everybody is offered what they may do', () => {
  expect(deedsFor(who(), NOW)).toEqual([]);
  expect(deedsFor(who('user.write', 'token.write'), NOW).map((deed) => deed.wish)).toEqual(['person', 'token']);
});
test('the month that can be closed is the last one', () => {
  expect(deedsFor(who('period.close'), NOW).map((deed) => deed.go.search)).toEqual([{ month: '2025-12' }]);
  const newYear = Date.parse('2025-12-31T23:30:00Z');
  expect(deedsFor(who('period.close'), newYear).map((deed) => deed.go.search)).toEqual([{ month: '2025-12' }]);
});
test('words are found in whatever order and case', () => {
  expect([named('New budget', 'BUDGET new'), named('New budget', 'bud'), named('New budget', 'new budgets'), named('New budget', '')]).toEqual([true, true, false, true]);
});
