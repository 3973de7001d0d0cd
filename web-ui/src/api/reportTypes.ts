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
