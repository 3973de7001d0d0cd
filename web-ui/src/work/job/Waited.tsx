import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '~/api/queries';
import type { Job } from '~/api/types';
import { span } from '~/ui/format';
import { Since, useNow } from '~/ui/time';
import { segments } from './segments';

/** All the time that a job has spent in the queue: before its first run, and between its runs. */
export function Waited({ job }: { job: Job }) {
  const again = job.attempt > 1 || (job.attempt > 0 && job.phase === 'QUEUED');
  const { data: events } = useQuery({ ...eventsQuery(job.id), enabled: again });
  const now = useNow();
  if (!again) return <Since from={job.submittedAt} to={job.admittedAt ?? job.endedAt} />;
  if (!events) return <>–</>;
  const queued = segments(job, events, now).filter((part) => part.kind === 'queued');
  return <>{span(queued.reduce((sum, part) => sum + part.to - part.from, 0) / 1000)}</>;
}
