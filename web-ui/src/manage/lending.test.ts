import { expect, test } from 'vitest';
import { matrixOf } from './lending';

const rows = [
  { flavor: 'a100', lender: 'x', borrower: 'p', gpus: '2' },
  { flavor: 'h200', lender: 'x', borrower: 'p', gpus: '3' },
  { flavor: 'h200', lender: 'y', borrower: 'q', gpus: '9' },
  { flavor: 'h200', lender: null, borrower: 'q', gpus: '1' },
];
test('who lends or borrows most comes first, hidden ones have a word', () => {
  expect(matrixOf(rows, undefined, '?')).toEqual({ lenders: ['y', 'x', '?'], borrowers: ['q', 'p'], cells: [[9, 0], [0, 5], [1, 0]] });
});
test('one flavor', () => {
  expect(matrixOf(rows, 'a100', '?')).toEqual({ lenders: ['x'], borrowers: ['p'], cells: [[2]] });
});
