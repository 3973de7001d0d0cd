import { expect, test } from 'vitest';
import { workersThatFit } from './shapes';

test('scattered GPUs do not add up to a node', () => {
  const free = { '4': 3, '8': 1 };
  expect([1, 2, 4, 8].map((gpus) => workersThatFit(free, gpus))).toEqual([20, 10, 5, 1]);
  expect(workersThatFit(undefined, 8)).toBe(0);
});
