import type { QuotaNode, QuotaTree } from '~/api/types';

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
      waiting: Number(node.waitingGpus),
      drainBy: cells.flatMap((cell) => cell.drainBy ?? []).sort()[0],
    };
  });
}

/** Projects that wait although their own quota is not used up by themselves. */
export function starved(rows: QuotaRow[]): { row: QuotaRow; unused: number }[] {
  return rows
    .filter((row) => row.node.kind === 'PROJECT' && row.waiting > 0 && row.used < row.nominal)
    .map((row) => ({ row, unused: row.nominal - row.used }))
    .sort((a, b) => b.unused - a.unused);
}

/** GPUs of a flavor that are guaranteed to somebody: the quotas of all trees together. */
export function guaranteed(tree: QuotaTree, flavor: string): number {
  return tree.nodes.filter((node) => node.depth === 0).flatMap((node) => node.cells)
    .filter((cell) => cell.flavor === flavor && cell.resource === GPU)
    .reduce((sum, cell) => sum + Number(cell.subtreeNominal ?? cell.nominal), 0);
}
