// How busy the GPUs of jobs are, and when idle notebooks are stopped.
import { queryOptions } from '@tanstack/react-query';
import { get, send } from './http';
import { live } from './live';

/** Means of the GPUs of one pod over equal steps. */
export interface PodMetrics {
  rank: number;
  pod: string;
  at: string[];
  gpuPercent: number[];
  memoryPercent: number[];
}

export interface JobMetrics {
  /** False where the cluster does not measure. */
  measured: boolean;
  attempt?: number | null;
  from?: string | null;
  stepMillis: number;
  pods: PodMetrics[];
  /** Of a running notebook: since when nobody uses it, and when it is stopped if it was told so. */
  idle?: { since: string; stopAt?: string | null } | null;
}

/** When a notebook counts as idle, and what becomes of it then. */
export interface IdlePolicy {
  active: boolean;
  percent: number;
  window: string;
  notice: string;
  version: number;
}

export const jobMetricsQuery = (job: string, running: boolean) => queryOptions({
  queryKey: ['job', job, 'metrics'],
  queryFn: ({ signal }) => get<JobMetrics>(`/jobs/${encodeURIComponent(job)}/metrics`, undefined, signal),
  refetchInterval: running ? () => (live.lively ? 15_000 : 10_000) : false,
});

const POLICY = '/idle-policy';
export const idlePolicyQuery = queryOptions({
  queryKey: ['idle-policy'],
  queryFn: ({ signal }) => send<IdlePolicy>('GET', POLICY, { signal }),
});
export const saveIdlePolicy = ({ active, percent, window, notice }: IdlePolicy, ifMatch: string) =>
  send<IdlePolicy>('PUT', POLICY, { body: { active, percent, window, notice }, ifMatch });
