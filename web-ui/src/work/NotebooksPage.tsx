import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { jobsQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import { ENDED, type Job } from '~/api/types';
import { may } from '~/app/nav';
import { projectsOf, useScope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable, RowCount } from '~/ui/DataTable';
import { lengthOf } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { ProblemView } from '~/ui/ProblemView';
import { Empty, Skeleton, Stale } from '~/ui/states';
import { CancelJob } from './job/CancelJob';
import { jobColumns } from './jobColumns';
import { JobPeek } from './JobPeek';

const x = t.work.notebooks;

const columns: Column<Job>[] = [
  jobColumns.name, jobColumns.status, jobColumns.project, jobColumns.user, jobColumns.gpus, jobColumns.model, jobColumns.time,
  { id: 'limit', header: x.limit, width: 110, number: true, cell: (job) => (job.spec.maxRuntime ? lengthOf(job.spec.maxRuntime) : <span className="quiet">{t.common.unlimited}</span>) },
  jobColumns.cost,
  { id: 'stop', header: '', width: 120, cell: (job) => (ENDED.has(job.phase) ? null : <CancelJob job={job} small />) },
];

/** Interactive jobs: what holds GPUs for people, and for how long yet. */
export function NotebooksPage() {
  const search = useSearch({ from: '/inside/notebooks' });
  const navigate = useNavigate({ from: '/notebooks' });
  const { data: me } = useQuery(meQuery);
  const scope = useScope();
  const filter = useMemo(() => ({
    type: 'NOTEBOOK' as const, sort: '-submittedAt', project: projectsOf(scope),
    phase: search.show === 'all' ? undefined : 'QUEUED,ADMITTED,RUNNING,STOPPING',
    user: search.of === 'mine' ? me?.login : undefined,
  }), [scope, search, me]);
  const query = useInfiniteQuery(jobsQuery(filter));
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const set = (change: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const start = me && may(me, 'job.submit') ? <Button component={Link} to="/submit?type=NOTEBOOK" leftSection={<IconPlus size={14} />}>{x.start}</Button> : null;
  return (
    <Page title={x.title} lead={x.lead} actions={start}>
      <div style={{ display: 'flex', gap: 10, flexWrap: 'wrap' }}>
        <SegmentedControl size="xs" aria-label={x.show} value={search.show ?? 'active'} onChange={(show) => set({ show: show === 'active' ? undefined : show })}
          data={[{ value: 'active', label: x.active }, { value: 'all', label: t.common.all }]} />
        <SegmentedControl size="xs" aria-label={x.of} value={search.of ?? 'all'} onChange={(of) => set({ of: of === 'all' ? undefined : of })}
          data={[{ value: 'all', label: x.everyone }, { value: 'mine', label: x.mine }]} />
      </div>
      {query.data && query.error ? <Stale onRetry={() => void query.refetch()} /> : null}
      <Panel flush>
        {query.data === undefined ? (
          query.error ? <ProblemView cause={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={8} />
        ) : rows.length === 0 ? <Empty title={x.none} detail={x.noneDetail} action={start} /> : (
          <DataTable label={x.title} columns={columns} rows={rows} rowKey={(job) => job.id} chosen={search.peek}
            onOpen={(job) => void navigate({ to: '/jobs/$id', params: { id: job.id } })} onPeek={(job) => set({ peek: job.id })} />
        )}
      </Panel>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
        {query.data ? <RowCount rows={rows.length} /> : null}
        {query.hasNextPage ? <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>{t.table.more}</Button> : null}
      </div>
      <JobPeek id={search.peek} onClose={() => set({ peek: undefined })} />
    </Page>
  );
}
