import { expect, test } from 'vitest';
import type { JobSubmission } from '~/api/types';
import { freshSubmission, tidyJob } from './submission';
import { fromYaml, placeOf, toYaml } from './yaml';

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
  expect(fromYaml('project: a\nspec: [').fault?.line).toBe(2);
});
test.each(['', '[]', 'project: a', 'project: a\nspec: {podSets: []}', 'project: a\nspec: {podSets: 3}'])('not a job: %s', (text) => {
  expect(fromYaml(text).fault?.text).toBeTruthy();
});

test('an empty form shows what is to be filled in', () => {
  const lines = toYaml(freshSubmission('vision')).split('\n').slice(0, 5);
  expect(lines).toEqual(['project: vision', 'name: ""', 'spec:', '  type: BATCH', '  image: ""']);
});

const written = `# our nightly run
project: vision
spec:
  image: registry.example/t:1 # pinned
  type: BATCH
  podSets:
    - name: main
      gpusPerPod: 8 # one node
      count: 2
name: nightly
`;

test('a change made in the form leaves comments and order of the text alone', () => {
  const job = fromYaml(written).job;
  if (!job) throw new Error('the text is a job');
  const [main] = job.spec.podSets;
  if (!main) throw new Error('it has a pod set');
  const changed = { ...job, spec: { ...job.spec, maxRuntime: '2h', podSets: [{ ...main, count: 4 }] } };
  expect(toYaml(changed, written)).toBe(written.replace('count: 2', 'count: 4').replace('name: nightly', '  maxRuntime: 2h\nname: nightly'));
  expect(toYaml(job, written)).toBe(written);
});
test('what is taken away in the form goes from the text', () => {
  const text = toYaml({ ...freshSubmission('vision'), labels: { a: '1', b: '2' } });
  const job = fromYaml(text).job as JobSubmission;
  expect(fromYaml(toYaml({ ...job, labels: { b: '2' } }, text)).job?.labels).toEqual({ b: '2' });
  expect(fromYaml(toYaml({ ...job, labels: {} }, text)).job).not.toHaveProperty('labels');
});
test.each([
  ['/spec/podSets/0/count', '2'],
  ['/name', 'nightly'],
  ['/spec/podSets/0/missing', 'name: main'],
])('the place of %s', (pointer, begins) => {
  const { from } = placeOf(written, pointer);
  expect(written.slice(from).startsWith(begins)).toBe(true);
});
