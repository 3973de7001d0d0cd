import { Button, Drawer, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ProblemError, send } from '~/api/http';
import { drainEffectQuery, nodePath, readNode } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { GpuNode } from '~/api/types';
import { may } from '~/app/nav';
import { EffectView } from '~/manage/EffectView';
import { t } from '~/text';
import { count } from '~/ui/format';
import { Facts } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { rackOf } from '~/work/job/racks';
import { freeOf, NodeFlag } from './nodeState';

const x = t.capacity.nodes;

/** Bytes in GiB, as people speak of memory; all else as the API says it. */
const shown = (resource: string, amount: string): string =>
  (/memory|storage/.test(resource) && /^\d{10,}$/.test(amount) ? `${count(Number(amount) / 2 ** 30)} GiB` : amount);

export function NodeDrawer({ node, onClose }: { node: GpuNode | undefined; onClose: () => void }) {
  const { data: me } = useQuery(meQuery);
  return (
    <Drawer opened={node !== undefined} onClose={onClose} position="right" size={420} title={node?.name} withOverlay={false} lockScroll={false}
      trapFocus={false} closeButtonProps={{ 'aria-label': t.common.close }}
      styles={{ inner: { pointerEvents: 'none' }, content: { pointerEvents: 'auto', borderLeft: '1px solid var(--line-strong)' } }}>
      {node ? (
        <div style={{ display: 'grid', gap: 16 }}>
          <div><NodeFlag node={node} /></div>
          <Facts facts={[
            [x.cluster, node.cluster],
            [x.model, node.gpuModel ?? '–'],
            [x.rack, rackOf(node.labels) ?? '–'],
            [x.inUse, `${count(node.gpusUsed)} / ${count(node.gpus)} ${t.common.gpus}`],
            ...Object.entries(node.capacity ?? {}).map(([resource, amount]): [string, string] => [resource, shown(resource, amount)]),
          ]} />
          <section>
            <h2>{x.runs}</h2>
            {(node.runs ?? []).length === 0 ? <p className="quiet">{x.noRuns}</p> : (
              <ul style={{ margin: '4px 0 0', padding: 0, listStyle: 'none' }}>
                {node.runs?.map((run) => (
                  <li key={run.job} style={{ display: 'flex', gap: 10, padding: '3px 0' }}>
                    <Link to="/jobs/$id" params={{ id: run.job }} className="cut">{run.jobName ?? run.job}</Link>
                    <span className="quiet">{run.project}</span>
                    <span className="quiet num" style={{ marginLeft: 'auto' }}>{x.pods(run.pods)}</span>
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section>
            <h2>{x.labels}</h2>
            {Object.entries(node.labels).map(([key, value]) => <div key={key}><code className="wrap-any">{key}={value}</code></div>)}
          </section>
          {me && may(me, 'capacity.write') ? <Drain node={node} /> : null}
        </div>
      ) : null}
    </Drawer>
  );
}

function Drain({ node }: { node: GpuNode }) {
  const [asking, dialog] = useDisclosure(false);
  const client = useQueryClient();
  const effect = useQuery({ ...drainEffectQuery(node), enabled: asking });
  const change = useMutation({
    mutationFn: async () => {
      const { data, etag } = await readNode(node);
      const { labels, capacity, gpuModel, gpuMemory, mig, taints, ready } = data;
      await send('PUT', nodePath(node), {
        ifMatch: etag ?? `"${data.version ?? ''}"`,
        body: { labels, capacity, gpuModel, gpuMemory, mig, taints, ready, schedulable: !node.schedulable },
      });
    },
    onSuccess: () => notifications.show({ message: node.schedulable ? x.drainedDone(node.name) : x.undrainedDone(node.name) }),
    onError: (cause) => notifications.show({
      color: 'red', title: t.problem.title,
      message: cause instanceof ProblemError && cause.status === 412 ? x.stale : cause.message,
    }),
    onSettled: () => {
      dialog.close();
      void client.invalidateQueries({ queryKey: ['nodes'] });
      void client.invalidateQueries({ queryKey: ['availability'] });
    },
  });
  if (!node.schedulable) {
    return <div><Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>{x.undrain}</Button></div>;
  }
  return (
    <div>
      <Button variant="default" onClick={dialog.open}>{x.drain}</Button>
      <Modal opened={asking} onClose={dialog.close} title={x.drainAsk(node.name)} closeButtonProps={{ 'aria-label': t.common.close }}>
        <p className="soft">{x.drainDetail(node.runs?.length ?? 0, freeOf(node))}</p>
        <h3 style={{ margin: '12px 0 4px' }}>{t.manage.effect.title}</h3>
        <Loaded query={effect} lines={3}>{(data) => <EffectView effect={data} />}</Loaded>
        <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end', marginTop: 18 }}>
          <Button variant="default" onClick={dialog.close}>{t.common.cancel}</Button>
          <Button loading={change.isPending} disabled={effect.isPending} onClick={() => change.mutate()}>{x.drain}</Button>
        </div>
      </Modal>
    </div>
  );
}
