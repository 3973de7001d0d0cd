import { expect, test } from 'vitest';
import type { JobSubmission } from '~/api/types';
import { baseName, fieldChanges, specDiff } from './specDiff';

const job = (change: Partial<JobSubmission['spec']>, more: Partial<JobSubmission> = {}): JobSubmission => ({
  project: 'p', name: `n-${Math.random()}`, ...more,
  spec: { type: 'BATCH', image: 'a:1', podSets: [{ name: 'main', count: 1, gpusPerPod: 8 }], ...change },
});

test('what was changed, added and taken away, and not the name', () => {
  const before = job({ image: 'a:1', maxRuntime: '1h' }, { labels: { paper: 'icml' } });
  const after = job({ image: 'a:2', podSets: [{ name: 'main', count: 4, gpusPerPod: 8 }], priority: 'high' });
  expect(specDiff(before, after)).toEqual([
    { field: 'spec.image', before: 'a:1', after: 'a:2' },
    { field: 'spec.podSets.main.count', before: '1', after: '4' },
    { field: 'spec.priority', before: undefined, after: 'high' },
    { field: 'labels.paper', before: 'icml' },
    { field: 'spec.maxRuntime', before: '1h' },
  ]);
  expect(specDiff(before, before)).toEqual([]);
});

test('of any values, and of one that was not there before', () => {
  const quotas = (nominal: string) => ({ quotas: [{ flavor: 'a100', resource: 'gpu', nominal: '4' }, { flavor: 'h200', resource: 'gpu', nominal }], percent: [50, 100] });
  expect(fieldChanges(quotas('8'), { ...quotas('12'), percent: [50, 90] })).toEqual([
    { field: 'quotas.h200 gpu.nominal', before: '8', after: '12' }, { field: 'percent.1', before: '100', after: '90' },
  ]);
  expect(fieldChanges(null, { active: true })).toEqual([{ field: 'active', before: undefined, after: 'true' }]);
  expect(fieldChanges(undefined, null)).toEqual([]);
});

test.each([['sft-2', 'sft'], ['sft', 'sft'], ['sft-009', 'sft'], ['run-20261130', 'run-20261130']])('%s is one of %s', (name, base) => {
  expect(baseName(name)).toBe(base);
});
