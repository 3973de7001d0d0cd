import { expect, test } from 'vitest';
import { patched } from './liveCache';
import type { Job, JobEvent } from './types';

const job: Job = {
  id: 'job_1', name: 'a', project: 'p', user: 'u', phase: 'QUEUED', phaseSince: '2026-11-29T10:00:00.000Z',
  submittedAt: '2026-11-29T10:00:00.000Z', attempt: 1, gpus: '8',
  spec: { type: 'BATCH', image: 'i', podSets: [] }, waiting: { reasons: [] },
};
const event = (phase: Job['phase'], at: string): JobEvent => ({ seq: 1, at, job: 'job_1', kind: phase, phase });

test('a new phase brings its time', () => {
  expect(patched(job, event('RUNNING', '2026-11-29T10:05:00.000Z'))).toMatchObject({
    phase: 'RUNNING', startedAt: '2026-11-29T10:05:00.000Z', waiting: null,
  });
});
test('an end sets the end', () => {
  expect(patched(job, event('FAILED', '2026-11-29T10:05:00.000Z')).endedAt).toBe('2026-11-29T10:05:00.000Z');
});
test('a late event changes nothing', () => {
  expect(patched(job, event('RUNNING', '2026-11-29T09:00:00.000Z'))).toBe(job);
});
