import { queryOptions } from '@tanstack/react-query';
import { get, send } from './http';
import type { Effect, Page } from './types';

export const PLACEMENTS = ['PACK', 'SPREAD', 'LEAST_FRAGMENTATION'] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** How the scheduler decides, where projects and flavors do not say it themselves. */
export interface SchedulingPolicy {
  fairSharing: boolean;
  preemptionStrategies: ('LESS_THAN_OR_EQUAL_TO_FINAL_SHARE' | 'LESS_THAN_INITIAL_SHARE')[];
  placement: Placement;
  headsPerProject: number;
  checkpointAwareVictims: boolean;
  evictions: { minRuntime: string; notice: string; claim: string; inARow: number };
  order: { halfLife: string; priorityWeight: string; shareWeight: string };
  version: number;
}

export interface PriorityClass {
  name: string;
  value: number;
  builtIn: boolean;
  version: number;
}

const POLICY = '/scheduling-policy';

export const policyQuery = queryOptions({
  queryKey: ['scheduling-policy'],
  queryFn: ({ signal }) => send<SchedulingPolicy>('GET', POLICY, { signal }),
});
export const savePolicy = (policy: SchedulingPolicy, ifMatch: string) => send<SchedulingPolicy>('PUT', POLICY, { body: policy, ifMatch });
export const previewPolicy = (policy: SchedulingPolicy, signal?: AbortSignal) =>
  send<Effect>('POST', `${POLICY}:preview`, { body: policy, signal }).then((answer) => answer.data);

/** Higher priorities first. */
export const priorityClassesQuery = queryOptions({
  queryKey: ['priority-classes'],
  queryFn: async ({ signal }) => {
    const page = await get<Page<PriorityClass>>('/priority-classes', { limit: 200 }, signal);
    return [...page.items].sort((a, b) => b.value - a.value);
  },
});
