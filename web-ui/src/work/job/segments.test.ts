import { expect, test } from 'vitest';
import type { Job, JobEvent, Phase } from '~/api/types';
import { segments } from './segments';

const at = (minute: number) => `2026-11-29T10:${String(minute).padStart(2, '0')}:00.000Z`;
const ms = (minute: number) => Date.parse(at(minute));
const job = { submittedAt: at(0), endedAt: at(30) } as Job;
const event = (minute: number, phase: Phase | null): JobEvent => ({ seq: minute, at: at(minute), job: 'j', kind: 'x', phase });

test('a preempted job waits twice', () => {
  const events = [event(0, 'QUEUED'), event(5, 'ADMITTED'), event(6, 'RUNNING'), event(10, 'STOPPING'), event(11, 'QUEUED'), event(20, 'RUNNING'), event(30, 'SUCCEEDED')];
  expect(segments(job, events, ms(59)).map((s) => [s.kind, (s.to - s.from) / 60_000])).toEqual([
    ['queued', 5], ['starting', 1], ['running', 4], ['stopping', 1], ['queued', 9], ['running', 10],
  ]);
});
test('a live job lasts until now, repeated phases are one', () => {
  const live = { submittedAt: at(0), endedAt: null } as Job;
  expect(segments(live, [event(0, 'QUEUED'), event(2, 'QUEUED')], ms(7))).toEqual([{ kind: 'queued', from: ms(0), to: ms(7) }]);
});
test('no events yet: queued since it was submitted', () => {
  expect(segments({ submittedAt: at(0) } as Job, [], ms(1))).toEqual([{ kind: 'queued', from: ms(0), to: ms(1) }]);
});
