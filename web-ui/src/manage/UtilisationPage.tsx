import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { conservationQuery, type Window } from '~/api/queries';
import type { Conservation } from '~/api/types';
import { t } from '~/text';
import { Chart } from '~/ui/Chart';
import { type Column, DataTable } from '~/ui/DataTable';
import { day, hoursOfSeconds, NOTHING, percent, shortDay } from '~/ui/format';
import { Facts, Figure, Figures, Page, Panel } from '~/ui/Page';
import { SpanPicker, useSpan } from '~/ui/Span';
import { Empty, Loaded } from '~/ui/states';
import { JobCount } from '~/work/JobCount';
import { allocation, sumsBy, type Sums, week } from './utilisation';
import { whoHeld } from './where';
import css from './UtilisationPage.module.css';

const x = t.manage.utilisation;
type Row = Conservation['rows'][number];
const DAYS_MOST = 30;
const shareOf = (sums: Sums): string => {
  const share = allocation(sums);
  return share === null ? NOTHING : percent(share, 1);
};

/** How much of the hardware was bound to jobs, by day, pool and hour of the week. */
export function UtilisationPage() {
  const search = useSearch({ from: '/inside/utilisation' });
  const navigate = useNavigate({ from: '/utilisation' });
  const window = useSpan(7, DAYS_MOST);
  const query = useQuery(conservationQuery({ from: window.from, to: window.to }));
  const pools = useMemo(() => [...new Set(query.data?.rows.map((row) => row.pool))].sort(), [query.data]);
  const rows = useMemo(() => (query.data?.rows ?? []).filter((row) => !search.pool || row.pool === search.pool), [query.data, search.pool]);
  return (
    <Page
      title={x.title} lead={x.lead}
      actions={
        <>
          <Select aria-label={x.pool} w={170} value={search.pool ?? ''} data={[{ value: '', label: x.allPools }, ...pools]}
            onChange={(value) => void navigate({ search: (old) => ({ ...old, pool: value || undefined }), replace: true })} />
          <SpanPicker days={window.days} most={DAYS_MOST} />
        </>
      }
    >
      <Loaded query={query} lines={12}>
        {() => rows.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : <Content rows={rows} window={window} pool={search.pool} />}
      </Loaded>
    </Page>
  );
}

const DAY_MS = 86_400_000;
const dayOf = (key: string): Window => ({ from: new Date(key).toISOString(), to: new Date(Date.parse(key) + DAY_MS).toISOString() });

/** Where what lay idle or was down is told by pool and hour. */
const toReconciliation = (day: string, pool: string | undefined) => ({ to: '/reconciliation' as const, search: { day, pool } });

function Content({ rows, window, pool }: { rows: Row[]; window: Window; pool: string | undefined }) {
  const days = useMemo(() => sumsBy(rows, (row) => row.hour.slice(0, 10)), [rows]);
  const pools = useMemo(() => sumsBy(rows, (row) => `${row.pool}/${row.model}`), [rows]);
  const total = useMemo(() => sumsBy(rows, () => '')[0]?.[1], [rows]);
  const categories = useMemo(() => days.map(([date]) => shortDay(date)), [days]);
  const series = useMemo(() => (['nominal', 'borrowed', 'other', 'idle', 'down'] as const)
    .filter((use) => days.some(([, sums]) => sums[use] > 0))
    .map((use) => ({ name: x[use], use: use === 'other' ? ('used' as const) : use, values: days.map(([, sums]) => sums[use] / 3600) })), [days]);
  if (!total) return null;
  const lastDay = days.at(-1)?.[0] ?? '';
  return (
    <>
      <Figures>
        <Figure name={x.allocated} value={<JobCount n={heldOf(total)} where={whoHeld(window, { pool })}>{shareOf(total)}</JobCount>} hint={x.ofAvailable} />
        <Figure name={x.borrowedShare} value={percent(total.borrowed, total.nominal + total.borrowed + total.other)} hint={x.ofAllocated} />
        <Figure name={x.idle} value={<Link to="/availability">{hoursOfSeconds(total.idle)}</Link>} unit={t.common.gpuHours} />
        <Figure name={x.down} value={<Link to="/nodes" search={{ view: 'table' }}>{hoursOfSeconds(total.down)}</Link>} unit={t.common.gpuHours} hint={percent(total.down, total.capacity)} />
      </Figures>
      <Chart title={x.daily} label={x.daily} unit={t.common.gpuHours} kind="bars" categories={categories} series={series}
        table={<DataTable label={x.daily} columns={columnsOf(x.day, day, (key) => whoHeld(dayOf(key), { pool }), (key) => toReconciliation(key, pool))} rows={days} rowKey={([key]) => key} />} />
      <Panel title={x.heat} note={x.heatNote}><Heat rows={rows} /></Panel>
      <Panel title={x.byPool} flush><DataTable label={x.byPool} columns={columnsOf(x.pool, (key) => `${partsOf(key).pool} (${partsOf(key).model})`, (key) => whoHeld(window, partsOf(key)), (key) => toReconciliation(lastDay, partsOf(key).pool))} rows={pools} rowKey={([key]) => key} /></Panel>
      <Panel title={t.common.definitions}>
        <Facts facts={[[x.allocated, x.def.allocated], [x.idle, x.def.idle], [x.down, x.def.down], [x.utilised, x.def.utilised]]} />
      </Panel>
    </>
  );
}

const heldOf = (sums: Sums): number => sums.nominal + sums.borrowed + sums.other;

/** `h200/H200-141GB`; names of pools have no slash. */
function partsOf(key: string): { pool: string; model: string } {
  const at = key.indexOf('/');
  return { pool: key.slice(0, at), model: key.slice(at + 1) };
}

/** What was held leads to its jobs, the rest to where it is told by the hour. */
function columnsOf(header: string, name: (key: string) => string, jobs: (key: string) => string, rest: (key: string) => ReturnType<typeof toReconciliation>): Column<[string, Sums]>[] {
  const held = (use: 'nominal' | 'borrowed'): Column<[string, Sums]> =>
    ({ id: use, header: x[use], unit: t.common.gpuHours, width: 132, number: true, cell: ([key, sums]) => <JobCount n={sums[use]} where={jobs(key)}>{hoursOfSeconds(sums[use])}</JobCount> });
  const part = (use: keyof Sums): Column<[string, Sums]> =>
    ({ id: use, header: x[use], unit: t.common.gpuHours, width: 132, number: true, cell: ([key, sums]) => (sums[use] > 0 ? <Link {...rest(key)}>{hoursOfSeconds(sums[use])}</Link> : <span className="quiet">{hoursOfSeconds(0)}</span>) });
  return [
    { id: 'key', header, width: 190, grow: true, cell: ([key]) => <b style={{ fontWeight: 500 }}>{name(key)}</b> },
    held('nominal'), held('borrowed'), part('idle'), part('down'), part('capacity'),
    { id: 'share', header: x.allocated, width: 110, number: true, cell: ([key, sums]) => <JobCount n={heldOf(sums)} where={jobs(key)}>{shareOf(sums)}</JobCount> },
  ];
}

/** Hour of the week; each cell says its figure, so that the colour is not alone. */
function Heat({ rows }: { rows: Row[] }) {
  const cells = useMemo(() => week(rows), [rows]);
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={x.heat}>
      <table className={css.heat}>
        <caption className="hidden-visually">{x.heat}</caption>
        <thead>
          <tr><th scope="col"><span className="hidden-visually">{x.weekday}</span></th>{Array.from({ length: 24 }, (_, hour) => <th key={hour} scope="col">{hour}</th>)}</tr>
        </thead>
        <tbody>
          {cells.map((hoursOfDay, weekday) => (
            <tr key={weekday}>
              <th scope="row">{x.weekdays[weekday]}</th>
              {hoursOfDay.map((share, hour) => (
                <td key={hour} data-known={share === null ? undefined : true}
                  style={share === null ? undefined : { '--share': share.toFixed(3) } as React.CSSProperties}>
                  {share === null ? '' : Math.round(share * 100)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
