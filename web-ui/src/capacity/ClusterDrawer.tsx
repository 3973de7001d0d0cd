import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { foreignUseQuery, kueueQuery } from '~/api/queries';
import type { Cluster, ForeignPod, KueueQueue, KueueTree } from '~/api/types';
import { t } from '~/text';
import { count } from '~/ui/format';
import { Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { Ago } from '~/ui/time';

const x = t.capacity.clusters;

/** Whole GPUs as they are, parts of one with two decimals. */
const gpus = (milli: number): string => (milli % 1000 === 0 ? count(milli / 1000) : (milli / 1000).toFixed(2));

/** What else lives on a cluster: pods that are not ours, and its own queues. */
export function ClusterDrawer({ cluster, onClose }: { cluster: Cluster | undefined; onClose: () => void }) {
  return (
    <Drawer opened={cluster !== undefined} onClose={onClose} position="right" size={560} title={cluster?.name} closeButtonProps={{ 'aria-label': t.common.close }}>
      {cluster ? <Content cluster={cluster.name} /> : null}
    </Drawer>
  );
}

function Content({ cluster }: { cluster: string }) {
  const foreign = useQuery(foreignUseQuery(cluster));
  const kueue = useQuery(kueueQuery(cluster));
  return (
    <div style={{ display: 'grid', gap: 20 }}>
      <section aria-label={x.foreign}>
        <h2>{x.foreign}</h2>
        <p className="soft small">{x.foreignLead}</p>
        <Loaded query={foreign} lines={3}>
          {(use) => (
            <>
              <p>{x.foreignHeld(gpus(use.milliGpus))}</p>
              {use.pods.length === 0 ? null : <Pods pods={use.pods} />}
            </>
          )}
        </Loaded>
      </section>
      <section aria-label={x.kueue}>
        <h2>{x.kueue}</h2>
        <Loaded query={kueue} lines={3}>
          {(tree) => (tree.installed ? <Tree tree={tree} /> : <p className="quiet">{x.noKueue}</p>)}
        </Loaded>
      </section>
    </div>
  );
}

function Pods({ pods }: { pods: ForeignPod[] }) {
  return (
    <table className="small" style={{ width: '100%' }}>
      <thead><tr style={{ textAlign: 'left' }}><th>{x.workload}</th><th>{x.queue}</th><th>{x.payer}</th><th>{x.node}</th><th className="num">{t.common.gpus}</th><th style={{ paddingLeft: 12 }}>{x.since}</th></tr></thead>
      <tbody>
        {pods.map((pod) => (
          <tr key={pod.run}>
            <td className="wrap-any" title={pod.name}>{pod.namespace}/{pod.workload}</td>
            <td>{pod.queue ?? <span className="quiet">{x.noQueue}</span>}</td>
            <td>{pod.project}</td>
            <td>{pod.node}</td>
            <td className="num">{gpus(pod.milliGpus)}</td>
            <td style={{ paddingLeft: 12 }}><Ago at={pod.boundAt} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Cohorts below their parents, each with its queues; what belongs to none stands last. */
function Tree({ tree }: { tree: KueueTree }) {
  const tops = tree.cohorts.filter((cohort) => !cohort.parent);
  const alone = tree.clusterQueues.filter((queue) => !queue.cohort);
  return (
    <ul style={{ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 8 }}>
      {tops.map((cohort) => <CohortItem key={cohort.name} name={cohort.name} tree={tree} />)}
      {alone.map((queue) => <QueueItem key={queue.name} queue={queue} tree={tree} />)}
    </ul>
  );
}

function CohortItem({ name, tree }: { name: string; tree: KueueTree }) {
  return (
    <li>
      <b style={{ fontWeight: 500 }}>{x.cohort(name)}</b>
      <ul style={{ margin: '4px 0 0', paddingLeft: 16, listStyle: 'none', display: 'grid', gap: 6 }}>
        {tree.cohorts.filter((cohort) => cohort.parent === name).map((cohort) => <CohortItem key={cohort.name} name={cohort.name} tree={tree} />)}
        {tree.clusterQueues.filter((queue) => queue.cohort === name).map((queue) => <QueueItem key={queue.name} queue={queue} tree={tree} />)}
      </ul>
    </li>
  );
}

function QueueItem({ queue, tree }: { queue: KueueQueue; tree: KueueTree }) {
  const locals = tree.localQueues.filter((local) => local.clusterQueue === queue.name);
  return (
    <li>
      <span>{queue.name}</span>{' '}
      <Flag tone={queue.active ? 'good' : 'bad'}>{queue.active ? x.admits : x.admitsNot}</Flag>{' '}
      <span className="quiet">{x.workloads(queue.admitted, queue.pending)}</span>
      {queue.why ? <p className="soft small">{queue.why}</p> : null}
      <ul className="small" style={{ margin: '2px 0 0', paddingLeft: 16, listStyle: 'none' }}>
        {queue.quotas.map((quota) => (
          <li key={`${quota.flavor} ${quota.resource}`} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {x.quota(quota.resource, quota.flavor, quota.used, quota.nominal)}
            {quota.borrowed !== '0' ? ` · ${x.borrowed(quota.borrowed)}` : ''}
          </li>
        ))}
        {locals.map((local) => (
          <li key={`${local.namespace}/${local.name}`}>{x.localQueue(`${local.namespace}/${local.name}`, local.project)}</li>
        ))}
      </ul>
    </li>
  );
}
