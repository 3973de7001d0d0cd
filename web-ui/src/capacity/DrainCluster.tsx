import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ProblemError } from '~/api/http';
import { clusterDrainEffectQuery, openCluster } from '~/api/queries';
import type { Cluster } from '~/api/types';
import { EffectView } from '~/manage/EffectView';
import { t } from '~/text';
import { count } from '~/ui/format';
import { Loaded } from '~/ui/states';

const x = t.capacity.clusters;

/** Closes a cluster for new jobs, its effect shown first; opens a closed one again. */
export function DrainCluster({ cluster }: { cluster: Cluster }) {
  const [asking, dialog] = useDisclosure(false);
  const client = useQueryClient();
  const open = cluster.schedulable;
  const effect = useQuery({ ...clusterDrainEffectQuery(cluster.name), enabled: asking });
  const change = useMutation({
    mutationFn: () => openCluster(cluster, !open),
    onSuccess: () => notifications.show({ message: open ? x.drainedDone(cluster.name) : x.undrainedDone(cluster.name) }),
    onError: (cause) => notifications.show({
      color: 'red', title: t.problem.title,
      message: cause instanceof ProblemError && cause.status === 412 ? x.stale : cause.message,
    }),
    onSettled: () => {
      dialog.close();
      for (const key of ['clusters', 'nodes', 'availability']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
  if (!open) {
    return <Button variant="subtle" size="compact-xs" color="gray" aria-label={x.undrainOf(cluster.name)} loading={change.isPending} onClick={() => change.mutate()}>{x.undrain}</Button>;
  }
  return (
    <>
      <Button variant="subtle" size="compact-xs" color="gray" aria-label={x.drainOf(cluster.name)} onClick={dialog.open}>{x.drain}</Button>
      <Modal opened={asking} onClose={dialog.close} title={x.drainAsk(cluster.name)} closeButtonProps={{ 'aria-label': t.common.close }}>
        <p className="soft">{x.drainDetail(cluster.nodes, count(cluster.gpusFree))}</p>
        <h3 style={{ margin: '12px 0 4px' }}>{t.manage.effect.title}</h3>
        <Loaded query={effect} lines={3}>{(data) => <EffectView effect={data} />}</Loaded>
        <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end', marginTop: 18 }}>
          <Button variant="default" onClick={dialog.close}>{t.common.cancel}</Button>
          <Button loading={change.isPending} disabled={effect.isPending} onClick={() => change.mutate()}>{x.drain}</Button>
        </div>
      </Modal>
    </>
  );
}
