import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { eventsQuery } from '~/api/queries';
import type { Job } from '~/api/types';
import { NOTHING, span } from '~/ui/format';
import { Since, useNow } from '~/ui/time';
import { type SegmentKind, segments } from './segments';

/** All the time that a job has spent in the queue: before its first run, and between its runs. */
export function Waited({ job }: { job: Job }) {
  return <InAll job={job} kind="queued" once={<Since from={job.submittedAt} to={job.admittedAt ?? job.endedAt} />} />;
}

/** All the time that its processes have run, in all attempts. */
export function Ran({ job }: { job: Job }) {
  return <InAll job={job} kind="running" once={job.startedAt ? <Since from={job.startedAt} to={job.endedAt} /> : <>{NOTHING}</>} />;
}

/** The sum of a phase; `once` for a job that was in it at most once, which needs no events. */
function InAll({ job, kind, once }: { job: Job; kind: SegmentKind; once: ReactNode }) {
  const again = job.attempt > 1 || (job.attempt > 0 && job.phase === 'QUEUED');
  const { data: events } = useQuery({ ...eventsQuery(job.id), enabled: again });
  const now = useNow();
  if (!again) return once;
  if (!events) return <>{NOTHING}</>;
  const parts = segments(job, events, now).filter((part) => part.kind === kind);
  return parts.length === 0 ? <>{NOTHING}</> : <>{span(parts.reduce((sum, part) => sum + part.to - part.from, 0) / 1000)}</>;
}
