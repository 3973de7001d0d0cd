import type { GpuNode } from '~/api/types';
import { t } from '~/text';
import { Flag } from '~/ui/StatusChip';

const x = t.capacity.nodes;

export const idOf = (node: { cluster: string; name: string }): string => `${node.cluster}/${node.name}`;
export const stateOf = (node: GpuNode): string => (!node.ready ? x.notReady : node.schedulable ? x.ready : node.gpusUsed > 0 ? x.draining : x.drainedState);
export const freeOf = (node: GpuNode): number => (node.ready && node.schedulable ? node.gpus - node.gpusUsed : 0);

export function NodeFlag({ node }: { node: GpuNode }) {
  return <Flag tone={!node.ready ? 'bad' : node.schedulable ? 'good' : 'warn'}>{stateOf(node)}</Flag>;
}
