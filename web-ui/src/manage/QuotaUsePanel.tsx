import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { quotaUseQuery, type Window } from '~/api/queries';
import type { QuotaUseRow } from '~/api/types';
import { projectsOf, useScope } from '~/app/scope';
import { t } from '~/text';
import { Bar } from '~/ui/Bar';
import { type Column, DataTable } from '~/ui/DataTable';
import { exactHours, hours, NOTHING, percent } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { Since } from '~/ui/time';

const x = t.manage.utilisation;

const part = (id: 'guaranteed' | 'nominal' | 'unused' | 'starved' | 'borrowed', header: string): Column<QuotaUseRow> =>
  ({ id, header, width: 104, number: true, cell: (row) => <span title={exactHours(row[id])}>{hours(row[id])}</span> });

const columns: Column<QuotaUseRow>[] = [
  { id: 'project', header: x.project, width: 170, cell: (row) => <Link className="plain" to="/jobs" search={{ q: `project:${row.project}` }}>{row.project}</Link> },
  { id: 'pool', header: x.pool, width: 90, cell: (row) => row.pool },
  {
    id: 'bar', header: x.quotaBar, width: 120, grow: true,
    cell: (row) => <Bar label={`${row.project}, ${row.pool}`} parts={[{ use: 'nominal', value: Number(row.nominal) }, { use: 'idle', value: Number(row.unused), label: x.unused }, { use: 'reserved', value: Number(row.starved), label: x.starved }]} />,
  },
  part('guaranteed', x.guaranteed), part('nominal', x.used), part('unused', x.unused), part('starved', x.starved), part('borrowed', x.borrowed),
  { id: 'over', header: x.overQuota, width: 96, number: true, cell: (row) => (row.overQuota ? percent(Number(row.overQuota), 1) : NOTHING) },
  { id: 'since', header: x.since, width: 112, number: true, cell: (row) => (row.starvedSince ? <Since from={row.starvedSince} /> : NOTHING) },
];

/** What became of each project's guarantee: used, left alone, or wanted in vain; and how evenly that was. */
export function QuotaUsePanel({ window, pool }: { window: Window; pool: string | undefined }) {
  const scope = useScope();
  const query = useQuery(quotaUseQuery({ from: window.from, to: window.to, project: projectsOf(scope) }));
  const jain = query.data?.jainIndex;
  return (
    <Panel title={x.quota} flush note={jain ? <>{t.common.gpuHours} · {x.jain} <b>{hours(jain)}</b>, {x.jainHint(query.data?.comparedProjects ?? 0)} · {x.quotaNote}</> : x.quotaNote}
      actions={<Link className="quiet small" to="/definitions" aria-label={`${t.common.definitions}: ${x.quota}`}>{t.common.definitions}</Link>}>
      <Loaded query={query} lines={6}>
        {({ rows }) => {
          const shown = rows.filter((row) => !pool || row.pool === pool);
          return shown.length === 0 ? <p className="quiet" style={{ padding: 14 }}>{x.noQuota}</p> : (
            <DataTable label={x.quota} columns={columns} rows={shown} rowKey={(row) => `${row.project}/${row.pool}`} />
          );
        }}
      </Loaded>
    </Panel>
  );
}
