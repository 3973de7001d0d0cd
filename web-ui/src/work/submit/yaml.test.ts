import { expect, test } from 'vitest';
import type { JobSubmission } from '~/api/types';
import { freshSubmission, tidyJob } from './submission';
import { fromYaml, toYaml } from './yaml';

test('form to YAML and back loses nothing, not even what the form does not show', () => {
  const job = {
    ...tidyJob({ ...freshSubmission('vision'), name: 'a', labels: { on: 'yes', n: '08' } }),
    later: { deep: [1, 'x: y'] },
  } as JobSubmission;
  job.spec.image = 'i';
  job.spec.command = ['bash', '-c', 'echo "a: b" # no comment\nexit 1'];
  expect(fromYaml(toYaml(job)).job).toEqual(job);
});
test('a fault names its line', () => {
  expect(fromYaml('project: a\nspec: [').fault).toMatch(/^line 2: /);
});
test.each(['', '[]', 'project: a', 'project: a\nspec: {podSets: []}', 'project: a\nspec: {podSets: 3}'])('not a job: %s', (text) => {
  expect(fromYaml(text).fault).toBeTruthy();
});

test('an empty form shows what is to be filled in', () => {
  const lines = toYaml(freshSubmission('vision')).split('\n').slice(0, 5);
  expect(lines).toEqual(['project: vision', 'name: ""', 'spec:', '  type: BATCH', '  image: ""']);
});
