import { BASE } from './http';
import { EventParser } from './sse';
import type { JobEvent } from './types';

export type LiveState = 'idle' | 'connecting' | 'open' | 'lost';

export interface LiveStatus {
  state: LiveState;
  /** When the stream was last heard of, or asked for the first time; milliseconds. */
  heard: number;
  /** When the last event came; 0 before the first one. */
  event: number;
}

const SILENCE_MS = 40_000;
const QUIET_MS = 10_000;
const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000];

/** What the tab that has the stream tells the others, and what they ask of it. */
type Told =
  | { told: 'state'; state: LiveState }
  | { told: 'message'; id: string | null; data: string }
  | { told: 'alive' }
  | { asked: 'state' | 'retry' };

const SHARED = 'gpuaas-live';

/**
 * The one event stream of this browser. It resumes after the last event it saw, takes long silence for
 * a loss, and tries again with growing pauses for as long as it is started.
 *
 * A browser has few connections to a server, and a stream holds one: so one tab has the stream and
 * tells the others, until it closes and the next one goes on behind the last event. Where tabs cannot
 * agree (no locks, as on plain http from another machine) each has its own.
 */
export class LiveStream {
  status: LiveStatus = { state: 'idle', heard: 0, event: 0 };
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(event: JobEvent) => void>();
  private readonly openings = new Set<(again: boolean) => void>();
  private lastId: string | null = null;
  private failures = 0;
  private stopper: AbortController | null = null;
  private pause: ReturnType<typeof setTimeout> | undefined;
  private channel: BroadcastChannel | null = null;
  private leads = false;

  watch = (notify: () => void): (() => void) => {
    this.watchers.add(notify);
    return () => this.watchers.delete(notify);
  };

  onEvent(listener: (event: JobEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Called whenever the stream has opened: what happened before must be read again, since the
   * stream tells only what comes after. `again`: after a loss.
   */
  onOpen(listener: (again: boolean) => void): () => void {
    this.openings.add(listener);
    return () => this.openings.delete(listener);
  }

  /** Whether events have come lately. When none has, pages read for themselves, slowly. */
  get lively(): boolean {
    return this.status.state === 'open' && Date.now() - this.status.event < QUIET_MS;
  }

  start(): void {
    if (this.stopper) return;
    this.stopper = new AbortController();
    if (this.status.heard === 0) this.status = { ...this.status, heard: Date.now() };
    this.set('connecting');
    void this.share(this.stopper.signal);
  }

  /** Reads the stream when no other tab does; until then it listens to the one that does. */
  private async share(stopped: AbortSignal): Promise<void> {
    const locks = (navigator as { locks?: LockManager }).locks;
    if (!locks || typeof BroadcastChannel === 'undefined') return this.run(stopped);
    const channel = new BroadcastChannel(SHARED);
    this.channel = channel;
    channel.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data);
    stopped.addEventListener('abort', () => channel.close());
    channel.postMessage({ asked: 'state' } satisfies Told);
    try {
      await locks.request(SHARED, { signal: stopped }, async () => {
        this.leads = true;
        void this.run(stopped);
        await new Promise((end) => stopped.addEventListener('abort', end));
        this.leads = false;
      });
    } catch (cause) {
      // Stopped while another tab had the stream.
      if (!stopped.aborted) throw cause;
    }
  }

  private tell(told: Told): void {
    if (this.leads) this.channel?.postMessage(told);
  }

  private hear(told: Told): void {
    if ('asked' in told) {
      if (!this.leads) return;
      if (told.asked === 'retry') return this.retry();
      return this.tell({ told: 'state', state: this.status.state });
    }
    if (this.leads) return;
    if (told.told === 'state') {
      const before = this.status.state;
      this.set(told.state);
      if (told.state === 'open' && before !== 'open') this.openings.forEach((listener) => listener(before === 'lost'));
    } else if (told.told === 'message') this.deliver(told.id, told.data);
    if (this.status.state === 'open') this.status = { ...this.status, heard: Date.now() };
  }

  stop(): void {
    this.stopper?.abort();
    this.stopper = null;
    this.channel = null;
    this.leads = false;
    clearTimeout(this.pause);
    this.failures = 0;
    this.lastId = null;
    this.set('idle');
  }

  retry = (): void => {
    if (this.channel && !this.leads) {
      this.channel.postMessage({ asked: 'retry' } satisfies Told);
      return;
    }
    this.stopper?.abort();
    this.stopper = null;
    this.channel = null;
    this.leads = false;
    clearTimeout(this.pause);
    this.start();
  };

  private set(state: LiveState): void {
    this.status = { ...this.status, state, heard: state === 'open' ? Date.now() : this.status.heard };
    this.watchers.forEach((notify) => notify());
    this.tell({ told: 'state', state });
  }

  private async run(stopped: AbortSignal): Promise<void> {
    try {
      await this.read(stopped);
    } catch {
      // Any end of the stream is a loss; the state shown to the person says so.
    }
    if (stopped.aborted) return;
    this.set('lost');
    const wait = BACKOFF_MS[Math.min(this.failures++, BACKOFF_MS.length - 1)];
    this.pause = setTimeout(() => void this.run(stopped), wait);
  }

  private async read(stopped: AbortSignal): Promise<void> {
    const silence = new AbortController();
    const headers = new Headers({ Accept: 'text/event-stream' });
    if (this.lastId) headers.set('Last-Event-ID', this.lastId);
    let timer = setTimeout(() => silence.abort(), SILENCE_MS);
    try {
      const response = await fetch(`${BASE}/events`, {
        headers, credentials: 'same-origin', signal: AbortSignal.any([stopped, silence.signal]),
      });
      if (response.status === 410) this.lastId = null;
      if (!response.ok || !response.body) throw new Error(`stream refused: ${response.status}`);
      const again = this.failures > 0;
      this.failures = 0;
      this.set('open');
      this.openings.forEach((listener) => listener(again));
      const parser = new EventParser((message) => {
        this.deliver(message.id, message.data);
        this.tell({ told: 'message', id: message.id, data: message.data });
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS);
        this.status = { ...this.status, heard: Date.now() };
        this.tell({ told: 'alive' });
        parser.feed(chunk.value);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  private deliver(id: string | null, data: string): void {
    if (id) this.lastId = id;
    if (!data.startsWith('{')) return;
    const event = JSON.parse(data) as JobEvent;
    this.status = { ...this.status, event: Date.now() };
    if (event.job) this.listeners.forEach((listener) => listener(event));
  }
}

export const live = new LiveStream();
