import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { waitsQuery, type Window } from '~/api/queries';
import type { WaitRow } from '~/api/types';
import { projectsOf, useScope } from '~/app/scope';
import { t } from '~/text';
import { Chart } from '~/ui/Chart';
import { type Column, DataTable } from '~/ui/DataTable';
import { day, hours, NOTHING, shortDay, span, words } from '~/ui/format';
import { Facts, Page, Panel } from '~/ui/Page';
import { SpanPicker, useSpan } from '~/ui/Span';
import { JobCount } from '~/work/JobCount';
import { whereOf, whoNeverStarted, whoStartedOrWaits } from './where';
import { Empty, Loaded } from '~/ui/states';

const x = t.manage.waits;
const KEYS = ['size', 'model', 'project', 'priority', 'day'] as const;
type Key = (typeof KEYS)[number];

/** How long jobs wait for their first GPUs. */
export function WaitsPage() {
  const search = useSearch({ from: '/inside/waits' });
  const navigate = useNavigate({ from: '/waits' });
  const scope = useScope();
  const window = useSpan();
  const by = KEYS.find((key) => key === search.by) ?? 'size';
  const asked = { from: window.from, to: window.to, project: projectsOf(scope) };
  const groups = useQuery(waitsQuery({ ...asked, groupBy: by }));
  const daily = useQuery(waitsQuery({ ...asked, groupBy: 'day' }));
  return (
    <Page title={x.title} lead={x.lead} actions={<SpanPicker days={window.days} />}>
      <SegmentedControl size="xs" aria-label={x.by} value={by} style={{ alignSelf: 'start' }}
        data={KEYS.map((key) => ({ value: key, label: x.key[key] }))}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, by: value === 'size' ? undefined : value }), replace: true })} />
      <Loaded query={groups} lines={8}>
        {(rows) => rows.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <Panel title={x.groups(x.key[by])} flush>
            <DataTable label={x.groups(x.key[by])} columns={columnsFor(by, window)} rows={rows} rowKey={(row) => row.key} />
          </Panel>
        )}
      </Loaded>
      <Loaded query={daily} lines={6}>{(rows) => (rows.length > 1 ? <Daily rows={rows} window={window} /> : null)}</Loaded>
      <Panel title={t.common.definitions}>
        <Facts facts={[[x.median, x.def.median], [x.p95, x.def.p95], [x.waiting, x.def.waiting], [x.running, x.def.running], [x.slowdown, x.def.slowdown], [x.neverStarted, x.def.neverStarted]]} />
      </Panel>
    </Page>
  );
}

export function nameOf(by: Key, key: string): string {
  if (by === 'size') return x.sizes[key] ?? key;
  if (by === 'day') return day(key);
  if (key === '') return x.noModel;
  return by === 'priority' ? words(key) : key;
}

const times = (ratio: string | null | undefined): string => (ratio ? `${hours(ratio)} ×` : NOTHING);

function columnsFor(by: Key, window: Window): Column<WaitRow>[] {
  const where = (row: WaitRow) => whereOf(by, row.key, window);
  const time = (id: string, header: string, of: (row: WaitRow) => number | null | undefined): Column<WaitRow> =>
    ({ id, header, width: 98, number: true, cell: (row) => (of(row) === 0 ? x.atOnce : span(of(row))) });
  return [
    { id: 'key', header: x.key[by], width: 140, grow: true, cell: (row) => <b style={{ fontWeight: 500 }}>{nameOf(by, row.key)}</b> },
    { id: 'jobs', header: x.jobs, width: 76, number: true, cell: (row) => <JobCount n={row.jobs} where={whoStartedOrWaits(where(row), row.neverStarted)} /> },
    { id: 'waiting', header: x.waiting, width: 102, number: true, cell: (row) => <JobCount n={row.waiting} where={where(row)} q={where(row) ? 'phase:queued' : undefined} /> },
    time('median', x.median, (row) => row.medianSeconds),
    time('p90', x.p90, (row) => row.p90Seconds),
    time('p95', x.p95, (row) => row.p95Seconds),
    time('longest', x.longest, (row) => row.longestSeconds),
    time('running', x.running, (row) => row.toRunning.medianSeconds),
    { id: 'slowdown', header: x.slowdown, width: 92, number: true, cell: (row) => times(row.slowdown.median) },
    { id: 'slowdown95', header: x.slowdown95, width: 112, number: true, cell: (row) => times(row.slowdown.p95) },
    { id: 'never', header: x.neverStarted, width: 104, number: true, cell: (row) => <JobCount n={row.neverStarted} where={whoNeverStarted(where(row))} /> },
  ];
}

const UNITS = [{ seconds: 1, name: x.seconds }, { seconds: 60, name: x.minutes }, { seconds: 3600, name: x.hours }] as const;

/** The unit in which the longest wait of a chart is read best. */
const unitOf = (longest: number) => (longest < 180 ? UNITS[0] : longest < 10_800 ? UNITS[1] : UNITS[2]);

function Daily({ rows, window }: { rows: WaitRow[]; window: Window }) {
  const categories = useMemo(() => rows.map((row) => shortDay(row.key)), [rows]);
  const unit = unitOf(Math.max(...rows.map((row) => row.p95Seconds ?? 0)));
  const series = useMemo(() => [
    { name: x.median, use: 'first' as const, values: rows.map((row) => (row.medianSeconds ?? 0) / unit.seconds) },
    { name: x.p95, use: 'second' as const, values: rows.map((row) => (row.p95Seconds ?? 0) / unit.seconds) },
  ], [rows, unit]);
  return (
    <Chart title={x.daily} label={x.dailyLabel} unit={unit.name} kind="lines" categories={categories} series={series}
      table={<DataTable label={x.dailyLabel} columns={columnsFor('day', window)} rows={rows} rowKey={(row) => row.key} />} />
  );
}
