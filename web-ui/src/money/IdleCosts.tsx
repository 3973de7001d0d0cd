import { useQuery } from '@tanstack/react-query';
import { idleCostsQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { IdleCosts } from '~/api/types';
import { Link } from '@tanstack/react-router';
import { t } from '~/text';
import { Bar } from '~/ui/Bar';
import { type Column, DataTable } from '~/ui/DataTable';
import { exactHours, hours, money, percent } from '~/ui/format';
import { Figure, Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';

const x = t.money.costs;
type IdlePool = IdleCosts['pools'][number];
const idleColumns: Column<IdlePool>[] = [
  { id: 'pool', header: x.pool, width: 170, grow: true, cell: (pool) => <><b style={{ fontWeight: 500 }}>{pool.model}</b> <span className="quiet">{pool.pool}</span></> },
  { id: 'hours', header: x.idleHours, unit: t.common.gpuHours, width: 150, number: true, cell: (pool) => <Link to="/utilisation" search={{ pool: pool.pool, days: '30' }} title={exactHours(pool.idleGpuHours)}>{hours(pool.idleGpuHours)}</Link> },
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

export function IdleFigure({ month: of }: { month: string }) {
  const { query } = useIdle(of);
  return query.data ? <Figure name={x.idleFigure} value={money(query.data.total)} hint={x.idleFigureHint} /> : null;
}

/** What stood idle, and whose guaranteed quota it was. It is shown, never charged. */
export function Idle({ month: of }: { month: string }) {
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
          {data.pools.length === 0 ? null : <Holders bearers={data.bearers} />}
        </>
      )}
    </Loaded>
  );
}

type Holder = IdleCosts['bearers'][number];

/** Whose quota the idle GPUs are, over all pools, dearest first. */
function Holders({ bearers }: { bearers: Holder[] }) {
  const name = (holder: Holder) => holder.project ?? x.platform;
  const columns: Column<Holder>[] = [
    { id: 'name', header: x.holder, width: 190, cell: (holder) => holder.project ?? <span className="quiet">{x.platform}</span> },
    { id: 'amount', header: x.idleCost, width: 120, number: true, cell: (holder) => money(holder.amount) },
    { id: 'bar', header: x.holderShare, width: 220, grow: true, cell: (holder) => <Bar label={name(holder)} whole={100} parts={[{ use: 'idle', value: Number(holder.percent) }]} /> },
    { id: 'percent', header: '', width: 80, number: true, cell: (holder) => percent(Number(holder.percent), 100) },
  ];
  return (
    <Panel title={x.holders} note={x.holdersNote} flush>
      <DataTable label={x.holders} columns={columns} rows={bearers} rowKey={name} />
    </Panel>
  );
}
