import { Button, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconCircleCheck, IconFolder, IconHourglassEmpty } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { quotaTreeQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { QuotaTree } from '~/api/types';
import { may } from '~/app/nav';
import { useScope } from '~/app/scope';
import { t } from '~/text';
import { Bar, Legend } from '~/ui/Bar';
import { type Column, DataTable } from '~/ui/DataTable';
import { count, exact, NOTHING } from '~/ui/format';
import { Facts, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { Ago } from '~/ui/time';
import { Lending } from './Lending';
import { QuotaEditor } from './QuotaEditor';
import { flavorsOf, GPU, partsOf, type QuotaRow, quotaRows, resourcesOf, starved } from './quotaRows';
import css from './QuotasPage.module.css';
import { SiteRules } from './SiteRules';

const x = t.manage.quotas;
const keyOf = (row: QuotaRow): string => `${row.node.kind}:${row.node.name}`;

export function QuotasPage() {
  const query = useQuery(quotaTreeQuery);
  return (
    <Page title={x.title} lead={x.lead}>
      <Loaded query={query} lines={14}>
        {(tree) => tree.nodes.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : <Content tree={tree} />}
      </Loaded>
    </Page>
  );
}

function Content({ tree }: { tree: QuotaTree }) {
  const search = useSearch({ from: '/inside/quotas' });
  const navigate = useNavigate({ from: '/quotas' });
  const { data: me } = useQuery(meQuery);
  const [flavor, setFlavor] = useState('');
  const resources = useMemo(() => resourcesOf(tree.nodes), [tree]);
  const resource = search.resource ?? resources[0] ?? GPU;
  const flavors = flavorsOf(tree.nodes, resource);
  const scope = useScope();
  const rows = useMemo(() => quotaRows(tree.nodes, resource, flavor || null)
    .filter((row) => !scope || row.node.kind === 'COHORT' || scope.projects.includes(row.node.name)), [tree, resource, flavor, scope]);
  const longest = Math.max(1, ...rows.filter((row) => row.node.kind === 'PROJECT').map((row) => Math.max(row.nominal, row.used)));
  const edit = (key: string | undefined) => void navigate({ search: (old) => ({ ...old, edit: key }), replace: true });
  const editable = me !== undefined && may(me, 'quota.write');
  return (
    <>
      <Starved rows={rows} flavor={flavor || null} onEdit={editable ? edit : undefined} />
      <div className={css.bar}>
        {flavors.length > 1 ? (
          <SegmentedControl size="xs" aria-label={x.flavor} value={flavor} onChange={setFlavor}
            data={[{ value: '', label: x.all }, ...flavors]} />
        ) : null}
        {resources.length > 1 ? (
          <Select aria-label={x.resource} w={180} data={resources} value={resource}
            onChange={(value) => void navigate({ search: (old) => ({ ...old, resource: value ?? undefined }), replace: true })} />
        ) : null}
        <Legend uses={['nominal', 'borrowed', 'lent']} />
        <span className={css.updated}>{x.updated} <Ago at={tree.generatedAt} /></span>
      </div>
      <Panel flush>
        <DataTable label={x.label} columns={columnsFor(longest, editable, edit)} rows={rows} rowKey={keyOf}
          rowTone={(row) => (row.node.kind === 'COHORT' ? 'strong' : undefined)} />
      </Panel>
      <SiteRules editable={editable} />
      <Lending flavor={flavor || undefined} />
      <Panel title={x.definitions}>
        <Facts facts={(['nominal', 'used', 'borrowed', 'lent', 'available', 'waiting'] as const).map((key) => [x[key], x.def[key]])} />
      </Panel>
      <QuotaEditor row={rows.find((row) => keyOf(row) === search.edit)} onClose={() => edit(undefined)} />
    </>
  );
}

function columnsFor(longest: number, editable: boolean, onEdit: (key: string) => void): Column<QuotaRow>[] {
  const dash = (value: number) => (value > 0 ? count(value) : <span className="quiet">{NOTHING}</span>);
  const columns: Column<QuotaRow>[] = [
    {
      id: 'name', header: x.name, width: 200, grow: true,
      cell: (row) => (
        <span className={css.name} style={{ paddingLeft: row.node.depth * 16 }}>
          {row.node.kind === 'COHORT' ? <IconFolder size={14} aria-hidden="true" /> : null}
          <span className="cut" title={row.node.name}>{row.node.displayName ?? row.node.name}</span>
          {row.drainBy ? <Flag tone="warn">{t.scheduling.quota.drains(exact(row.drainBy))}</Flag> : null}
        </span>
      ),
    },
    {
      id: 'bar', header: x.use, width: 150,
      cell: (row) => row.node.kind === 'COHORT' ? null : (
        <Bar label={row.node.name} whole={longest} mark={row.nominal}
          parts={[{ use: 'nominal', value: row.used - row.borrowed }, { use: 'borrowed', value: row.borrowed }, { use: 'lent', value: Math.min(row.lent, Math.max(0, row.nominal - row.used)) }]} />
      ),
    },
    { id: 'nominal', header: x.nominal, hint: x.def.nominal, width: 76, number: true, cell: (row) => count(row.nominal) },
    {
      id: 'used', header: x.used, hint: x.def.used, width: 62, number: true,
      cell: (row) => (row.node.kind === 'PROJECT' && row.used > 0
        ? <Link to="/jobs" search={{ q: `project:${row.node.name} phase:admitted,running,stopping` }}>{count(row.used)}</Link> : count(row.used)),
    },
    { id: 'borrowed', header: x.borrowed, hint: x.def.borrowed, width: 82, number: true, cell: (row) => dash(row.borrowed) },
    { id: 'lent', header: x.lent, hint: x.def.lent, width: 58, number: true, cell: (row) => dash(row.lent) },
    { id: 'available', header: x.available, hint: x.def.available, width: 80, number: true, cell: (row) => count(row.available) },
    {
      id: 'waiting', header: x.waiting, hint: x.def.waiting, width: 120, number: true,
      cell: (row) => row.waiting === 0 ? dash(0) : row.node.kind === 'PROJECT' ? (
        <Link to="/queue" search={{ project: row.node.name }}>{count(row.waiting)} <span className="quiet">/ {x.jobsWaiting(row.node.waitingJobs)}</span></Link>
      ) : <>{count(row.waiting)} <span className="quiet">/ {x.jobsWaiting(row.node.waitingJobs)}</span></>,
    },
    { id: 'share', header: x.share, hint: x.shareHint, width: 88, number: true, cell: (row) => (row.node.kind === 'PROJECT' ? count(row.node.dominantShare) : '') },
  ];
  if (editable) {
    columns.push({ id: 'edit', header: '', width: 70, cell: (row) => <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${x.edit} ${row.node.name}`} onClick={() => onEdit(keyOf(row))}>{x.edit}</Button> });
  }
  return columns;
}

/** Who waits with quota of its own unused: shown first, since somebody has to act. */
function Starved({ rows, flavor: chosen, onEdit }: { rows: QuotaRow[]; flavor: string | null; onEdit: ((key: string) => void) | undefined }) {
  const list = starved(rows, chosen);
  if (list.length === 0) return <p className={css.calm}><IconCircleCheck size={15} aria-hidden="true" />{x.starvedNone}</p>;
  return (
    <Panel title={x.starved} note={x.starvedNote}>
      <ul className={css.starved}>
        {list.map(({ row, waiting, unused }) => (
          <li key={row.node.name}>
            <IconHourglassEmpty size={15} aria-hidden="true" />
            <span>
              <Link className="inline" to="/queue" search={{ project: row.node.name }}>{row.node.displayName ?? row.node.name}</Link>{' '}
              {x.starvedText(count(waiting), partsOf(unused))}
            </span>
            {onEdit ? <Button variant="default" size="compact-xs" aria-label={`${x.editTitle(row.node.name)}: ${x.edit}`} onClick={() => onEdit(keyOf(row))}>{x.edit}</Button> : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
