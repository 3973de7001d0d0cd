import type { QuotaNode, QuotaTree } from '~/api/types';
import { count } from '~/ui/format';

export interface QuotaRow {
  node: QuotaNode;
  nominal: number;
  used: number;
  borrowed: number;
  lent: number;
  available: number;
  waiting: number;
  /** From then on what runs above a quota of it is evicted. */
  drainBy?: string;
}

export const GPU = 'nvidia.com/gpu';

/** Resources in the tree, GPUs first. */
export function resourcesOf(nodes: QuotaNode[]): string[] {
  const all = new Set(nodes.flatMap((node) => node.cells.map((cell) => cell.resource)));
  return [...all].sort((a, b) => Number(b === GPU) - Number(a === GPU) || a.localeCompare(b));
}

export function flavorsOf(nodes: QuotaNode[], resource: string): string[] {
  return [...new Set(nodes.flatMap((node) => node.cells.filter((cell) => cell.resource === resource).map((cell) => cell.flavor)))].sort();
}

/** One row per node for one resource: of one flavor, or summed over all. */
export function quotaRows(nodes: QuotaNode[], resource: string, flavor: string | null): QuotaRow[] {
  return nodes.map((node) => {
    const cells = node.cells.filter((cell) => cell.resource === resource && (flavor === null || cell.flavor === flavor));
    const total = (of: (cell: QuotaNode['cells'][number]) => string | null | undefined) =>
      cells.reduce((sum, cell) => sum + Number(of(cell) ?? 0), 0);
    return {
      node,
      nominal: total((cell) => (node.kind === 'COHORT' ? cell.subtreeNominal : cell.nominal)),
      used: total((cell) => cell.used),
      borrowed: total((cell) => cell.borrowed),
      lent: total((cell) => cell.lent),
      available: total((cell) => cell.available),
      waiting: flavor === null && resource === GPU ? Number(node.waitingGpus) : total((cell) => cell.waiting),
      drainBy: cells.flatMap((cell) => cell.drainBy ?? []).sort()[0],
    };
  });
}

export interface Starving {
  row: QuotaRow;
  /** GPUs that wait and could be of the flavors below. */
  waiting: number;
  /** Own quota that it leaves unused, of the flavors that it waits for. */
  unused: { flavor: string; gpus: number }[];
}

/** Projects that wait for GPUs of flavors whose quota of their own is not used up by themselves. */
export function starved(rows: QuotaRow[], flavor: string | null = null): Starving[] {
  const left = ({ unused }: Starving) => unused.reduce((sum, each) => sum + each.gpus, 0);
  return rows.filter((row) => row.node.kind === 'PROJECT').map((row) => {
    const cells = row.node.cells.filter((cell) => cell.resource === GPU && (flavor === null || cell.flavor === flavor)
      && Number(cell.waiting) > 0 && Number(cell.used) < Number(cell.nominal));
    // What may use several flavors is counted at each, and waits once.
    const waiting = Math.min(Number(row.node.waitingGpus), cells.reduce((sum, cell) => sum + Number(cell.waiting), 0));
    return { row, waiting, unused: cells.map((cell) => ({ flavor: cell.flavor, gpus: Number(cell.nominal) - Number(cell.used) })) };
  }).filter((each) => each.unused.length > 0).sort((a, b) => left(b) - left(a));
}

/** `8 h200, 16 a100`. */
export const partsOf = (unused: Starving['unused']): string => unused.map((each) => `${count(each.gpus)} ${each.flavor}`).join(', ');

/** GPUs of a flavor that are guaranteed to somebody: the quotas of all trees together. */
export function guaranteed(tree: QuotaTree, flavor: string): number {
  return tree.nodes.filter((node) => node.depth === 0).flatMap((node) => node.cells)
    .filter((cell) => cell.flavor === flavor && cell.resource === GPU)
    .reduce((sum, cell) => sum + Number(cell.subtreeNominal ?? cell.nominal), 0);
}
