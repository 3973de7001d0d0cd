import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { SegmentedControl, Select } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { monthToDateQuery, usageQuery } from '~/api/queries';
import { serverNow } from '~/api/serverClock';
import type { MonthToDate, Usage, UsageRow } from '~/api/types';
import { projectsOf, useScope } from '~/app/scope';
import { whoHeld } from '~/manage/where';
import { t } from '~/text';
import { Chart } from '~/ui/Chart';
import { type Column, DataTable } from '~/ui/DataTable';
import { Bar, Legend } from '~/ui/Bar';
import { day, exactHours, hours, money, month, percent, shortDay } from '~/ui/format';
import { Figure, Figures, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { useHomeDay } from '~/ui/time';
import { CostExplorer } from './CostExplorer';
import { BudgetsInScope, ForecastFigure, Movers } from './CostOutlook';
import { Idle, IdleFigure } from './IdleCosts';
import { boundsOf, daysOf, monthAfter, monthOf, monthsUntil, type Span } from './period';

const x = t.money.costs;
type Item = MonthToDate['items'][number];

/** What a month has cost, or what any time has cost by any groups. */
export function CostsPage() {
  const search = useSearch({ from: '/inside/costs' });
  const navigate = useNavigate({ from: '/costs' });
  const today = useHomeDay();
  const explores = search.view === 'explore';
  const scope = useScope();
  const query = useQuery({ ...monthToDateQuery(search.month, projectsOf(scope)), enabled: !explores });
  const shown = query.data ? monthOf(query.data.period) : search.month;
  const newest = shown && shown > today.slice(0, 7) ? shown : today.slice(0, 7);
  const of = shown ?? newest;
  const daily = useQuery({ ...dailyQuery(of, projectsOf(scope)), enabled: !explores });
  const lead = explores ? x.exploreLead : shown ? x.lead(month(shown)) : undefined;
  return (
    <Page
      title={x.title} lead={lead}
      actions={
        <>
          <SegmentedControl size="xs" aria-label={x.view} value={explores ? 'explore' : 'month'} data={[{ value: 'month', label: x.byMonth }, { value: 'explore', label: x.explore }]}
            onChange={(view) => void navigate({ search: (old) => ({ ...old, view: view === 'explore' ? view : undefined }) })} />
          {explores ? null : (
            <Select aria-label={t.money.statements.month} w={170} value={shown ?? null} placeholder={t.money.statements.month}
              data={[...new Set([...monthsUntil(newest), ...(shown ? [shown] : [])])].map((value) => ({ value, label: month(value) }))}
              onChange={(value) => void navigate({ search: (old) => ({ ...old, month: value ?? undefined }) })} />
          )}
        </>
      }
    >
      {explores ? <CostExplorer /> : (
        <Loaded query={query} lines={12}>
          {(data) => data.items.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : <Content data={data} month={of} daily={daily} />}
        </Loaded>
      )}
    </Page>
  );
}

/** What explains a figure of the month: its jobs, with what each has cost or used. */
function useBehind(of: string): (more?: { project?: string; hours?: boolean }) => { to: '/costs'; search: { view: string; since: string; until: string; group: string; show?: string; scope?: string } } {
  const { since, until } = daysOf(of, useHomeDay());
  return ({ project, hours: used } = {}) => ({
    to: '/costs',
    search: { view: 'explore', since, until, group: used ? 'job,class' : 'job', show: used ? 'hours' : undefined, ...(project === undefined ? {} : { scope: `project:${project}` }) },
  });
}

function Content({ data, month: of, daily }: { data: MonthToDate; month: string; daily: UseQueryResult<Usage> }) {
  const scope = useScope();
  const behind = useBehind(of);
  const items = useMemo(() => [...data.items].sort((a, b) => Number(b.amount?.amount ?? 0) - Number(a.amount?.amount ?? 0)), [data]);
  const total = data.total;
  const longest = Math.max(...items.map((item) => Number(item.gpuHours)), 1);
  const charged = items.some((item) => Number(item.charges.amount) !== 0);
  const bounds = boundsOf(data.period);
  const goesOn = bounds !== null && Date.parse(bounds.to) > serverNow();
  const columns = costColumns({ of, bounds, longest, charged, behind });
  const link = (text: string, used = false) => <Link {...behind({ hours: used })} title={t.work.jobs.behind}>{text}</Link>;
  return (
    <>
      <Figures>
        <Figure name={x.amount} value={link(money(total.amount))} />
        {charged ? <Figure name={x.charges} value={<Link to="/commitments">{money(total.charges)}</Link>} hint={goesOn ? x.chargesHint : undefined} /> : null}
        {data.forecast ? <ForecastFigure of={data.forecast} /> : null}
        <Figure name={x.hours} value={bounds ? <Link to="/jobs" search={{ where: whoHeld(bounds) }} title={t.work.jobs.behind}>{hours(total.gpuHours)}</Link> : link(hours(total.gpuHours), true)} />
        <Figure name={x.nominal} value={link(hours(total.nominalGpuHours), true)} unit={t.common.gpuHours} />
        {Number(total.unratedGpuHours ?? 0) > 0 ? <Figure name={x.unrated} value={link(hours(total.unratedGpuHours), true)} unit={t.common.gpuHours} /> : null}
        <Figure name={x.borrowed} value={link(hours(total.borrowedGpuHours), true)} unit={t.common.gpuHours} hint={x.ofHours(percent(Number(total.borrowedGpuHours), Number(total.gpuHours)))} />
        {scope ? null : <IdleFigure month={of} />}
      </Figures>
      <Daily query={daily} />
      {goesOn ? <BudgetsInScope scope={scope} /> : null}
      <Panel title={x.byProject} flush actions={<Legend uses={['nominal', 'borrowed']} />}>
        <DataTable
          label={x.byProjectLabel} columns={columns} rows={items} rowKey={(item) => item.project}
          totals={{
            project: x.total, nominal: link(hours(total.nominalGpuHours), true), borrowed: link(hours(total.borrowedGpuHours), true), hours: link(hours(total.gpuHours), true),
            amount: link(money(total.amount)), charges: money(total.charges),
          }}
        />
      </Panel>
      <Movers month={of} goesOn={goesOn} changes={data.changes} />
      <Idle month={of} />
    </>
  );
}

interface Shown {
  of: string;
  bounds: Span | null;
  /** GPU-hours of the project that used most. */
  longest: number;
  /** Whether anything is charged beside usage. */
  charged: boolean;
  behind: ReturnType<typeof useBehind>;
}

function costColumns({ of, bounds, longest, charged, behind }: Shown): Column<Item>[] {
  const figure = (value: string, project: string) => (Number(value) > 0 ? <Link {...behind({ project, hours: true })} title={exactHours(value)}>{hours(value)}</Link> : <span className="quiet">{hours(value)}</span>);
  return [
    { id: 'project', header: x.project, width: 160, cell: (item) => <Link className="plain" to="/jobs" search={{ q: `project:${item.project}` }}>{item.project}</Link> },
    {
      id: 'bar', header: x.hours, width: 130, grow: true,
      cell: (item) => <Bar label={item.project} whole={longest} parts={[{ use: 'nominal', value: Number(item.nominalGpuHours) }, { use: 'borrowed', value: Number(item.borrowedGpuHours) }]} />,
    },
    { id: 'nominal', header: x.nominal, unit: t.common.gpuHours, width: 118, number: true, cell: (item) => figure(item.nominalGpuHours, item.project) },
    { id: 'borrowed', header: x.borrowed, unit: t.common.gpuHours, width: 122, number: true, cell: (item) => figure(item.borrowedGpuHours, item.project) },
    { id: 'hours', header: x.total, unit: t.common.gpuHours, width: 108, number: true, cell: (item) => (bounds ? <Link to="/jobs" search={{ where: whoHeld(bounds, { project: item.project }) }} title={exactHours(item.gpuHours)}>{hours(item.gpuHours)}</Link> : figure(item.gpuHours, item.project)) },
    { id: 'amount', header: x.amount, width: 116, number: true, cell: (item) => (item.amount ? <Link {...behind({ project: item.project })} title={t.work.jobs.behind}>{money(item.amount)}</Link> : <span className="quiet">{x.unrated}</span>) },
    ...(charged ? [{ id: 'charges', header: x.charges, width: 112, number: true, cell: (item: Item) => (Number(item.charges.amount) === 0 ? <span className="quiet">{money(item.charges)}</span> : <Link to="/statements" search={{ project: item.project, month: of }}>{money(item.charges)}</Link>) }] : []),
    { id: 'statement', header: x.statement, width: 92, narrow: 'text', cell: (item) => <Link to="/statements" search={{ project: item.project, month: of }}>{x.statement}</Link> },
  ];
}

interface DayRow {
  day: string;
  nominal: number;
  borrowed: number;
}

/** One row per day that has usage. */
export function dayRows(rows: UsageRow[]): DayRow[] {
  const days = new Map<string, DayRow>();
  for (const row of rows) {
    const key = String(row['day'] ?? '').slice(0, 10);
    if (!key) continue;
    const of = days.get(key) ?? { day: key, nominal: 0, borrowed: 0 };
    if (row['class'] === 'BORROWED') of.borrowed += Number(row.gpuHours);
    else of.nominal += Number(row.gpuHours);
    days.set(key, of);
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day));
}

const dayColumns: Column<DayRow>[] = [
  { id: 'day', header: x.day, width: 140, grow: true, cell: (row) => day(row.day) },
  { id: 'nominal', header: x.nominal, unit: t.common.gpuHours, width: 150, number: true, cell: (row) => hours(row.nominal) },
  { id: 'borrowed', header: x.borrowed, unit: t.common.gpuHours, width: 150, number: true, cell: (row) => hours(row.borrowed) },
];

/** The days of a month by the clocks of the organisation. Without counts of jobs, which take much longer than the sums. */
const dailyQuery = (month: string, project: string | undefined) =>
  usageQuery({ from: `${month}-01`, to: `${monthAfter(month)}-01`, groupBy: 'day,class', project, jobs: 'false' });

/** Asked for beside the month, not after it: the page is first of all this chart. */
function Daily({ query }: { query: UseQueryResult<Usage> }) {
  const rows = useMemo(() => dayRows(query.data?.rows ?? []), [query.data]);
  const categories = useMemo(() => rows.map((row) => shortDay(row.day)), [rows]);
  const series = useMemo(() => [
    { name: x.nominal, use: 'nominal' as const, values: rows.map((row) => row.nominal) },
    { name: x.borrowed, use: 'borrowed' as const, values: rows.map((row) => row.borrowed) },
  ], [rows]);
  return (
    <Loaded query={query} lines={5}>
      {() => rows.length === 0 ? null : (
        <Chart
          title={x.daily} label={x.dailyLabel} unit={t.common.gpuHours} kind="bars" categories={categories} series={series}
          table={<DataTable label={x.dailyLabel} columns={dayColumns} rows={rows} rowKey={(row) => row.day} />}
        />
      )}
    </Loaded>
  );
}
