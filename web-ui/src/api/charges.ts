// What stands on statements beside usage, the two steps of closing a month, and the most a job may cost.
import { queryOptions } from '@tanstack/react-query';
import { get, ProblemError, send } from './http';
import { newKey, whole } from './queries';
import type { Money } from './types';

/** How far a proposal is: it counts once a second person has agreed. */
export type Approval = 'PROPOSED' | 'APPROVED' | 'REJECTED';

/** GPUs that a project has reserved: charged whether used or not. */
export interface Commitment {
  id: string;
  project: string;
  pool: string;
  model: string;
  gpus: string;
  pricePerGpuHour: Money;
  from: string;
  to: string;
  author: string;
  status: Approval;
  decidedBy: string;
  /** An earlier end that waits for a second person. */
  end?: { at: string; author: string } | null;
  /** An earlier end was agreed to; there is no other after it. */
  endedEarlier: boolean;
}

export const IDLE = ['PLATFORM_ABSORBS', 'PROPORTIONAL_TO_USAGE', 'PROPORTIONAL_TO_NOMINAL', 'UNUSED_NOMINAL'] as const;
export type Idle = (typeof IDLE)[number];

/** Who bears a pool's idle GPUs, and what its lenders are credited, from a month on. */
export interface ChargePolicy {
  id: string;
  pool: string;
  since: string;
  idle: Idle;
  lenderPercent: number;
  author: string;
  status: Approval;
  decidedBy: string;
}

export type BillingMode = 'SHOW_BACK' | 'CHARGE_BACK';

/** How a department stands to its statements, and what was decided on it, newest first. */
export interface DepartmentBilling {
  department: string;
  mode: BillingMode;
  decisions: { mode: BillingMode; since: string; reason: string; author: string; at: string }[];
}

export interface PeriodState {
  project: string;
  status: 'OPEN' | 'SOFT_CLOSED' | 'CLOSED';
  number?: string | null;
  closedAt?: string | null;
  closedBy?: string | null;
  /** When usage of the month was last booked. */
  lastBookedAt?: string | null;
}

/** The most that all runs of a job may cost together. */
export interface MaxCost {
  job: string;
  amount: Money;
  stoppedAt?: string | null;
}

export const commitmentsQuery = queryOptions({
  queryKey: ['commitments'],
  queryFn: ({ signal }) => whole<Commitment>('/commitments', {}, signal),
});
export const chargePoliciesQuery = queryOptions({
  queryKey: ['charge-policies'],
  queryFn: ({ signal }) => whole<ChargePolicy>('/charge-policies', {}, signal),
});
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => whole<DepartmentBilling>('/billing', {}, signal),
});
export const periodQuery = (month: string) => queryOptions({
  queryKey: ['period', month],
  queryFn: ({ signal }) => whole<PeriodState>(`/periods/${encodeURIComponent(month)}`, {}, signal),
});
export const softClosePeriod = (month: string) =>
  send<{ statements: unknown[] }>('POST', `/periods/${encodeURIComponent(month)}/soft-close`, { body: {}, idempotencyKey: newKey() });

export const maxCostPath = (job: string) => `/jobs/${encodeURIComponent(job)}/max-cost`;
/** Null when the job may cost what it costs. */
export const maxCostQuery = (job: string) => queryOptions({
  queryKey: ['job', job, 'max-cost'],
  queryFn: async ({ signal }) => {
    try {
      return await get<MaxCost>(maxCostPath(job), undefined, signal);
    } catch (cause) {
      if (cause instanceof ProblemError && cause.status === 404) return null;
      throw cause;
    }
  },
});
