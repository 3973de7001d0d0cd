import { expect, test } from 'vitest';
import { sum, sumMoney } from './decimal';

test('adds what floats cannot', () => {
  expect(sum(['0.1', '0.2'])).toBe('0.30');
  expect(sum(['9007199254740993.000001', '0.000001'])).toBe('9007199254740993.000002');
  expect(sum(['1.5', '-2.25', null, undefined])).toBe('-0.75');
  expect(sum([])).toBe('0.00');
});
test('does not add different currencies', () => {
  expect(sumMoney([{ amount: '1.10', currency: 'EUR' }, null, { amount: '2.20', currency: 'EUR' }])).toEqual({ amount: '3.30', currency: 'EUR' });
  expect(sumMoney([{ amount: '1', currency: 'EUR' }, { amount: '2', currency: 'USD' }])).toBeNull();
});
