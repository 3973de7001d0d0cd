import { expect, test } from 'vitest';
import { cardHeight, cardPart } from './cards';

const columns = [
  { width: 160, grow: true }, { width: 118, narrow: 'head' as const }, { width: 156 }, { width: 124 }, { width: 58 }, { width: 108 }, { width: 330, grow: true, narrow: 'text' as const },
];

test('the first column is the title, wide ones have a line, narrow ones share it', () => {
  expect(columns.map((column, at) => cardPart(column, at))).toEqual(['first', 'head', 'line', 'line', 'half', 'half', 'text']);
});
test('a card is as high as its lines', () => {
  const lines = (...widths: number[]) => (cardHeight(widths.map((width) => ({ width }))) - 17) / 24;
  // title; title and a line; two halves on one line; a third begins another; a half alone before a wide one.
  expect([lines(100), lines(100, 200), lines(100, 90, 90), lines(100, 90, 90, 90), lines(100, 90, 200, 90)]).toEqual([1, 2, 2, 3, 4]);
  expect((cardHeight(columns) - 17) / 24).toBe(5);
});
