import { expect, test } from 'vitest';
import { whereOf, whoEnded, whoHeld, whoNeverStarted, whoStartedOrWaits, whoWasStopped } from './where';

const window = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
const time = 'submittedAt >= "2026-11-01T00:00:00.000Z" and submittedAt < "2026-12-01T00:00:00.000Z"';

test.each([
  ['size', '9', `gpus > 8 and gpus <= 64 and ${time}`],
  ['size', '0', `gpus < 1 and ${time}`],
  ['priority', 'high', `priority = "high" and ${time}`],
  ['project', 'llm-pretraining', `project = "llm-pretraining" and ${time}`],
  ['day', '2026-11-30', 'submittedAt >= "2026-11-30T00:00:00.000Z" and submittedAt < "2026-12-01T00:00:00.000Z"'],
  ['size', '1', `gpus >= 1 and gpus < 2 and ${time}`],
  ['model', 'H200-141GB', `run(model = "H200-141GB" and attempt = 1) and ${time}`],
  ['model', '', `not run(boundAt > "1970-01-01T00:00:00Z") and ${time}`],
  ['size', 'unheard of', undefined],
] as const)('the jobs behind %s %s', (by, key, where) => {
  expect(whereOf(by, key, window)).toBe(where);
});

test('the jobs behind runs', () => {
  const within = (at: string) => `${at} >= "${window.from}" and ${at} < "${window.to}"`;
  expect(whoHeld(window)).toBe(`run(boundAt < "${window.to}" and not releasedAt < "${window.from}")`);
  expect(whoHeld(window, { project: 'vision' })).toBe(`project = "vision" and ${whoHeld(window)}`);
  expect(whoHeld(window, { pool: 'h200', model: 'H200-141GB' })).toBe(`run(pool = "h200" and model = "H200-141GB" and boundAt < "${window.to}" and not releasedAt < "${window.from}")`);
  expect(whoEnded({ outcome: 'FAILED' }, window)).toBe(`run(outcome = "FAILED" and ${within('endedAt')})`);
  expect(whoEnded({ outcome: 'FAILED', cause: 'KILLED' }, window)).toContain('outcome = "FAILED" and exitCode = 137 and endedAt');
  expect(whoWasStopped({ reason: 'CANCELLED', project: 'vision', claimantProject: null }, window)).toBe(`project = "vision" and run(stopReason = "CANCELLED" and ${within('stoppedAt')})`);
  expect(whoWasStopped({ reason: 'PREEMPTED', project: 'vision', claimantProject: 'llm' }, window)).toContain('and stoppedFor = "llm" and');
});

test('those that ended without a start stand beside those that started or wait', () => {
  const never = 'endedAt > "1970-01-01T00:00:00Z" and not run(boundAt > "1970-01-01T00:00:00Z")';
  expect(whoNeverStarted('gpus = 8')).toBe(`gpus = 8 and ${never}`);
  expect(whoStartedOrWaits('gpus = 8', 2)).toBe(`gpus = 8 and not (${never})`);
  expect(whoStartedOrWaits('gpus = 8', 0)).toBe('gpus = 8');
  expect(whoNeverStarted(undefined)).toBeUndefined();
});
