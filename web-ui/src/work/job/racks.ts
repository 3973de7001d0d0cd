import type { PlacedNode, PlacedPodSet, PodSet } from '~/api/types';

/** What of one GPU is this job's: the rank that holds it, or null. */
export interface NodeCells {
  cluster: string;
  node: string;
  /** One per GPU of the node, in order of the ranks. */
  cells: (number | null)[];
  podSet: string;
}

export interface Rack {
  name: string | null;
  nodes: NodeCells[];
}

const HOST = 'kubernetes.io/hostname';
const isRackKey = (key: string): boolean => key !== HOST && /rack/i.test(key);

export function rackOf(labels: Record<string, string> | null | undefined): string | null {
  const found = Object.entries(labels ?? {}).find(([key]) => isRackKey(key));
  const block = Object.entries(labels ?? {}).find(([key]) => /block/i.test(key));
  return found ? (block ? `${block[1]} / ${found[1]}` : found[1]) : null;
}

function cellsOf(node: PlacedNode, gpusPerPod: number, gpusPerNode: number): (number | null)[] {
  const ranks = node.ranks ?? Array.from({ length: node.count }, (_, at) => at);
  const held = ranks.flatMap((rank) => Array.from({ length: Math.max(1, Math.ceil(gpusPerPod)) }, () => rank as number | null));
  return [...held, ...Array.from({ length: Math.max(0, gpusPerNode - held.length) }, () => null)];
}

/** Racks in order of name, nodes in order of their first rank. */
export function racks(placement: PlacedPodSet[], spec: PodSet[], gpusPerNode = 8): Rack[] {
  const byRack = new Map<string, Rack>();
  for (const set of placement) {
    const gpus = spec.find((each) => each.name === set.podSet)?.gpusPerPod ?? 1;
    for (const node of set.nodes) {
      const name = rackOf(node.labels);
      const rack = byRack.get(name ?? '') ?? { name, nodes: [] };
      rack.nodes.push({ cluster: node.cluster, node: node.node, podSet: set.podSet, cells: cellsOf(node, gpus, gpusPerNode) });
      byRack.set(name ?? '', rack);
    }
  }
  return [...byRack.values()].sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', undefined, { numeric: true }));
}
