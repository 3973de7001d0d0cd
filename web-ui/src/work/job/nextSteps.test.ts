import { expect, test } from 'vitest';
import type { Availability, Job } from '~/api/types';
import { nextSteps } from './nextSteps';

const available: Availability = {
  models: [
    { flavor: 'h200', gpuModel: 'H200', gpus: 64, free: 20, largestGang: 16 },
    { flavor: 'a100', gpuModel: 'A100', gpus: 64, free: 40, largestGang: 40 },
  ],
  pendingGpus: 32,
};
function waiting(code: string, over: Partial<Job['spec']> = {}): Job {
  return {
    id: 'job_1', name: 'a', project: 'p', user: 'u', phase: 'QUEUED', submittedAt: '', attempt: 1, gpus: '32',
    spec: { type: 'BATCH', image: 'i', gpuModel: 'H200', podSets: [{ name: 'main', count: 4, gpusPerPod: 8 }], ...over },
    waiting: { reasons: [{ code, message: '' }] },
  };
}
const searches = (job: Job) => nextSteps(job, available).map((step) => step.search ?? step.to);

test('busy nodes: another model with room, then as many workers as fit', () => {
  expect(searches(waiting('WaitingForNodes'))).toEqual([
    { from: 'job_1', model: 'A100' }, { from: 'job_1', workers: '2' }, '/availability',
  ]);
});
test('a required rack can be preferred', () => {
  const job = waiting('TopologyPlacementFailed', {
    podSets: [{ name: 'main', count: 4, gpusPerPod: 8, topology: { mode: 'REQUIRED', level: 'rack' } }],
  });
  expect(searches(job)[0]).toEqual({ from: 'job_1', topology: 'PREFERRED' });
});
test('no quota: fewer workers of the same model is not promised', () => {
  expect(searches(waiting('WaitingForQuota', { preemptible: false }))).toEqual([
    { from: 'job_1', model: 'A100' }, '/quotas',
  ]);
});
test('little quota: as many workers as quota and nodes allow', () => {
  const job = waiting('WaitingForQuota');
  job.waiting = { reasons: [{ code: 'WaitingForQuota', message: '', detail: { free: '26', flavor: 'h200' } }] };
  expect(searches(job)).toContainEqual({ from: 'job_1', workers: '2' });
  job.waiting = { reasons: [{ code: 'WaitingForQuota', message: '', detail: { free: '9', flavor: 'h200' } }] };
  expect(searches(job)).toContainEqual({ from: 'job_1', workers: '1' });
});
test('unknown figures promise nothing', () => {
  expect(nextSteps(waiting('WaitingForNodes'), undefined).map((step) => step.to)).toEqual(['/availability']);
});
