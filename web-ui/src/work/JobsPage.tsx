import { Button, SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { live } from '~/api/live';
import { allJobs, type JobFilter, jobsQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Job, Phase } from '~/api/types';
import { may } from '~/app/nav';
import { projectsOf, useScope } from '~/app/scope';
import { t } from '~/text';
import { useColumns } from '~/ui/ColumnChooser';
import { csv, download } from '~/ui/csv';
import { type Column, DataTable, RowCount } from '~/ui/DataTable';
import { Page, Panel } from '~/ui/Page';
import { ProblemView } from '~/ui/ProblemView';
import { Empty, Skeleton, Stale } from '~/ui/states';
import { FilterBar } from './FilterBar';
import { filterOf, formatTokens, parseTokens, PRESETS, type Token } from './filters';
import { jobColumns } from './jobColumns';
import { JobPeek } from './JobPeek';
import { ViewsMenu } from './ViewsMenu';

const { status, name, ...others } = jobColumns;
const allColumns: Column<Job>[] = [name, status, ...Object.values(others)];
/** Most jobs ask for any model; which they got stands on their pages. */
const AWAY = ['model'];
const PHASES = Object.keys(t.work.phase) as Phase[];

/** Ids of jobs that were submitted after the rows were read. */
function useFresh(known: Set<string>, filter: JobFilter): Set<string> {
  const [fresh, setFresh] = useState<Set<string>>(new Set());
  const { project, phase, q, filter: where } = filter;
  useEffect(() => live.onEvent((event) => {
    const wanted = event.phase === 'QUEUED' && !q && !where && (!phase || phase.includes('QUEUED')) &&
      (!project || project.split(',').includes(event.project ?? ''));
    if (wanted && !known.has(event.job)) setFresh((old) => new Set(old).add(event.job));
  }), [known, project, phase, q, where]);
  return useMemo(() => new Set([...fresh].filter((id) => !known.has(id))), [fresh, known]);
}

export function JobsPage() {
  const search = useSearch({ from: '/inside/jobs' });
  const navigate = useNavigate({ from: '/jobs' });
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const tokens = useMemo(() => parseTokens(search.q), [search.q]);
  const sort = search.sort ?? '-submittedAt';
  const scope = useScope();
  const filter = useMemo(() => {
    const asked = filterOf(tokens, me?.login ?? '');
    return { ...asked, filter: search.where, project: asked.project ?? projectsOf(scope), sort };
  }, [tokens, me, sort, scope, search.where]);
  const [columns, chooser] = useColumns('jobs', allColumns, AWAY);
  const query = useInfiniteQuery(jobsQuery(filter));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const known = useMemo(() => new Set(rows.map((job) => job.id)), [rows]);
  const fresh = useFresh(known, filter);
  useHotkeys([['/', () => document.querySelector<HTMLInputElement>('[data-filter-input]')?.focus()]]);

  const setTokens = (next: Token[]) => void navigate({ search: (old) => ({ ...old, q: formatTokens(next) }), replace: true });
  const clearWhere = () => void navigate({ search: (old) => ({ ...old, where: undefined }), replace: true });
  const preset = Object.entries(PRESETS).find(([, value]) => formatTokens(value) === formatTokens(tokens))?.[0] ?? '';
  const offers = [
    ...PHASES.map((phase) => `phase:${phase.toLowerCase()}`), 'user:me', ...(me?.projects ?? []).map((name) => `project:${name}`),
  ];

  return (
    <Page
      title={t.work.jobs.title}
      actions={
        <>
          <Button variant="default" leftSection={<IconDownload size={14} />} title={t.table.csvHint} onClick={() => void exportCsv(filter)}>
            {t.table.csv}
          </Button>
          {me && may(me, 'job.submit') ? (
            <Button component={Link} to="/submit" leftSection={<IconPlus size={14} />}>{t.nav.submit}</Button>
          ) : null}
        </>
      }
    >
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 10, alignItems: 'center' }}>
        <SegmentedControl
          size="xs" aria-label={t.work.jobs.filter} value={preset}
          data={Object.keys(PRESETS).map((key) => ({ value: key, label: t.work.jobs.presets[key as keyof typeof PRESETS] }))}
          onChange={(key) => setTokens(PRESETS[key as keyof typeof PRESETS])}
        />
        <FilterBar tokens={tokens} onChange={setTokens} offers={offers} where={search.where} onClearWhere={clearWhere} />
        <ViewsMenu current={{ q: search.q, where: search.where, sort: search.sort }}
          onPick={(view) => void navigate({ search: (old) => ({ ...old, q: view.q, where: view.where, sort: view.sort }) })} />
        {chooser}
      </div>
      {query.data && query.error ? <Stale onRetry={() => void query.refetch()} /> : null}
      {fresh.size > 0 ? (
        <div>
          <Button variant="light" size="compact-sm" onClick={() => void client.resetQueries({ queryKey: ['jobs', filter] })}>
            {t.table.fresh(fresh.size)}
          </Button>
        </div>
      ) : null}
      <Panel flush>
        {query.data === undefined ? (
          query.error ? <ProblemView cause={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={12} />
        ) : rows.length === 0 ? (
          <NoJobs filtered={tokens.length > 0 || search.where !== undefined} onClear={() => void navigate({ search: (old) => ({ ...old, q: undefined, where: undefined }), replace: true })} />
        ) : (
          <DataTable
            label={t.work.jobs.label} columns={columns} rows={rows} rowKey={(job) => job.id} sort={sort}
            onSort={(next) => void navigate({ search: (old) => ({ ...old, sort: next }), replace: true })}
            onOpen={(job) => void navigate({ to: '/jobs/$id', params: { id: job.id } })}
            onPeek={(job) => void navigate({ search: (old) => ({ ...old, peek: job.id }), replace: true })}
            chosen={search.peek}
          />
        )}
      </Panel>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
        {query.data ? <RowCount rows={rows.length} /> : null}
        {query.hasNextPage ? (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>{t.table.more}</Button>
        ) : null}
      </div>
      <JobPeek id={search.peek} onClose={() => void navigate({ search: (old) => ({ ...old, peek: undefined }), replace: true })} />
    </Page>
  );
}

function NoJobs({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <Empty title={t.table.noMatch} action={<Button variant="default" onClick={onClear}>{t.table.clear}</Button>} />
  ) : (
    <Empty
      title={t.work.jobs.none} detail={t.work.jobs.noneDetail}
      action={<Button component={Link} to="/submit">{t.nav.submit}</Button>}
    />
  );
}

async function exportCsv(filter: JobFilter): Promise<void> {
  try {
    const jobs: Job[] = await allJobs(filter);
    download('jobs.csv', csv(
      ['id', 'name', 'project', 'owner', 'phase', 'gpus', 'model', 'priority', 'submittedAt', 'startedAt', 'endedAt', 'attempt', 'exitCode', 'gpuHours', 'amount', 'currency'],
      jobs.map((job) => [
        job.id, job.name, job.project, job.user, job.phase, job.gpus, job.spec.gpuModel, job.priority, job.submittedAt, job.startedAt,
        job.endedAt, job.attempt, job.exitCode, job.cost?.gpuHours, job.cost?.amount?.amount, job.cost?.amount?.currency,
      ]),
    ));
  } catch (cause) {
    notifications.show({ color: 'red', title: t.problem.title, message: cause instanceof Error ? cause.message : String(cause) });
  }
}
