import { beforeEach, expect, test, vi } from 'vitest';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const header = (at: number) => new Date(at).toUTCString();
const minutes = (n: number) => n * 60_000;
let clock: typeof import('./serverClock');

beforeEach(async () => {
  vi.resetModules();
  clock = await import('./serverClock');
});

test('clocks that agree but for the length of a call are one', () => {
  clock.learn(header(NOON), NOON - 900, NOON + 900, 0);
  expect(clock.clockSkew()).toBe(0);
});

test('a clock an hour behind is told from the answer', () => {
  const told = vi.fn();
  clock.watchSkew(told);
  clock.learn(header(NOON + minutes(60)), NOON, NOON + 200, 0);
  expect(clock.clockSkew()).toBe(minutes(60) + 400);
  expect(told).toHaveBeenCalledOnce();
});

test('a slow answer does not replace a fast one until that is old', () => {
  clock.learn(header(NOON + minutes(60)), NOON, NOON + 200, 0);
  clock.learn(header(NOON), NOON, NOON + 8_000, minutes(9));
  expect(clock.clockSkew()).toBe(minutes(60) + 400);
  clock.learn(header(NOON), NOON - 4_000, NOON + 4_000, minutes(11));
  expect(clock.clockSkew()).toBe(0);
});

test('nothing is learned from an answer without a date, or across a change of the own clock', () => {
  clock.learn(null, NOON, NOON + 1, 0);
  clock.learn('soon', NOON, NOON + 1, 0);
  clock.learn(header(NOON + minutes(60)), NOON, NOON - minutes(5), 0);
  expect(clock.clockSkew()).toBe(0);
});
