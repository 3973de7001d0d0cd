import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { IconNotebook, IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { availabilityQuery, fewJobsQuery, quotaTreeQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Me } from '~/api/types';
import { may } from '~/app/nav';
import { flavorsOf, GPU, quotaRows } from '~/manage/quotaRows';
import { t } from '~/text';
import { Bar, Legend } from '~/ui/Bar';
import { DataTable } from '~/ui/DataTable';
import { count } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded, Skeleton } from '~/ui/states';
import css from './HomePage.module.css';
import { FinanceBoard } from './FinanceBoard';
import { jobColumns } from './jobColumns';
import { NowBoard } from './NowBoard';

const x = t.work.home;

/** What a person needs first: operators the state of the fleet, others their jobs and quota. */
export function HomePage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return <Page title={x.title}><Skeleton lines={10} /></Page>;
  const operator = may(me, 'capacity.write', 'quota.write') && may(me, 'capacity.read');
  const finance = may(me, 'statement.read') && may(me, 'rate.read') && !operator && !may(me, 'job.submit');
  return (
    <Page title={x.title} lead={x.hello(me.displayName)}>
      {finance ? <FinanceBoard me={me} /> : null}
      {operator ? <NowBoard jobs={may(me, 'job.read')} /> : null}
      {finance && may(me, 'period.close') ? null : (
        <div className={css.columns}>
          {may(me, 'job.read') ? <LatestJobs me={me} everyones={operator} /> : null}
          <div className={css.stack}>
            {may(me, 'job.submit') ? <Start /> : null}
            {may(me, 'capacity.read') && !operator ? <FreeNow /> : null}
            {may(me, 'quota.read') ? <MyQuota me={me} title={operator ? t.nav.quotas : x.quota} /> : null}
          </div>
        </div>
      )}
    </Page>
  );
}

const columns = [
  { ...jobColumns.name, width: 136 }, { ...jobColumns.status, width: 118 }, { ...jobColumns.project, width: 134 }, { ...jobColumns.gpus, width: 54 }, { ...jobColumns.time, width: 96 }, { ...jobColumns.cost, width: 88 },
];

/** A person's own jobs; whoever runs the fleet sees everybody's first. */
function LatestJobs({ me, everyones }: { me: Me; everyones: boolean }) {
  const [whose, setWhose] = useState(everyones ? 'all' : 'mine');
  const mine = whose === 'mine';
  const query = useQuery(fewJobsQuery({ user: mine ? me.login : undefined, sort: '-submittedAt', limit: 12 }));
  const navigate = useNavigate();
  return (
    <Panel title={mine ? x.mine : x.latest} flush actions={
      <>
        {everyones ? (
          <SegmentedControl size="xs" aria-label={x.whose} value={whose} onChange={setWhose}
            data={[{ value: 'all', label: t.work.notebooks.everyone }, { value: 'mine', label: t.work.notebooks.mine }]} />
        ) : null}
        <Button variant="subtle" size="compact-xs" color="gray" component={Link} to={mine ? '/jobs?q=user%3Ame' : '/jobs'}>{mine ? x.allMine : x.all}</Button>
      </>
    }>
      <Loaded query={query} lines={8}>
        {(page) => page.items.length === 0 ? (
          <Empty title={x.mineEmpty} detail={x.mineEmptyDetail} action={may(me, 'job.submit') ? <Button component={Link} to="/submit">{t.nav.submit}</Button> : undefined} />
        ) : (
          <DataTable label={mine ? x.mine : x.latest} columns={columns} rows={page.items} rowKey={(job) => job.id}
            onOpen={(job) => void navigate({ to: '/jobs/$id', params: { id: job.id } })} />
        )}
      </Loaded>
    </Panel>
  );
}

function Start() {
  return (
    <Panel title={x.start}>
      <div className={css.start}>
        <Link to="/submit" className={css.door}>
          <IconStack2 size={20} stroke={1.5} aria-hidden="true" /><b>{x.startBatch}</b><span>{x.startBatchDetail}</span>
        </Link>
        <Link to="/submit" search={{ type: 'NOTEBOOK' }} className={css.door}>
          <IconNotebook size={20} stroke={1.5} aria-hidden="true" /><b>{x.startNotebook}</b><span>{x.startNotebookDetail}</span>
        </Link>
      </div>
    </Panel>
  );
}

function FreeNow() {
  const query = useQuery(availabilityQuery);
  return (
    <Panel title={x.freeNow} actions={<Button variant="subtle" size="compact-xs" color="gray" component={Link} to="/availability">{t.nav.availability}</Button>}>
      <Loaded query={query} lines={3}>
        {(data) => (
          <div className={css.lines}>
            {data.models.map((model) => (
              <div key={model.flavor} className={css.line}>
                <span className="cut">{model.gpuModel ?? model.flavor}</span>
                <span className="num"><b>{count(model.free)}</b> <span className="quiet">{t.capacity.availability.of(count(model.gpus))}</span></span>
                <Bar label={model.flavor} parts={[{ use: 'used', value: model.gpus - model.free }, { use: 'idle', value: model.free }]} />
              </div>
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function MyQuota({ me, title }: { me: Me; title: string }) {
  const query = useQuery(quotaTreeQuery);
  return (
    <Panel title={title} actions={<Button variant="subtle" size="compact-xs" color="gray" component={Link} to="/quotas">{x.quotaMore}</Button>}>
      <Loaded query={query} lines={4}>
        {(tree) => {
          const rows = quotaRows(tree.nodes, GPU, null).filter((row) => row.node.kind === 'PROJECT' && me.projects.includes(row.node.name))
            .sort((a, b) => Number(b.node.name === me.defaultProject) - Number(a.node.name === me.defaultProject) || b.used - a.used).slice(0, 8);
          if (rows.length === 0) return <p className="quiet">{x.quotaNone}</p>;
          const longest = Math.max(1, ...rows.map((row) => Math.max(row.nominal, row.used)));
          return (
            <div className={css.lines}>
              <Legend uses={['nominal', 'borrowed', ...(flavorsOf(tree.nodes, GPU).length > 0 ? (['lent'] as const) : [])]} />
              {rows.map((row) => (
                <div key={row.node.name} className={css.line}>
                  <Link to="/jobs" search={{ q: `project:${row.node.name} phase:queued,admitted,running,stopping` }} className="plain cut">{row.node.displayName ?? row.node.name}</Link>
                  <span className="num"><b>{count(row.used)}</b> <span className="quiet">/ {count(row.nominal)} {t.common.gpus}</span></span>
                  <Bar label={row.node.name} whole={longest} mark={row.nominal}
                    parts={[{ use: 'nominal', value: row.used - row.borrowed }, { use: 'borrowed', value: row.borrowed }, { use: 'lent', value: Math.min(row.lent, Math.max(0, row.nominal - row.used)) }]} />
                </div>
              ))}
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
