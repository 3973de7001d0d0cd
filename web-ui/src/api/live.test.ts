import { afterEach, expect, test, vi } from 'vitest';
import { LiveStream } from './live';
import type { JobEvent } from './types';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A server whose streams end after what they have to say. */
function streams(...texts: string[]): Headers[] {
  const asked: Headers[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    asked.push(new Headers(init.headers));
    const text = texts.shift();
    if (text === undefined) return new Promise(() => undefined);
    return Promise.resolve(new Response(text, { status: 200 }));
  });
  return asked;
}

test('goes on after the last event it has seen, and says that something was missed', async () => {
  vi.useFakeTimers();
  const asked = streams('id: 41\ndata: {"seq":41,"job":"job_1"}\n\n', 'id: 42\ndata: {"seq":42,"job":"job_1"}\n\n');
  const stream = new LiveStream();
  const seen: number[] = [];
  const opened: boolean[] = [];
  stream.onEvent((event: JobEvent) => seen.push(event.seq));
  stream.onOpen((again) => opened.push(again));
  stream.start();
  await vi.advanceTimersByTimeAsync(10);
  expect(stream.status.state).toBe('lost');
  await vi.advanceTimersByTimeAsync(600);
  expect(asked.map((headers) => headers.get('Last-Event-ID'))).toEqual([null, '41']);
  expect(seen).toEqual([41, 42]);
  expect(opened).toEqual([false, true]);
  stream.stop();
  expect(stream.status.state).toBe('idle');
});

test('silence is a loss', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => new Promise((_ok, fail) => {
    init.signal?.addEventListener('abort', () => fail(new Error('aborted')));
  }));
  const stream = new LiveStream();
  stream.start();
  await vi.advanceTimersByTimeAsync(39_000);
  expect(stream.status.state).toBe('connecting');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stream.status.state).toBe('lost');
  stream.stop();
});

test('a stream that never opened is lost since it was asked for', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('unreachable')));
  const stream = new LiveStream();
  stream.start();
  await vi.advanceTimersByTimeAsync(300);
  expect(stream.status).toEqual({ state: 'lost', heard: 1_000_000, event: 0 });
  stream.stop();
});
