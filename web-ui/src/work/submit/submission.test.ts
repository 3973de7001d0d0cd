import { describe, expect, test } from 'vitest';
import type { JobSubmission } from '~/api/types';
import { backendChoices, freshSubmission, nextName, tidyJob, totalGpus, withChanges } from './submission';
import { joinWords, splitWords } from './words';

const gang: JobSubmission = {
  project: 'vision', name: 'vit',
  spec: { type: 'BATCH', image: 'i', gpuModel: 'H200', preemptible: false, podSets: [
    { name: 'main', count: 4, gpusPerPod: 8, topology: { mode: 'REQUIRED', level: 'rack' } },
    { name: 'eval', count: 1, gpusPerPod: 1 },
  ] },
};

test('a next step changes what it says and nothing else', () => {
  expect(withChanges(gang, {})).toEqual(gang);
  const changed = withChanges(gang, { model: 'A100', workers: '2', topology: 'PREFERRED', preemptible: 'true' });
  expect(changed.spec).toMatchObject({ gpuModel: 'A100', preemptible: true, image: 'i' });
  expect(changed.spec.podSets).toEqual([
    { name: 'main', count: 2, gpusPerPod: 8, topology: { mode: 'PREFERRED', level: 'rack' } },
    { name: 'eval', count: 1, gpusPerPod: 1 },
  ]);
  expect(totalGpus(changed)).toBe(17);
});
test('what is left open is not sent', () => {
  const sent = tidyJob({ ...freshSubmission('p'), name: 'a', labels: {} });
  expect(sent).not.toHaveProperty('labels');
  expect(sent.spec).not.toHaveProperty('gpuModel');
  expect(sent.spec).not.toHaveProperty('command');
  expect(sent.spec.preemptible).toBe(true);
});
test.each([['sft', 'sft-2'], ['sft-2', 'sft-3'], ['moe-0069', 'moe-0070'], ['exp-99999', 'exp-99999-2'], ['a'.repeat(255), 'a'.repeat(255)]])(
  'the next name after %s', (name, expected) => expect(nextName(name)).toBe(expected),
);

describe('command line', () => {
  test.each([
    ['torchrun train.py --epochs 3', ['torchrun', 'train.py', '--epochs', '3']],
    [`bash -c 'echo "a b"; exit 1'`, ['bash', '-c', 'echo "a b"; exit 1']],
    [`x "a \\" b" ''`, ['x', 'a " b', '']],
    ['a\\ b', ['a b']],
    ['   ', []],
  ])('%s', (line, words) => {
    expect(splitWords(line)).toEqual(words);
    expect(splitWords(joinWords(words))).toEqual(words);
  });
  test('quotes inside words survive', () => {
    const words = ["it's", 'a"b', 'c d', '$HOME', ''];
    expect(splitWords(joinWords(words))).toEqual(words);
  });
});

test('what jobs may be driven by is offered where a cluster leaves a choice', () => {
  expect(backendChoices([{ backend: 'slurm' }, { backend: 'job', settings: { queue: 'q' } }])).toEqual([]);
  expect(backendChoices([{ backend: 'job', settings: { backends: 'trainjob, jobset' } }, { backend: 'kueue', settings: { backends: 'jobset' } }]))
    .toEqual(['job', 'jobset', 'kueue', 'trainjob']);
});
