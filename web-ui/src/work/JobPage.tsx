import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { jobQuery } from '~/api/queries';
import type { Job } from '~/api/types';
import { t } from '~/text';
import { hours, lengthOf, money, words } from '~/ui/format';
import { Figure, Figures, Page, Panel } from '~/ui/Page';
import { Loaded, Skeleton } from '~/ui/states';
import { StatusChip } from '~/ui/StatusChip';
import { CancelJob } from './job/CancelJob';
import { CostByAttempt } from './job/CostByAttempt';
import { JobFacts, modelOf, shape } from './job/JobFacts';
import { Ran, Waited } from './job/Waited';
import { LogPanel } from './job/LogPanel';
import { MetricsPanel } from './job/MetricsPanel';
import { PlacementMap } from './job/PlacementMap';
import { Timeline } from './job/Timeline';
import { HeldUp } from './job/HeldUp';
import { WhyWaiting } from './job/WhyWaiting';
import css from './JobPage.module.css';

const SpecView = lazy(async () => ({ default: (await import('./job/SpecView')).SpecView }));
const f = t.work.job.fact;

export function JobPage() {
  const { id } = useParams({ from: '/inside/jobs/$id' });
  const query = useQuery(jobQuery(id));
  const job = query.data;
  if (!job) return <Page title={t.work.jobs.peek}><Loaded query={query} lines={10}>{() => null}</Loaded></Page>;
  return (
    <Page
      title={job.name}
      lead={<Lead job={job} />}
      actions={
        <>
          <Button variant="default" component={Link} to={`/submit?from=${job.id}`}>{t.work.job.clone}</Button>
          <CancelJob job={job} />
        </>
      }
    >
      <Loaded query={query}>{(loaded) => <Content job={loaded} />}</Loaded>
    </Page>
  );
}

function Lead({ job }: { job: Job }) {
  const exit = job.exitCode === null || job.exitCode === undefined ? null : t.work.job.exitCode(job.exitCode);
  return (
    <span className={css.lead} aria-live="polite">
      <StatusChip phase={job.phase} />
      {job.attempt > 1 ? <span>{t.work.job.attempt(job.attempt)}</span> : null}
      {exit ? <span>{exit}</span> : null}
      {job.reason ? <span>{words(job.reason)}</span> : null}
      {job.message ? <span className="wrap-any">{job.message}</span> : null}
      <Link to="/jobs" search={{ q: `project:${job.project}` }}>{job.project}</Link>
    </span>
  );
}

function Content({ job }: { job: Job }) {
  return (
    <>
      {job.phase === 'QUEUED' ? <WhyWaiting job={job} /> : null}
      {job.phase === 'ADMITTED' ? <HeldUp job={job} /> : null}
      <Figures>
        <Figure name={f.gpus} value={shape(job)} hint={modelOf(job)} />
        <Figure name={f.waited} value={<Waited job={job} />} />
        <Figure name={f.ran} value={<Ran job={job} />} hint={job.spec.maxRuntime ? `${f.maxRuntime} ${lengthOf(job.spec.maxRuntime)}` : undefined} />
        <Figure name={job.endedAt ? t.work.job.costTotal : f.cost} value={money(job.cost?.amount)} hint={`${hours(job.cost?.gpuHours)} ${t.common.gpuHours}`} />
      </Figures>
      <div className={css.columns}>
        <div className={css.stack}>
          <PlacementMap job={job} />
          {job.startedAt ? <MetricsPanel job={job} /> : null}
          <LogPanel key={job.id} job={job} />
          <CostByAttempt job={job} />
          <Suspense fallback={<Skeleton />}><SpecView job={job} /></Suspense>
        </div>
        <div className={css.stack}>
          <Timeline job={job} />
          <Panel title={t.work.job.facts}><JobFacts job={job} /></Panel>
        </div>
      </div>
    </>
  );
}
