import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { utilisationQuery, type Window } from '~/api/queries';
import type { Utilisation, UtilisationRow } from '~/api/types';
import { t } from '~/text';
import { Chart } from '~/ui/Chart';
import { type Column, DataTable } from '~/ui/DataTable';
import { day, exactHours, hours, NOTHING, percent, shortDay } from '~/ui/format';
import { Facts, Figure, Figures, Page, Panel } from '~/ui/Page';
import { SpanPicker, useSpan } from '~/ui/Span';
import { Empty, Loaded } from '~/ui/states';
import { JobCount } from '~/work/JobCount';
import { BusyPanel } from './BusyPanel';
import { QuotaUsePanel } from './QuotaUsePanel';
import { week } from './utilisation';
import { whoHeld } from './where';
import css from './UtilisationPage.module.css';

const x = t.manage.utilisation;
const DAYS_MOST = 30;
const shareOf = (share: string | null | undefined): string => (share ? percent(Number(share), 1) : NOTHING);

/** What became of the hardware, by day, pool and hour of the week, and of the quota. */
export function UtilisationPage() {
  const search = useSearch({ from: '/inside/utilisation' });
  const navigate = useNavigate({ from: '/utilisation' });
  const window = useSpan(7, DAYS_MOST);
  const query = useQuery(utilisationQuery({ from: window.from, to: window.to, pool: search.pool }));
  const pools = usePools(query.data, search.pool);
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
        {(data) => data.pools.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : <Content data={data} window={window} pool={search.pool} />}
      </Loaded>
      <BusyPanel />
      <QuotaUsePanel window={window} pool={search.pool} />
      <Panel title={t.common.definitions}>
        <Facts facts={[[x.allocated, x.def.allocated], [x.idle, x.def.idle], [x.idleWanted, x.def.idleWanted], [x.down, x.def.down], [x.starved, x.def.starved], [x.jain, x.def.jain], [x.utilised, x.def.utilised]]} />
      </Panel>
    </Page>
  );
}

/** All that were ever seen, so that one can change from one to another. */
function usePools(data: Utilisation | undefined, chosen: string | undefined): string[] {
  const [seen, setSeen] = useState<string[]>([]);
  const found = data?.pools.map((row) => partsOf(row.key).pool) ?? [];
  const all = [...new Set([...seen, ...found, ...(chosen ? [chosen] : [])])].sort();
  if (all.length > seen.length) setSeen(all);
  return all;
}

const DAY_MS = 86_400_000;
const dayOf = (key: string): Window => ({ from: new Date(key).toISOString(), to: new Date(Date.parse(key) + DAY_MS).toISOString() });

/** Where what lay idle or was down is told by pool and hour. */
const toReconciliation = (day: string, pool: string | undefined) => ({ to: '/reconciliation' as const, search: { day, pool } });

const USES = { nominal: 'nominal', borrowed: 'borrowed', other: 'used', idleWanted: 'reserved', idleUnwanted: 'idle', down: 'down', plannedDown: 'down' } as const;
type Part = keyof typeof USES;
const PARTS = Object.keys(USES) as Part[];

function Content({ data: { total, days, pools, hoursOfWeek }, window, pool }: { data: Utilisation; window: Window; pool: string | undefined }) {
  const categories = useMemo(() => days.map((row) => shortDay(row.key)), [days]);
  const series = useMemo(() => PARTS
    .filter((part) => days.some((row) => Number(row[part]) > 0))
    .map((part) => ({ name: x[part], use: USES[part], values: days.map((row) => Number(row[part])) })), [days]);
  const ofCapacity = (part: Part) => x.ofAll(percent(Number(total[part]), Number(total.capacity)));
  const lastDay = days.at(-1)?.key ?? '';
  return (
    <>
      <Figures>
        <Figure name={x.allocated} value={<JobCount n={Number(total.allocated)} where={whoHeld(window, { pool })}>{shareOf(total.allocation)}</JobCount>} hint={x.ofAvailable} />
        <Figure name={x.borrowedShare} value={shareOf(total.overQuota)} hint={x.ofAllocated} />
        <Figure name={x.idleWanted} value={<Link to="/waits">{hours(total.idleWanted)}</Link>} unit={t.common.gpuHours} hint={ofCapacity('idleWanted')} />
        <Figure name={x.idleUnwanted} value={<Link to="/availability">{hours(total.idleUnwanted)}</Link>} unit={t.common.gpuHours} hint={ofCapacity('idleUnwanted')} />
        <Figure name={x.down} value={<Link to="/nodes" search={{ view: 'table' }}>{hours(total.down)}</Link>} unit={t.common.gpuHours} hint={ofCapacity('down')} />
        <Figure name={x.plannedDown} value={<Link to="/nodes" search={{ view: 'table' }}>{hours(total.plannedDown)}</Link>} unit={t.common.gpuHours} hint={ofCapacity('plannedDown')} />
      </Figures>
      <Chart title={x.daily} label={x.daily} unit={t.common.gpuHours} kind="bars" categories={categories} series={series}
        table={<DataTable label={x.daily} columns={columnsOf(x.day, day, (key) => whoHeld(dayOf(key), { pool }), (key) => toReconciliation(key, pool))} rows={days} rowKey={(row) => row.key} />} />
      <Panel title={x.heat} note={x.heatNote}><Heat hoursOfWeek={hoursOfWeek} /></Panel>
      <Panel title={x.byPool} note={t.common.gpuHours} flush><DataTable label={x.byPool} columns={columnsOf(x.pool, (key) => `${partsOf(key).pool} (${partsOf(key).model})`, (key) => whoHeld(window, partsOf(key)), (key) => toReconciliation(lastDay, partsOf(key).pool))} rows={pools} rowKey={(row) => row.key} /></Panel>
    </>
  );
}

/** `h200/H200-141GB`; names of pools have no slash. */
function partsOf(key: string): { pool: string; model: string } {
  const at = key.indexOf('/');
  return { pool: key.slice(0, at), model: key.slice(at + 1) };
}

const HELD = new Set<string>(['nominal', 'borrowed', 'other']);

/** What was held leads to its jobs, the rest to where it is told by the hour. */
function columnsOf(header: string, name: (key: string) => string, jobs: (key: string) => string, rest: (key: string) => ReturnType<typeof toReconciliation>): Column<UtilisationRow>[] {
  const part = (id: Part | 'capacity'): Column<UtilisationRow> => ({
    id, header: x[id], width: 106, number: true,
    cell: (row) => {
      const figure = <span title={exactHours(row[id])}>{hours(row[id])}</span>;
      if (HELD.has(id)) return <JobCount n={Number(row[id])} where={jobs(row.key)}>{figure}</JobCount>;
      return Number(row[id]) > 0 ? <Link {...rest(row.key)}>{figure}</Link> : <span className="quiet">{figure}</span>;
    },
  });
  return [
    { id: 'key', header, width: 150, grow: true, cell: (row) => <b style={{ fontWeight: 500 }}>{name(row.key)}</b> },
    ...PARTS.map(part), part('capacity'),
    { id: 'share', header: x.allocated, width: 96, number: true, cell: (row) => <JobCount n={Number(row.allocated)} where={jobs(row.key)}>{shareOf(row.allocation)}</JobCount> },
  ];
}

/** Hour of the week; each cell says its figure, so that the colour is not alone. */
function Heat({ hoursOfWeek }: { hoursOfWeek: UtilisationRow[] }) {
  const cells = useMemo(() => week(hoursOfWeek), [hoursOfWeek]);
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
