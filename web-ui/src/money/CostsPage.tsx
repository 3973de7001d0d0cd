import { useQuery } from '@tanstack/react-query';
import { SegmentedControl, Select } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { monthToDateQuery, usageQuery } from '~/api/queries';
import { serverNow } from '~/api/serverClock';
import type { MonthToDate, UsageRow } from '~/api/types';
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
import { boundsOf, monthOf, monthsUntil, type Span } from './period';

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
          {(data) => data.items.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : <Content data={data} month={monthOf(data.period)} />}
        </Loaded>
      )}
    </Page>
  );
}

function Content({ data, month: of }: { data: MonthToDate; month: string }) {
  const scope = useScope();
  const items = useMemo(() => [...data.items].sort((a, b) => Number(b.amount?.amount ?? 0) - Number(a.amount?.amount ?? 0)), [data]);
  const total = data.total;
  const longest = Math.max(...items.map((item) => Number(item.gpuHours)), 1);
  const charged = items.some((item) => Number(item.charges.amount) !== 0);
  const bounds = boundsOf(data.period);
  const goesOn = bounds !== null && Date.parse(bounds.to) > serverNow();
  const columns = costColumns(of, bounds, longest, charged);
  return (
    <>
      <Figures>
        <Figure name={x.amount} value={money(total.amount)} />
        {charged ? <Figure name={x.charges} value={<Link to="/commitments">{money(total.charges)}</Link>} hint={goesOn ? x.chargesHint : undefined} /> : null}
        {data.forecast ? <ForecastFigure of={data.forecast} /> : null}
        <Figure name={x.hours} value={hours(total.gpuHours)} />
        <Figure name={x.nominal} value={hours(total.nominalGpuHours)} unit={t.common.gpuHours} />
        {Number(total.unratedGpuHours ?? 0) > 0 ? <Figure name={x.unrated} value={hours(total.unratedGpuHours)} unit={t.common.gpuHours} /> : null}
        <Figure name={x.borrowed} value={hours(total.borrowedGpuHours)} unit={t.common.gpuHours} hint={x.ofHours(percent(Number(total.borrowedGpuHours), Number(total.gpuHours)))} />
        {scope ? null : <IdleFigure month={of} />}
      </Figures>
      {goesOn ? <BudgetsInScope scope={scope} /> : null}
      <Panel title={x.byProject} flush actions={<Legend uses={['nominal', 'borrowed']} />}>
        <DataTable
          label={x.byProjectLabel} columns={columns} rows={items} rowKey={(item) => item.project}
          totals={{
            project: x.total, nominal: hours(total.nominalGpuHours), borrowed: hours(total.borrowedGpuHours), hours: hours(total.gpuHours),
            amount: money(total.amount), charges: money(total.charges),
          }}
        />
      </Panel>
      {bounds ? <Movers month={of} bounds={bounds} items={items} /> : null}
      {bounds ? <Daily span={bounds} /> : null}
      <Idle month={of} />
    </>
  );
}

function costColumns(of: string, bounds: Span | null, longest: number, charged: boolean): Column<Item>[] {
  const figure = (value: string) => <span title={exactHours(value)}>{hours(value)}</span>;
  return [
    { id: 'project', header: x.project, width: 160, cell: (item) => <Link className="plain" to="/jobs" search={{ q: `project:${item.project}` }}>{item.project}</Link> },
    {
      id: 'bar', header: x.hours, width: 130, grow: true,
      cell: (item) => <Bar label={item.project} whole={longest} parts={[{ use: 'nominal', value: Number(item.nominalGpuHours) }, { use: 'borrowed', value: Number(item.borrowedGpuHours) }]} />,
    },
    { id: 'nominal', header: x.nominal, unit: t.common.gpuHours, width: 118, number: true, cell: (item) => figure(item.nominalGpuHours) },
    { id: 'borrowed', header: x.borrowed, unit: t.common.gpuHours, width: 122, number: true, cell: (item) => figure(item.borrowedGpuHours) },
    { id: 'hours', header: x.total, unit: t.common.gpuHours, width: 108, number: true, cell: (item) => (bounds ? <Link to="/jobs" search={{ where: whoHeld(bounds, item.project) }} title={exactHours(item.gpuHours)}>{hours(item.gpuHours)}</Link> : figure(item.gpuHours)) },
    { id: 'amount', header: x.amount, width: 116, number: true, cell: (item) => (item.amount ? money(item.amount) : <span className="quiet">{x.unrated}</span>) },
    ...(charged ? [{ id: 'charges', header: x.charges, width: 112, number: true, cell: (item: Item) => money(item.charges) }] : []),
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

/** The days of the month, by the clocks of the organisation. */
function Daily({ span }: { span: Span }) {
  const scope = useScope();
  const query = useQuery(usageQuery({ ...span, groupBy: 'day,class', project: projectsOf(scope) }));
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
