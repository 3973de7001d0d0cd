import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconHourglassEmpty, IconTool } from '@tabler/icons-react';
import { availabilityQuery, nodesQuery, queueQuery, quotaTreeQuery } from '~/api/queries';
import { serverNow } from '~/api/serverClock';
import type { GpuNode, Job } from '~/api/types';
import { asTheyTakeJobs, useClosedClusters } from '~/capacity/closed';
import { GPU, partsOf, type QuotaRow, quotaRows, starved } from '~/manage/quotaRows';
import { t } from '~/text';
import { Bar, Legend } from '~/ui/Bar';
import { count, percent, span } from '~/ui/format';
import { Figure, Figures, Panel } from '~/ui/Page';
import { Loaded, Skeleton } from '~/ui/states';
import css from './HomePage.module.css';

const x = t.work.home;

/** Six numbers, the pools, and what needs a person. */
export function NowBoard({ jobs }: { jobs: boolean }) {
  const nodes = useQuery(nodesQuery());
  const closed = useClosedClusters();
  const available = useQuery(availabilityQuery);
  const tree = useQuery(quotaTreeQuery);
  const queue = useQuery({ ...queueQuery(undefined), enabled: jobs });
  const rows = tree.data ? quotaRows(tree.data.nodes, GPU, null) : [];
  return (
    <>
      <Loaded query={available} lines={3}>
        {(now) => <Loaded query={nodes} lines={3}>{(known) => {
          const all = asTheyTakeJobs(known, closed);
          const up = all.filter((node) => node.ready && node.schedulable);
          // What runs on a drained node goes on: its GPUs are in service until it ends.
          const inService = all.reduce((sum, node) => sum + (node.ready && node.schedulable ? node.gpus : node.gpusUsed), 0);
          const used = all.reduce((sum, node) => sum + node.gpusUsed, 0);
          const free = now.models.reduce((sum, model) => sum + model.free, 0);
          return (
            <Figures>
              <Figure name={x.nowAvailable} value={<Link to="/nodes">{count(inService)}</Link>} unit={t.common.gpus} hint={all.length > up.length ? x.downHint(all.length - up.length) : undefined} />
              <Figure name={x.nowAllocated} value={<Link to="/jobs" search={{ q: 'phase:admitted,running,stopping' }}>{count(used)}</Link>} unit={t.common.gpus} hint={x.ofCapacity(percent(used, inService))} />
              <Figure name={x.nowFree} value={<Link to="/availability">{count(free)}</Link>} unit={t.common.gpus} />
              <Figure name={x.nowLargest} value={<Link to="/availability">{count(Math.max(0, ...now.models.map((model) => model.largestGang)))}</Link>} unit={t.common.gpus} />
              <Figure name={x.nowPending} value={<Link to="/queue">{count(now.pendingGpus)}</Link>} unit={t.common.gpus} hint={queue.data ? x.jobsWaiting(queue.data.length) : undefined} />
              <Figure name={x.nowOldest} value={now.oldestWaitSeconds ? <Oldest job={queue.data?.[0]}>{span(now.oldestWaitSeconds)}</Oldest> : '–'} />
            </Figures>
          );
        }}</Loaded>}
      </Loaded>
      {nodes.data && tree.data && (queue.data || !jobs) ? (
        <div className={css.halves}>
          <Pools nodes={asTheyTakeJobs(nodes.data, closed)} rows={rows} />
          <Attention nodes={nodes.data} closed={closed} rows={rows} queue={queue.data ?? []} />
        </div>
      ) : nodes.error ? null : <Loaded query={tree} lines={5}>{() => <Skeleton lines={5} />}</Loaded>}
    </>
  );
}

/** The wait leads to the job that has it, when that may be seen. */
function Oldest({ job, children }: { job: Job | undefined; children: string }) {
  return job ? <Link to="/jobs/$id" params={{ id: job.id }}>{children}</Link> : <>{children}</>;
}

/** One bar per GPU model. How much of it is borrowed is known of the whole tree, not of a model. */
function Pools({ nodes, rows }: { nodes: GpuNode[]; rows: QuotaRow[] }) {
  const models = [...Map.groupBy(nodes, (node) => node.gpuModel ?? '–')].sort(([a], [b]) => a.localeCompare(b));
  const projects = rows.filter((row) => row.node.kind === 'PROJECT');
  const borrowed = projects.reduce((sum, row) => sum + row.borrowed, 0);
  const used = projects.reduce((sum, row) => sum + row.used, 0);
  return (
    <Panel title={x.pools} actions={<Legend uses={['nominal', 'borrowed', 'used', 'idle', 'down']} />}>
      <div className={css.lines}>
        {models.map(([model, members]) => {
          const up = members.filter((node) => node.ready && node.schedulable);
          const inUse = members.reduce((sum, node) => sum + node.gpusUsed, 0);
          const idle = up.reduce((sum, node) => sum + node.gpus - node.gpusUsed, 0);
          const total = members.reduce((sum, node) => sum + node.gpus, 0);
          return (
            <div key={model} className={css.line}>
              <span className="cut">{model}</span>
              <span className="num"><b>{count(inUse)}</b> <span className="quiet">/ {count(total)} {t.common.gpus}</span></span>
              <Bar tall label={model} parts={[{ use: 'used', value: inUse }, { use: 'idle', value: idle }, { use: 'down', value: Math.max(0, total - inUse - idle) }]} />
            </div>
          );
        })}
        {used > 0 ? (
          <div className={css.line}>
            <span>{t.capacity.use.nominal} / {t.capacity.use.borrowed.toLowerCase()}</span>
            <span className="num"><b>{count(used - borrowed)}</b> <span className="quiet">+ {count(borrowed)} {t.common.gpus}</span></span>
            <Bar tall label={x.pools} parts={[{ use: 'nominal', value: used - borrowed }, { use: 'borrowed', value: borrowed }]} />
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

const OLD_WAIT_MS = 3_600_000;

function Attention({ nodes, closed, rows, queue }: { nodes: GpuNode[]; closed: string[]; rows: QuotaRow[]; queue: Job[] }) {
  const oldest = queue[0];
  const waited = oldest ? serverNow() - Date.parse(oldest.queuedAt ?? oldest.submittedAt) : 0;
  const items = [
    ...nodes.filter((node) => !node.ready).map((node) => ({ key: node.name, icon: IconAlertTriangle, tone: 'bad', text: x.nodeDown(node.name), link: { to: '/nodes' as const, search: { node: `${node.cluster}/${node.name}` } } })),
    ...starved(rows).slice(0, 4).map(({ row, waiting, unused }) => ({
      key: row.node.name, icon: IconHourglassEmpty, tone: 'warn', text: x.starved(row.node.displayName ?? row.node.name, count(waiting), partsOf(unused)), link: { to: '/quotas' as const, search: { edit: `PROJECT:${row.node.name}` } },
    })),
    ...(oldest && waited > OLD_WAIT_MS ? [{ key: oldest.id, icon: IconHourglassEmpty, tone: 'warn', text: x.oldWait(oldest.name, span(waited / 1000)), link: { to: '/jobs/$id' as const, params: { id: oldest.id } } }] : []),
    ...closed.map((name) => ({ key: name, icon: IconTool, tone: 'calm', text: x.clusterDrained(name), link: { to: '/clusters' as const } })),
    ...nodes.filter((node) => node.ready && !node.schedulable && !closed.includes(node.cluster)).map((node) => ({ key: node.name, icon: IconTool, tone: 'calm', text: x.nodeDrained(node.name), link: { to: '/nodes' as const, search: { node: `${node.cluster}/${node.name}` } } })),
  ];
  return (
    <Panel title={x.attention}>
      {items.length === 0 ? <p className="quiet">{x.attentionNone}</p> : (
        <ul className={css.attention}>
          {items.slice(0, 7).map((item) => 
            <li key={item.key} data-tone={item.tone}><item.icon size={15} aria-hidden="true" /><Link {...item.link} className="plain">{item.text}</Link></li>
          )}
        </ul>
      )}
    </Panel>
  );
}
