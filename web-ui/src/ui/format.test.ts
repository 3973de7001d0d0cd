import { describe, expect, test } from 'vitest';
import { ago, count, exactHours, hours, money, secondsOf, span, words } from './format';

describe('figures', () => {
  test('keep what a float would lose', () => {
    expect(exactHours('977901.730556')).toBe('977,901.730556');
    expect(hours('9007199254740993.005')).toBe('9,007,199,254,740,993.01');
  });
  test('a missing one is a dash, never zero', () => {
    expect(money(null)).toBe('–');
    expect(count(undefined)).toBe('–');
    expect(hours('')).toBe('–');
  });
  test('money keeps its currency', () => {
    expect(money({ amount: '1234.5', currency: 'EUR' })).toContain('1,234.50');
  });
});

test.each([
  [0, '0 s'], [59.9, '59 s'], [60, '1 min'], [61, '1 min 1 s'], [3599, '59 min'], [3600, '1 h 00 min'],
  [7500, '2 h 05 min'], [90_000, '1 d 1 h'],
])('span of %d s', (seconds, expected) => {
  expect(span(seconds)).toBe(expected);
});

test.each([
  ['90s', 90], ['15m', 900], ['2h', 7200], ['3d', 259_200], ['1h30m', 5400], ['1500ms', 1.5], ['PT2H', 7200], ['P1DT1H', 90_000],
  ['', null], ['twelve', null], ['12', null], ['12h later', null],
])('seconds of %s', (text, expected) => {
  expect(secondsOf(text)).toBe(expected);
});

test('time ago is coarse', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  expect(ago(now - 10_000, now)).toBe('now');
  expect(ago(now - 300_000, now)).toMatch(/5 min/);
  expect(ago(now - 7_200_000, now)).toMatch(/2 hr/);
});

test('codes become words', () => {
  expect(words('WaitingForNodes')).toBe('Waiting for nodes');
  expect(words('TIMED_OUT')).toBe('Timed out');
  expect(words('project-admin')).toBe('Project admin');
  expect(words('org-admin')).toBe('Organisation admin');
});
