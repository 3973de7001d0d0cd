import type { PlacedNode, PlacedPodSet, PodSet } from '~/api/types';

/** The rank of this job that holds a GPU; else whether others do, when that is known. */
export type Cell = number | 'others' | 'free' | 'unknown';

export interface NodeCells {
  cluster: string;
  node: string;
  /** One per GPU of the node: the ranks in their order, then what others hold, then what is free. */
  cells: Cell[];
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

/** How many GPUs a node has, and how many of them are in use. */
export interface NodeUse {
  gpus: number;
  gpusUsed: number;
}

const USUAL = 8;

function cellsOf(node: PlacedNode, gpusPerPod: number, use: NodeUse | undefined): Cell[] {
  const ranks = node.ranks ?? Array.from({ length: node.count }, (_, at) => at);
  const held = ranks.flatMap((rank) => Array.from({ length: Math.max(1, Math.ceil(gpusPerPod)) }, (): Cell => rank));
  const rest = Math.max(0, (use?.gpus ?? USUAL) - held.length);
  const others = use ? Math.max(0, use.gpusUsed - held.length) : 0;
  return [...held, ...Array.from({ length: rest }, (_, at): Cell => (use ? (at < others ? 'others' : 'free') : 'unknown'))];
}

/** Racks in order of name, nodes in order of their first rank. `nowOf`: what is known of a node now. */
export function racks(placement: PlacedPodSet[], spec: PodSet[], nowOf: (cluster: string, node: string) => NodeUse | undefined = () => undefined): Rack[] {
  const byRack = new Map<string, Rack>();
  for (const set of placement) {
    const gpus = spec.find((each) => each.name === set.podSet)?.gpusPerPod ?? 1;
    for (const node of set.nodes) {
      const name = rackOf(node.labels);
      const rack = byRack.get(name ?? '') ?? { name, nodes: [] };
      rack.nodes.push({ cluster: node.cluster, node: node.node, podSet: set.podSet, cells: cellsOf(node, gpus, nowOf(node.cluster, node.node)) });
      byRack.set(name ?? '', rack);
    }
  }
  return [...byRack.values()].sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', undefined, { numeric: true }));
}
