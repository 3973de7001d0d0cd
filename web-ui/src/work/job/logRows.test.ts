import { expect, test } from 'vitest';
import type { Log } from '~/api/logQuery';
import { KEPT, withPage } from '~/api/logQuery';
import type { LogLine } from '~/api/types';
import { logRows, parted } from './logRows';

const line = (attempt: number, at: number, text: string): LogLine =>
  ({ id: `${attempt}.${at}`, at: '2026-11-30T00:00:00Z', attempt, rank: 0, pod: 'main-0', stream: 'OUT', text });

test('an attempt is announced only when there are several', () => {
  const one = line(1, 0, 'step 1');
  const two = line(2, 0, 'step 1');
  expect(logRows([one], '')).toEqual([{ kind: 'line', line: one }]);
  expect(logRows([one, two], '')).toEqual([
    { kind: 'attempt', attempt: 1 }, { kind: 'line', line: one }, { kind: 'attempt', attempt: 2 }, { kind: 'line', line: two },
  ]);
});

test('a search keeps the lines that hold it, whatever their case, with their attempt', () => {
  const lost = line(2, 1, 'NCCL WARN: Connection lost');
  expect(logRows([line(1, 0, 'loss 0.3'), lost], ' warn ')).toEqual([{ kind: 'attempt', attempt: 2 }, { kind: 'line', line: lost }]);
  expect(logRows([lost], 'absent')).toEqual([]);
});

test('a line is cut at each find', () => {
  expect(parted('loss 1, Loss 2', 'loss')).toEqual(['', 'loss', ' 1, ', 'Loss', ' 2']);
  expect(parted('f(x) = 1 [ok]', '(x)')).toEqual(['f', '(x)', ' = 1 [ok]']);
  expect(parted('loss', '')).toEqual(['loss']);
  expect(parted('loss', 'step')).toEqual(['loss']);
});

test('a long log lets go of its oldest lines and counts them', () => {
  const many = Array.from({ length: KEPT }, (_, at) => line(1, at, String(at)));
  const log: Log = { lines: many, dropped: 5, complete: false, more: true, reading: '' };
  const next = withPage(log, { lines: [line(1, KEPT, 'last')], next: '1.20001', complete: true });
  expect([next.lines.length, next.lines[0]?.text, next.lines.at(-1)?.text, next.dropped, next.complete, next.more, next.next])
    .toEqual([KEPT, '1', 'last', 6, true, false, '1.20001']);
});
