import { describe, expect, it } from 'vitest';
import { outlook } from './outlook';

const DAY = 86_400_000;
const month = { from: 0, to: 30 * DAY };

describe('the outlook of a month', () => {
  it('carries on evenly what was used, within what weeks have cost', () => {
    const days = [...Array<number>(7).fill(5), ...Array<number>(7).fill(20)];
    expect(outlook(100, month, 10 * DAY, days)).toEqual({ expected: 300, low: 100 + 20 * 5, high: 100 + 20 * 20 });
  });
  it('has a band that holds what is expected', () => {
    expect(outlook(100, month, 10 * DAY, Array<number>(28).fill(1))).toEqual({ expected: 300, low: 120, high: 300 });
    expect(outlook(0, month, 10 * DAY, Array<number>(7).fill(3))).toEqual({ expected: 0, low: 0, high: 60 });
  });
  it('has no band with less than a week to go by', () => {
    expect(outlook(10, month, 15 * DAY, [1, 2, 3, 4, 5, 6])).toEqual({ expected: 20, low: null, high: null });
  });
  it('is what was used when the month is over', () => {
    expect(outlook(10, month, 40 * DAY, Array<number>(7).fill(9))).toEqual({ expected: 10, low: 10, high: 10 });
  });
});
