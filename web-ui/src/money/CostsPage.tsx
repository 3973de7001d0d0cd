import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { idleCostsQuery, monthToDateQuery, usageQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { IdleCosts, MonthToDate, UsageRow } from '~/api/types';
import { projectsOf, useScope } from '~/app/scope';
import { t } from '~/text';
import { Chart } from '~/ui/Chart';
import { type Column, DataTable } from '~/ui/DataTable';
import { Bar, Legend } from '~/ui/Bar';
import { day, exactHours, hours, money, month, percent, shortDay } from '~/ui/format';
import { Figure, Figures, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { useToday } from '~/ui/time';
import { sum, sumMoney } from './decimal';
import { monthOf } from './period';

const x = t.money.costs;
type Item = MonthToDate['items'][number];

export function CostsPage() {
  const query = useQuery(monthToDateQuery);
  const period = query.data ? monthOf(query.data.period) : null;
  return (
    <Page title={x.title} lead={period ? x.lead(month(period)) : undefined}>
      <Loaded query={query} lines={12}>
        {(data) => data.items.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : <Content data={data} month={monthOf(data.period)} />}
      </Loaded>
    </Page>
  );
}

function Content({ data, month: of }: { data: MonthToDate; month: string }) {
  const scope = useScope();
  const items = useMemo(() => data.items.filter((item) => !scope || scope.projects.includes(item.project)).sort((a, b) => Number(b.amount?.amount ?? 0) - Number(a.amount?.amount ?? 0)), [data, scope]);
  const total = scope ? totalOf(items) : data.total;
  const longest = Math.max(...items.map((item) => Number(item.gpuHours)), 1);
  const charged = items.some((item) => Number(item.charges.amount) !== 0);
  const columns = costColumns(of, longest, charged);
  return (
    <>
      <Figures>
        <Figure name={x.amount} value={money(total.amount)} />
        {charged ? <Figure name={x.charges} value={<Link to="/commitments">{money(total.charges)}</Link>} hint={x.chargesHint} /> : null}
        <Figure name={x.hours} value={hours(total.gpuHours)} />
        <Figure name={x.nominal} value={hours(total.nominalGpuHours)} unit={t.common.gpuHours} />
        {Number(total.unratedGpuHours ?? 0) > 0 ? <Figure name={x.unrated} value={hours(total.unratedGpuHours)} unit={t.common.gpuHours} /> : null}
        <Figure name={x.borrowed} value={hours(total.borrowedGpuHours)} unit={t.common.gpuHours} hint={x.ofHours(percent(Number(total.borrowedGpuHours), Number(total.gpuHours)))} />
        {scope ? null : <IdleFigure month={of} />}
      </Figures>
      <Panel title={x.byProject} flush actions={<Legend uses={['nominal', 'borrowed']} />}>
        <DataTable
          label={x.byProjectLabel} columns={columns} rows={items} rowKey={(item) => item.project}
          totals={{
            project: x.total, nominal: hours(total.nominalGpuHours), borrowed: hours(total.borrowedGpuHours), hours: hours(total.gpuHours),
            amount: money(total.amount), charges: money(total.charges),
          }}
        />
      </Panel>
      <Daily />
      <Idle month={of} />
    </>
  );
}

/** Figures of a part of the organisation: decimal sums of the server's rows. */
function totalOf(items: Item[]): MonthToDate['total'] {
  const of = (pick: (item: Item) => string | undefined) => sum(items.map((item) => pick(item) ?? '0'));
  return {
    gpuHours: of((item) => item.gpuHours), nominalGpuHours: of((item) => item.nominalGpuHours), borrowedGpuHours: of((item) => item.borrowedGpuHours),
    unratedGpuHours: of((item) => item.unratedGpuHours), amount: sumMoney(items.map((item) => item.amount)), charges: sumMoney(items.map((item) => item.charges)),
  };
}

function costColumns(of: string, longest: number, charged: boolean): Column<Item>[] {
  const figure = (value: string) => <span title={exactHours(value)}>{hours(value)}</span>;
  return [
    { id: 'project', header: x.project, width: 160, cell: (item) => <Link className="plain" to="/jobs" search={{ q: `project:${item.project}` }}>{item.project}</Link> },
    {
      id: 'bar', header: x.hours, width: 130, grow: true,
      cell: (item) => <Bar label={item.project} whole={longest} parts={[{ use: 'nominal', value: Number(item.nominalGpuHours) }, { use: 'borrowed', value: Number(item.borrowedGpuHours) }]} />,
    },
    { id: 'nominal', header: x.nominal, unit: t.common.gpuHours, width: 118, number: true, cell: (item) => figure(item.nominalGpuHours) },
    { id: 'borrowed', header: x.borrowed, unit: t.common.gpuHours, width: 122, number: true, cell: (item) => figure(item.borrowedGpuHours) },
    { id: 'hours', header: x.total, unit: t.common.gpuHours, width: 108, number: true, cell: (item) => figure(item.gpuHours) },
    { id: 'amount', header: x.amount, width: 116, number: true, cell: (item) => (item.amount ? money(item.amount) : <span className="quiet">{x.unrated}</span>) },
    ...(charged ? [{ id: 'charges', header: x.charges, width: 112, number: true, cell: (item: Item) => money(item.charges) }] : []),
    { id: 'statement', header: x.statement, width: 92, narrow: 'text', cell: (item) => <Link to="/statements" search={{ project: item.project, month: of }}>{x.statement}</Link> },
  ];
}

type IdlePool = IdleCosts['pools'][number];
const idleColumns: Column<IdlePool>[] = [
  { id: 'pool', header: x.pool, width: 170, grow: true, cell: (pool) => <><b style={{ fontWeight: 500 }}>{pool.model}</b> <span className="quiet">{pool.pool}</span></> },
  { id: 'hours', header: x.idleHours, unit: t.common.gpuHours, width: 150, number: true, cell: (pool) => <span title={exactHours(pool.idleGpuHours)}>{hours(pool.idleGpuHours)}</span> },
  { id: 'cost', header: x.idleCost, width: 150, number: true, cell: (pool) => money(pool.cost) },
  {
    id: 'most', header: x.idleMost, width: 320,
    cell: (pool) => {
      const most = [...pool.shares].sort((a, b) => Number(b.amount.amount) - Number(a.amount.amount)).slice(0, 3);
      return <span className="soft">{most.map((share) => `${share.project} ${money(share.amount)}`).join(', ') || '–'}</span>;
    },
  },
];

/** Idle GPUs are a figure of the organisation: who has a role in all of it may ask. */
function useIdle(of: string) {
  const { data: me } = useQuery(meQuery);
  const wide = me?.roles.some((binding) => binding.scope.kind === 'ORG') ?? false;
  return { wide, query: useQuery({ ...idleCostsQuery(of), enabled: wide }) };
}

function IdleFigure({ month: of }: { month: string }) {
  const { query } = useIdle(of);
  return query.data ? <Figure name={x.idleFigure} value={money(sumMoney(query.data.pools.map((pool) => pool.cost)))} hint={x.idleFigureHint} /> : null;
}

/** What stood idle, and whose guaranteed quota it was. It is shown, never charged. */
function Idle({ month: of }: { month: string }) {
  const { wide, query } = useIdle(of);
  if (!wide) return null;
  return (
    <Loaded query={query} lines={3}>
      {(data) => (
        <>
          <Panel title={x.idle} note={x.idleNote} flush>
            {data.pools.length === 0 ? <p className="quiet" style={{ padding: 14 }}>{x.idleNone}</p>
              : <DataTable label={x.idle} columns={idleColumns} rows={data.pools} rowKey={(pool) => `${pool.pool}/${pool.model}`} />}
          </Panel>
          {data.pools.length === 0 ? null : <Holders pools={data.pools} />}
        </>
      )}
    </Loaded>
  );
}

interface Holder {
  name: string;
  amount: NonNullable<IdlePool['cost']>;
}

/** Whose quota the idle GPUs are, over all pools, dearest first. */
export function holdersOf(pools: IdlePool[]): Holder[] {
  const parts = pools.flatMap((pool) => [...pool.shares.map((share) => ({ name: share.project, amount: share.amount })), { name: '', amount: pool.platform }]);
  return [...new Set(parts.map((part) => part.name))]
    .map((name) => ({ name, amount: sumMoney(parts.filter((part) => part.name === name).map((part) => part.amount)) }))
    .filter((holder): holder is Holder => holder.amount !== null && Number(holder.amount.amount) !== 0)
    .sort((a, b) => Number(b.amount.amount) - Number(a.amount.amount));
}

function Holders({ pools }: { pools: IdlePool[] }) {
  const holders = holdersOf(pools);
  const whole = holders.reduce((all, holder) => all + Number(holder.amount.amount), 0);
  const columns: Column<Holder>[] = [
    { id: 'name', header: x.holder, width: 150, cell: (holder) => holder.name || <span className="quiet">{x.platform}</span> },
    { id: 'amount', header: x.idleCost, width: 120, number: true, cell: (holder) => money(holder.amount) },
    { id: 'bar', header: x.holderShare, width: 220, grow: true, cell: (holder) => <Bar label={holder.name || x.platform} whole={whole} parts={[{ use: 'idle', value: Number(holder.amount.amount) }]} /> },
    { id: 'percent', header: '', width: 80, number: true, cell: (holder) => percent(Number(holder.amount.amount), whole) },
  ];
  return (
    <Panel title={x.holders} note={x.holdersNote} flush>
      <DataTable label={x.holders} columns={columns} rows={holders} rowKey={(holder) => holder.name} />
    </Panel>
  );
}

const DAY_MS = 86_400_000;

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

function Daily() {
  const today = useToday();
  const range = useMemo(() => {
    const end = Date.parse(`${today}T00:00:00Z`) + DAY_MS;
    return { from: new Date(end - 30 * DAY_MS).toISOString(), to: new Date(end).toISOString() };
  }, [today]);
  const scope = useScope();
  const query = useQuery(usageQuery({ ...range, groupBy: 'day,class', project: projectsOf(scope) }));
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
          title={`${x.daily}, ${x.days.toLowerCase()}`} label={x.dailyLabel} unit={t.common.gpuHours} kind="bars" categories={categories} series={series}
          table={<DataTable label={x.dailyLabel} columns={dayColumns} rows={rows} rowKey={(row) => row.day} />}
        />
      )}
    </Loaded>
  );
}
