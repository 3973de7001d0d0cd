import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { get } from './http';
import { newKey } from './queries';
import type { LogLine, LogPage } from './types';

export interface LogFilter {
  attempt?: number;
  rank?: number;
  stream?: 'OUT' | 'ERR';
}

/** What has been read of a log until now. */
export interface Log {
  lines: LogLine[];
  /** Older lines that were let go of, so that a long log does not fill the browser. */
  dropped: number;
  next?: string;
  complete: boolean;
  /** Whether more is there already than was read. */
  more: boolean;
  /** Changes with each reading, so that the same lines are never taken for new ones. */
  reading: string;
}

const PAGE = 1_000;
const PAGES_AT_ONCE = 10;
/** Lines that a page keeps; the file has all. */
export const KEPT = 20_000;
const LOOK_AGAIN_MS = 2_000;

/** A log with a further page behind it. */
export function withPage(log: Log, page: LogPage): Log {
  const all = [...log.lines, ...page.lines];
  const over = Math.max(0, all.length - KEPT);
  return {
    ...log, lines: over > 0 ? all.slice(over) : all, dropped: log.dropped + over, next: page.next, complete: page.complete,
    more: page.lines.length === PAGE && !page.complete,
  };
}

const readPage = (id: string, filter: LogFilter, after: string | undefined, signal: AbortSignal) =>
  get<LogPage>(`/jobs/${encodeURIComponent(id)}/logs`, { ...filter, after, limit: PAGE }, signal);

/** Reads on from where the last reading ended; what was read stays. */
export const logQuery = (id: string, filter: LogFilter) => {
  const queryKey = ['job', id, 'log', filter];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<Log> => {
      let log = client.getQueryData<Log>(queryKey) ?? { lines: [], dropped: 0, complete: false, more: true, reading: '' };
      for (let pages = 0; pages < PAGES_AT_ONCE && !log.complete && (pages === 0 || log.more); pages++) {
        log = withPage(log, await readPage(id, filter, log.next, signal));
      }
      return { ...log, reading: newKey() };
    },
    structuralSharing: false,
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.complete ? false : query.state.data?.more ? 1 : LOOK_AGAIN_MS),
  });
};

/** The whole log as a file has it, page by page. */
export async function wholeLog(id: string, filter: LogFilter, signal: AbortSignal): Promise<string> {
  const parts: string[] = [];
  let after: string | undefined;
  for (let more = true; more;) {
    const page: LogPage = await readPage(id, filter, after, signal);
    parts.push(...page.lines.map((line) => `${line.at} ${line.attempt} ${line.rank} ${line.stream} ${line.text}\n`));
    after = page.next;
    more = !page.complete && page.lines.length === PAGE;
  }
  return parts.join('');
}
