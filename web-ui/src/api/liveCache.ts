import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { LiveStream } from './live';
import { ENDED, type Job, type JobEvent, type Page } from './types';

/** What an event says of a job, laid over what the page knows of it. Older events change nothing. */
export function patched(job: Job, event: JobEvent): Job {
  const phase = event.phase;
  if (!phase || phase === job.phase || (job.phaseSince && event.at < job.phaseSince)) return job;
  return {
    ...job,
    phase,
    phaseSince: event.at,
    startedAt: phase === 'RUNNING' ? event.at : job.startedAt,
    admittedAt: phase === 'ADMITTED' ? event.at : job.admittedAt,
    endedAt: ENDED.has(phase) ? event.at : job.endedAt,
    waiting: phase === 'QUEUED' ? job.waiting : null,
  };
}

function patchPages(data: InfiniteData<Page<Job>> | undefined, event: JobEvent): InfiniteData<Page<Job>> | undefined {
  if (!data?.pages.some((page) => page.items.some((job) => job.id === event.job))) return data;
  return { ...data, pages: data.pages.map((page) => patchPage(page, event)) };
}

function patchPage(page: Page<Job>, event: JobEvent): Page<Job> {
  return { ...page, items: page.items.map((job) => (job.id === event.job ? patched(job, event) : job)) };
}

/** Figures that any admission or end changes. */
const FIGURES = ['availability', 'budgets', 'fragmentation', 'lending', 'quota-tree', 'nodes', 'queue', 'few-jobs', 'plan'];
const FIGURES_EVERY_MS = 2_000;

/** Lets the stream's events reach the pages: rows change in place, figures are read again. */
export function followEvents(stream: LiveStream, client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush() {
    timer = undefined;
    for (const key of FIGURES) void client.invalidateQueries({ queryKey: [key] });
  }
  const stopEvents = stream.onEvent((event) => {
    client.setQueriesData<InfiniteData<Page<Job>>>({ queryKey: ['jobs'] }, (data) => patchPages(data, event));
    client.setQueriesData<Page<Job>>({ queryKey: ['few-jobs'] }, (page) => page && patchPage(page, event));
    if (client.getQueryState(['job', event.job])) void client.invalidateQueries({ queryKey: ['job', event.job] });
    timer ??= setTimeout(flush, FIGURES_EVERY_MS);
  });
  const stopOpen = stream.onOpen((again) => {
    if (again) void client.invalidateQueries();
    else for (const key of ['job', 'jobs', ...FIGURES]) void client.invalidateQueries({ queryKey: [key] });
  });
  return () => {
    stopEvents();
    stopOpen();
    clearTimeout(timer);
  };
}
