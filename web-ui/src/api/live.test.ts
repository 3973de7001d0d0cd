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

test('of two tabs one has the stream, and the other goes on when it closes', async () => {
  vi.useFakeTimers();
  const waiting: (() => void)[] = [];
  let held = false;
  vi.stubGlobal('navigator', { locks: { request: async (_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    if (held) await new Promise<void>((go) => waiting.push(go));
    if (signal.aborted) throw new DOMException('stopped', 'AbortError');
    held = true;
    await work();
    held = false;
    waiting.shift()?.();
  } } });
  const tabs = new Set<FakeChannel>();
  class FakeChannel {
    onmessage: ((message: { data: unknown }) => void) | null = null;
    constructor() { tabs.add(this); }
    postMessage(data: unknown) { if (!tabs.has(this)) throw new Error('closed'); for (const tab of tabs) if (tab !== this) tab.onmessage?.({ data }); }
    close() { tabs.delete(this); }
  }
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  const asked = openStreams();
  const [first, second] = [new LiveStream(), new LiveStream()];
  const seen: number[] = [];
  second.onEvent((event: JobEvent) => seen.push(event.seq));
  first.start();
  await vi.advanceTimersByTimeAsync(10);
  const reread = { first: 0, second: 0 };
  first.onOpen(() => reread.first++);
  second.onOpen(() => reread.second++);
  second.start();
  await vi.advanceTimersByTimeAsync(10);
  expect(second.status.state).toBe('open');
  expect(reread).toEqual({ first: 0, second: 1 });
  asked[0]?.say('id: 7\ndata: {"seq":7,"job":"job_1"}\n\n');
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual([7]);
  expect(asked).toHaveLength(1);
  // Who had it lets go of it, and the tab that waited has it now.
  second.retry();
  await vi.advanceTimersByTimeAsync(10);
  expect([asked.length, first.status.state, second.status.state]).toEqual([2, 'open', 'open']);
  second.stop();
  await vi.advanceTimersByTimeAsync(10);
  expect([asked.length, first.status.state]).toEqual([3, 'open']);
  expect(asked[2]?.headers.get('Last-Event-ID')).toBe('7');
  first.stop();
});

/** A server whose streams stay open and say what the test says. */
function openStreams(): { headers: Headers; say: (text: string) => void }[] {
  const asked: { headers: Headers; say: (text: string) => void }[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    asked.push({ headers: new Headers(init.headers), say: (text) => void writer.write(new TextEncoder().encode(text)) });
    return Promise.resolve(new Response(body.readable, { status: 200 }));
  });
  return asked;
}
