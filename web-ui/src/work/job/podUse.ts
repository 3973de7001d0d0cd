import type { PodMetrics } from '~/api/use';

/** One step of all pods together. */
export interface Step {
  at: string;
  gpu: number;
  memory: number;
}

const mean = (values: number[]): number => (values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length);

/** Means over the pods that were measured in each step, oldest first. */
export function stepsOf(pods: PodMetrics[]): Step[] {
  const steps = new Map<string, { gpu: number[]; memory: number[] }>();
  for (const pod of pods) {
    pod.at.forEach((at, i) => {
      const step = steps.get(at) ?? { gpu: [], memory: [] };
      step.gpu.push(pod.gpuPercent[i] ?? 0);
      step.memory.push(pod.memoryPercent[i] ?? 0);
      steps.set(at, step);
    });
  }
  return [...steps].sort(([a], [b]) => (a < b ? -1 : 1)).map(([at, { gpu, memory }]) => ({ at, gpu: mean(gpu), memory: mean(memory) }));
}

export interface PodSum {
  rank: number;
  pod: string;
  mean: number;
  least: number;
  last: number;
  memory: number;
}

export const sumOf = (pod: PodMetrics): PodSum => ({
  rank: pod.rank, pod: pod.pod, mean: mean(pod.gpuPercent), least: pod.gpuPercent.length === 0 ? 0 : Math.min(...pod.gpuPercent),
  last: pod.gpuPercent.at(-1) ?? 0, memory: mean(pod.memoryPercent),
});
