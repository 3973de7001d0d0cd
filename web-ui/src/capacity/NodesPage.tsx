import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { clustersQuery, nodesQuery } from '~/api/queries';
import type { GpuNode } from '~/api/types';
import { t } from '~/text';
import { Legend } from '~/ui/Bar';
import { type Column, DataTable, RowCount } from '~/ui/DataTable';
import { count } from '~/ui/format';
import { Figure, Figures, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { rackOf } from '~/work/job/racks';
import { asTheyTakeJobs, useClosedClusters } from './closed';
import { NodeDrawer } from './NodeDrawer';
import { freeOf, idOf, NodeFlag, stateOf } from './nodeState';
import css from './NodesPage.module.css';

const x = t.capacity.nodes;

const columns: Column<GpuNode>[] = [
  { id: 'node', header: x.node, width: 190, grow: true, cell: (node) => <b style={{ fontWeight: 500 }}>{node.name}</b> },
  { id: 'cluster', header: x.cluster, width: 120, cell: (node) => node.cluster },
  { id: 'model', header: x.model, width: 140, cell: (node) => node.gpuModel ?? '–' },
  { id: 'rack', header: x.rack, width: 120, cell: (node) => rackOf(node.labels) ?? '–' },
  { id: 'state', header: x.state, width: 120, narrow: 'head', cell: (node) => <NodeFlag node={node} /> },
  { id: 'used', header: x.inUse, unit: t.common.gpus, width: 110, number: true, cell: (node) => `${count(node.gpusUsed)} / ${count(node.gpus)}` },
  { id: 'jobs', header: x.jobs, width: 80, number: true, cell: (node) => count(node.runs?.length ?? 0) },
];

export function NodesPage() {
  const search = useSearch({ from: '/inside/nodes' });
  const navigate = useNavigate({ from: '/nodes' });
  const query = useQuery(nodesQuery(search.cluster));
  const { data: clusters } = useQuery(clustersQuery);
  const closed = useClosedClusters();
  const set = (change: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const open = (node: GpuNode) => set({ cluster: search.cluster ?? undefined, node: idOf(node) });
  return (
    <Page
      title={x.title}
      actions={
        <>
          <SegmentedControl size="xs" aria-label={x.view} value={search.view ?? 'map'} onChange={(view) => set({ view: view === 'map' ? undefined : view })}
            data={[{ value: 'map', label: x.map }, { value: 'table', label: x.table }]} />
          <Select aria-label={x.cluster} w={180} value={search.cluster ?? ''} onChange={(value) => set({ cluster: value || undefined, node: undefined })}
            data={[{ value: '', label: x.allClusters }, ...(clusters?.map((each) => each.name) ?? [])]} />
        </>
      }
    >
      <Loaded query={query} lines={12}>
        {(known) => known.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <>
            <Shown nodes={asTheyTakeJobs(known, closed)} chosen={search.node} table={search.view === 'table'} onOpen={open} />
            <NodeDrawer node={known.find((node) => idOf(node) === search.node || node.name === search.node)} onClose={() => set({ node: undefined })} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface ShownProps {
  nodes: GpuNode[];
  chosen: string | undefined;
  table: boolean;
  onOpen: (node: GpuNode) => void;
}

function Shown({ nodes, chosen, table, onOpen }: ShownProps) {
  return (
    <>
      <Totals nodes={nodes} />
      {table ? (
        <>
          <Panel flush><DataTable label={x.label} columns={columns} rows={nodes} rowKey={idOf} onPeek={onOpen} chosen={chosen} /></Panel>
          <RowCount rows={nodes.length} />
        </>
      ) : <RackMap nodes={nodes} chosen={chosen} onOpen={onOpen} />}
    </>
  );
}

function Totals({ nodes }: { nodes: GpuNode[] }) {
  const sum = (of: (node: GpuNode) => number) => count(nodes.reduce((total, node) => total + of(node), 0));
  return (
    <Figures>
      <Figure name={x.total} value={count(nodes.length)} />
      <Figure name={x.gpus} value={sum((node) => node.gpus)} />
      <Figure name={x.inUse} value={sum((node) => node.gpusUsed)} unit={t.common.gpus} />
      <Figure name={x.free} value={sum(freeOf)} unit={t.common.gpus} />
      <Figure name={x.down} value={sum((node) => (node.ready ? 0 : 1))} unit={x.total.toLowerCase()} />
      <Figure name={x.drained} value={sum((node) => (node.ready && !node.schedulable ? 1 : 0))} unit={x.total.toLowerCase()} />
    </Figures>
  );
}

/** The rack's own name, of `cluster / block / rack`. */
const rackName = (path: string): string => path.split(' / ').slice(1).at(-1) || x.noRack;

function RackMap({ nodes, chosen, onOpen }: { nodes: GpuNode[]; chosen: string | undefined; onOpen: (node: GpuNode) => void }) {
  const racks = Map.groupBy(nodes, (node) => `${node.cluster} / ${rackOf(node.labels) ?? ''}`);
  const sorted = [...racks].sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true }));
  return (
    <>
      <Legend uses={['used', 'idle', 'down']} />
      <div className={css.racks}>
        {sorted.map(([name, members]) => (
          <section key={name} className={css.rack} data-loose={name.endsWith(' / ') || undefined} aria-label={x.rackTitle(name)}>
            <h2><b className="cut">{rackName(name)}</b><span>{name.split(' / ')[0]}</span></h2>
            {members.map((node) => (
              <button
                key={node.name} type="button" className={css.node} data-chosen={chosen === idOf(node) || undefined}
                onClick={() => onOpen(node)}
              >
                <span className="cut">{node.name}</span>
                <span className="small quiet">{node.ready && node.schedulable ? '' : stateOf(node)}</span>
                <span className="hidden-visually">{x.cells(node.gpusUsed, node.gpus)}</span>
                <span className={css.cells}>
                  {Array.from({ length: node.gpus }, (_, gpu) => (
                    <i key={gpu} data-use={!node.ready ? 'down' : gpu < node.gpusUsed ? 'used' : node.schedulable ? 'idle' : 'drained'} />
                  ))}
                </span>
              </button>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
