import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '~/api/http';
import { clusterPath, clustersQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Cluster } from '~/api/types';
import { may } from '~/app/nav';
import { useWished } from '~/app/wishes';
import { t } from '~/text';
import { Ask } from '~/ui/Ask';
import { Bar } from '~/ui/Bar';
import { type Column, DataTable } from '~/ui/DataTable';
import { count, words } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { AddCluster } from './AddCluster';
import { ClusterDrawer } from './ClusterDrawer';
import { DrainCluster } from './DrainCluster';

const x = t.capacity.clusters;

export function ClustersPage() {
  const { data: me } = useQuery(meQuery);
  const query = useQuery(clustersQuery);
  const [adding, dialog] = useDisclosure(false);
  useWished('cluster', dialog.open);
  const [shown, show] = useState<string>();
  const writer = me !== undefined && may(me, 'capacity.write');
  return (
    <Page title={x.title} lead={x.lead} actions={writer ? <Button onClick={dialog.open}>{x.add}</Button> : null}>
      <Loaded query={query}>
        {(rows) => rows.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <Panel flush><DataTable label={x.title} columns={columns(writer, show)} rows={rows} rowKey={(row) => row.name} /></Panel>
        )}
      </Loaded>
      <ClusterDrawer cluster={query.data?.find((row) => row.name === shown)} onClose={() => show(undefined)} />
      <Modal opened={adding} onClose={dialog.close} title={x.add} size={560} closeButtonProps={{ 'aria-label': t.common.close }}>
        <AddCluster onDone={dialog.close} />
      </Modal>
    </Page>
  );
}

function columns(writer: boolean, show: (cluster: string) => void): Column<Cluster>[] {
  const list: Column<Cluster>[] = [
    { id: 'name', header: x.name, width: 130, cell: (cluster) => <Link className="plain" to="/nodes" search={{ cluster: cluster.name }}>{cluster.name}</Link> },
    { id: 'health', header: x.state, width: 112, narrow: 'head', cell: (cluster) => <span title={cluster.condition}><ClusterFlag cluster={cluster} /></span> },
    { id: 'backend', header: x.backend, width: 106, cell: (cluster) => words(cluster.backend) },
    { id: 'nodes', header: x.nodes, width: 70, number: true, cell: (cluster) => count(cluster.nodes) },
    { id: 'gpus', header: t.common.gpus, width: 74, number: true, cell: (cluster) => count(cluster.gpus) },
    { id: 'free', header: x.free, width: 74, number: true, cell: (cluster) => count(cluster.gpusFree) },
    {
      id: 'bar', header: x.use, width: 90, grow: true,
      cell: (cluster) => <Bar label={cluster.name} parts={[{ use: 'used', value: cluster.gpus - cluster.gpusFree }, { use: 'idle', value: cluster.gpusFree }]} />,
    },
    {
      id: 'settings', header: x.settings, width: 116,
      cell: (cluster) => {
        const settings = Object.entries(cluster.settings ?? {}).map(([key, value]) => `${key}=${value}`).join(' ');
        return settings ? <code className="cut" title={settings}>{settings}</code> : '–';
      },
    },
  ];
  list.push({
    id: 'others', header: x.foreign, width: 110,
    cell: (cluster) => <Button variant="default" size="compact-xs" aria-label={x.othersOf(cluster.name)} onClick={() => show(cluster.name)}>{x.others}</Button>,
  });
  if (writer) {
    list.push({ id: 'actions', header: x.actions, width: 116, cell: (cluster) => (cluster.nodes === 0 ? <Remove cluster={cluster} /> : <DrainCluster cluster={cluster} />) });
  }
  return list;
}

function ClusterFlag({ cluster }: { cluster: Cluster }) {
  if (!cluster.schedulable) return <Flag tone="warn">{x.drained}</Flag>;
  return <Flag tone={cluster.healthy ? 'good' : 'bad'}>{cluster.healthy ? x.healthy : x.unhealthy}</Flag>;
}

function Remove({ cluster }: { cluster: Cluster }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => send('DELETE', clusterPath(cluster.name), { ifMatch: `"${cluster.version ?? ''}"` }),
    onSuccess: () => {
      notifications.show({ message: x.removed(cluster.name) });
      void client.invalidateQueries({ queryKey: ['clusters'] });
    },
  });
  return <Ask button={t.common.delete} name={`${t.common.delete} ${cluster.name}`} title={x.removeAsk(cluster.name)} detail={x.removeDetail} act={remove} />;
}
