import { expect, test } from 'vitest';
import type { GpuNode } from '~/api/types';
import { asTheyTakeJobs } from './closed';

test('nodes of a closed cluster take no jobs, whatever they say themselves', () => {
  const node = (cluster: string, schedulable: boolean): GpuNode => ({ cluster, name: 'n', labels: {}, gpus: 8, gpusUsed: 2, ready: true, schedulable } as GpuNode);
  const seen = asTheyTakeJobs([node('a', true), node('b', true), node('b', false)], ['a']);
  expect(seen.map((each) => each.schedulable)).toEqual([false, true, false]);
});
