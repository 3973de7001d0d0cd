/** How many workers of `gpus` GPUs each fit on nodes with so many free: `{"8": 3, "5": 1}`. */
export function workersThatFit(nodesFree: Record<string, number> | undefined, gpus: number): number {
  return Object.entries(nodesFree ?? {}).reduce((sum, [free, nodes]) => sum + Math.floor(Number(free) / gpus) * nodes, 0);
}

export const SHAPES = [1, 2, 4, 8];
