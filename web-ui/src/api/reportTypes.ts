// Shapes of reports and of what-if answers; checked by `contract.ts` as those of `types.ts` are.

/** What has to end before a waiting job starts. */
export interface Clearance {
  found: boolean;
  by?: string | null;
  jobs: { job?: string | null; jobName?: string | null; project: string; gpus: string; endsBy?: string | null }[];
}

/** The invariants of the books. */
export interface Books {
  asOf: string;
  ok: boolean;
  checks: { name: string; meaning: string; ok: boolean; rows: Record<string, string>[] }[];
}
import type { Money, RateCard } from './types';

/** What a part of the organisation may spend, and how it stands in the period that goes on. */
export interface Budget {
  id: string;
  scopeKind: 'ORGANISATION' | 'DEPARTMENT' | 'PROJECT' | 'USER';
  scope: string;
  period: 'MONTH' | 'QUARTER' | 'YEAR';
  zone: string;
  amount: Money;
  hard: boolean;
  thresholds: number[];
  graceMinutes: number;
  active: boolean;
  from: string;
  to: string;
  used: Money;
  held: Money;
  forecast: Money;
  reached: number[];
  exhaustedAt?: string | null;
  overriddenUntil?: string | null;
  version: number;
}

/** A credit or correction by hand. */
export interface Adjustment {
  id: string;
  project: string;
  reasonCode: string;
  explanation: string;
  amount: Money;
  reverses: string;
  status: 'REQUESTED' | 'APPROVED' | 'REJECTED';
  requestedBy: string;
  requestedAt: string;
  decidedBy: string;
}

/** A version of a rate card that waits for a second person. */
export interface RateProposal {
  card: RateCard;
  author: string;
  createdAt: string;
}

/** A piece of usage during which one price holds. */
export interface UsagePiece {
  job: string;
  jobName: string;
  run: string;
  attempt: number;
  user: string;
  pool: string;
  model: string;
  class: string;
  meter: string;
  gpus: string;
  from: string;
  to: string;
  gpuHours: string;
  pricePerGpuHour?: string | null;
  amount?: string | null;
  rate?: number | null;
  rateCardVersion?: number | null;
}

/** What idle GPUs of a pool cost; platform and shares add up to the cost. */
export interface IdleCosts {
  month: string;
  pools: {
    pool: string; model: string; idleGpuHours: string; unpricedGpuHours: string; cost: Money; platform: Money;
    shares: { project: string; amount: Money }[];
  }[];
}

export interface WaitRow {
  key: string;
  jobs: number;
  waiting: number;
  neverStarted: number;
  medianSeconds?: number | null;
  p90Seconds?: number | null;
  p95Seconds?: number | null;
  longestSeconds?: number | null;
}

export interface StopRow {
  reason: string;
  project: string;
  claimantProject?: string | null;
  runs: number;
  jobs: number;
  lostGpuHours: string;
  medianNoticeSeconds?: number | null;
}

export interface OutcomeRow {
  outcome: string;
  runs: number;
  jobs: number;
  gpuHours: string;
  lostGpuHours: string;
  per1000GpuHours?: string | null;
}

export interface Reliability {
  stops: StopRow[];
  outcomes: OutcomeRow[];
}

export interface FragmentationRow {
  flavor: string;
  gpuModel: string;
  gpus: number;
  free: number;
  largestGang: number;
  shapes: { gpusPerWorker: number; workers: number; usable: number; fragmentation?: string | null }[];
}

export interface LendingRow {
  flavor: string;
  lender?: string | null;
  borrower?: string | null;
  gpus: string;
}

export interface EffectJob {
  job: string;
  jobName: string;
  project: string;
  gpus: string;
}

/** What a change would do to the very next decision. */
export interface Effect {
  starts: EffectJob[];
  startsNoMore: EffectJob[];
  stops: EffectJob[];
  rejects: EffectJob[];
  hiddenJobs: number;
  quotas: {
    project: string; flavor: string; borrowedBefore: string; borrowedAfter: string; availableBefore: string; availableAfter: string;
  }[];
  capacity: {
    flavor: string; gpuModel?: string | null; freeBefore: number; freeAfter: number; largestGangBefore: number; largestGangAfter: number;
  }[];
  complete: boolean;
}
