import { learn } from './serverClock';
import type { Problem } from './types';

/** A refusal or failure of the API. `problem` is the body of the answer, or one made here. */
export class ProblemError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.name = 'ProblemError';
    this.status = status;
    this.problem = problem;
  }
}

export interface Versioned<T> {
  data: T;
  etag: string | null;
}

export type QueryValue = string | number | boolean | null | undefined;

export interface Call {
  query?: Record<string, QueryValue>;
  body?: unknown;
  ifMatch?: string | null;
  /** Only when it is not there yet. */
  create?: boolean;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export const BASE = '/api/v1';

/** Query string with its question mark, keys in the given order, empty values left out. */
export function queryString(query: Record<string, QueryValue> = {}): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function csrfToken(): string | null {
  const match = /(?:^|;\s*)XSRF-TOKEN=([^;]+)/.exec(document.cookie);
  return match?.[1] ? decodeURIComponent(match[1]) : null;
}

function headersOf(method: string, call: Call): Headers {
  const headers = new Headers({ Accept: 'application/json, application/problem+json' });
  if (call.body !== undefined) headers.set('Content-Type', call.body instanceof Blob ? call.body.type : 'application/json');
  if (call.create) headers.set('If-None-Match', '*');
  if (call.ifMatch) headers.set('If-Match', call.ifMatch);
  if (call.idempotencyKey) headers.set('Idempotency-Key', call.idempotencyKey);
  const token = method === 'GET' ? null : csrfToken();
  if (token) headers.set('X-XSRF-TOKEN', token);
  return headers;
}

async function problemOf(response: Response): Promise<Problem> {
  const requestId = response.headers.get('X-Request-Id') ?? undefined;
  try {
    const body = (await response.json()) as Problem;
    return { requestId, ...body };
  } catch {
    return { title: response.statusText || `HTTP ${response.status}`, status: response.status, requestId };
  }
}

/** Asks the person to sign in anew before a grave change; true when that was done. Set by the shell. */
export const confirmation: { ask: () => Promise<boolean> } = { ask: () => Promise.resolve(false) };

/** One call. Throws {@link ProblemError}; status 0 means that the server was not reached. */
export async function send<T>(method: string, path: string, call: Call = {}): Promise<Versioned<T>> {
  try {
    return await sendOnce<T>(method, path, call);
  } catch (cause) {
    const asked = cause instanceof ProblemError && cause.problem.code === 'STEP_UP';
    if (!asked || !(await confirmation.ask())) throw cause;
    return sendOnce<T>(method, path, call);
  }
}

async function sendOnce<T>(method: string, path: string, call: Call): Promise<Versioned<T>> {
  let response: Response;
  const sent = Date.now();
  try {
    response = await fetch(BASE + path + queryString(call.query), {
      method,
      headers: headersOf(method, call),
      body: call.body === undefined || call.body instanceof Blob ? call.body : JSON.stringify(call.body),
      credentials: 'same-origin',
      signal: call.signal,
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ProblemError(0, { code: 'UNREACHABLE', title: 'The server cannot be reached' });
  }
  learn(response.headers.get('Date'), sent, Date.now());
  if (!response.ok) throw new ProblemError(response.status, await problemOf(response));
  const text = response.status === 204 ? '' : await response.text();
  return { data: (text ? JSON.parse(text) : null) as T, etag: response.headers.get('ETag') };
}

export async function get<T>(path: string, query?: Call['query'], signal?: AbortSignal): Promise<T> {
  return (await send<T>('GET', path, { query, signal })).data;
}
