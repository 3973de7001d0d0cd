import { expect, test } from 'vitest';
import { stepsOf, sumOf } from './podUse';

const pod = (rank: number, at: string[], gpuPercent: number[], memoryPercent: number[]) => ({ rank, pod: `p-${rank}`, at, gpuPercent, memoryPercent });

test('a step is the mean of the pods that were measured in it', () => {
  const pods = [pod(0, ['2026-01-01T00:00:10Z', '2026-01-01T00:00:00Z'], [80, 100], [50, 40]), pod(1, ['2026-01-01T00:00:10Z'], [40], [60])];
  expect(stepsOf(pods)).toEqual([
    { at: '2026-01-01T00:00:00Z', gpu: 100, memory: 40 },
    { at: '2026-01-01T00:00:10Z', gpu: 60, memory: 55 },
  ]);
  expect(stepsOf([])).toEqual([]);
});

test('a pod is told by its mean, its least and its last step', () => {
  expect(sumOf(pod(3, ['a', 'b'], [90, 30], [50, 70]))).toEqual({ rank: 3, pod: 'p-3', mean: 60, least: 30, last: 30, memory: 60 });
  expect(sumOf(pod(3, [], [], []))).toEqual({ rank: 3, pod: 'p-3', mean: 0, least: 0, last: 0, memory: 0 });
});
