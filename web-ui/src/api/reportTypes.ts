// Shapes of reports and of what-if answers; checked by `contract.ts` as those of `types.ts` are.

/** What has to end before a waiting job starts. */
export interface Clearance {
  found: boolean;
  by?: string | null;
  jobs: { job?: string | null; jobName?: string | null; project?: string | null; gpus: string; endsBy?: string | null }[];
}

/** The invariants of the books. */
export interface Books {
  asOf: string;
  ok: boolean;
  checks: { name: string; meaning: string; ok: boolean; rows: Record<string, string>[] }[];
}
import type { Money, RateCard, Statement } from './types';

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
  /** What it means for jobs, by the figures. */
  state: 'OFF' | 'WITHIN' | 'WARNED' | 'OVER' | 'GRACE' | 'BLOCKS' | 'OVERRIDDEN';
  exhaustedAt?: string | null;
  overriddenUntil?: string | null;
  version: number;
}

/** What a cost centre owes for a month: the statements of its projects, under one number. */
export interface CostCenterStatement {
  /** Of an issued one, such as `C-000001`. */
  number?: string | null;
  costCenter: string;
  month: string;
  status: string;
  statements: Statement[];
  total: Money;
  gpuHours: string;
  unratedGpuHours: string;
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
  /** Allowed, but perhaps a slip: prices of hardware that nobody has. */
  warnings: string[];
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
  /** On which nodes and devices; empty when that is not known. */
  held: HeldPlace[];
}

/** Where a piece of usage held its GPUs; without a device where the node's own system chooses. */
export interface HeldPlace {
  cluster: string;
  node: string;
  device?: number | null;
  slice: string;
  gpus: string;
}

/** What idle GPUs of a pool cost; platform and shares add up to the cost. */
export interface IdleCosts {
  month: string;
  total: Money;
  /** Over all pools, the dearest first; the platform has no name. */
  bearers: { project?: string | null; amount: Money; percent: string }[];
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
  /** From submit until all pods ran. */
  toRunning: { medianSeconds?: number | null; p90Seconds?: number | null; p95Seconds?: number | null };
  /** From submit to end, by the time with GPUs. */
  slowdown: { median?: string | null; p90?: string | null; p95?: string | null };
}

export interface StopRow {
  reason: string;
  project: string;
  claimantProject?: string | null;
  runs: number;
  jobs: number;
  lostGpuHours: string;
  per1000GpuHours?: string | null;
  medianNoticeSeconds?: number | null;
}

export interface OutcomeRow {
  outcome: string;
  cause?: 'NODE' | 'KILLED' | 'PROGRAM' | null;
  runs: number;
  jobs: number;
  gpuHours: string;
  lostGpuHours: string;
  keptGpuHours: string;
  per1000GpuHours?: string | null;
}

export interface Reliability {
  stops: StopRow[];
  outcomes: OutcomeRow[];
  gpuHours: string;
  keptGpuHours: string;
  goodput?: string | null;
}

/** GPU-hours by what became of them. */
export interface UtilisationRow {
  key: string;
  capacity: string;
  available: string;
  allocated: string;
  nominal: string;
  borrowed: string;
  other: string;
  /** Idle while a job waited that could have used it. */
  idleWanted: string;
  idleUnwanted: string;
  down: string;
  plannedDown: string;
  allocation?: string | null;
  overQuota?: string | null;
}

export interface Utilisation {
  total: UtilisationRow;
  days: UtilisationRow[];
  pools: UtilisationRow[];
  /** By day of the week, 1 is Monday, and UTC hour: `1/13`. */
  hoursOfWeek: UtilisationRow[];
}

/** What became of a project's guarantee in a pool, in GPU-hours. */
export interface QuotaUseRow {
  project: string;
  pool: string;
  guaranteed: string;
  nominal: string;
  borrowed: string;
  unused: string;
  starved: string;
  overQuota?: string | null;
  starvedSince?: string | null;
}

export interface QuotaUse {
  rows: QuotaUseRow[];
  jainIndex?: string | null;
  comparedProjects: number;
}

/** What waits, against what there is. */
export interface QueuePressure {
  jobs: number;
  pendingGpus: string;
  availableGpus: string;
  pressure?: string | null;
  startedGpus: string;
  hoursToDrain?: string | null;
  flavors: { flavor: string; gpuModel: string; pendingGpus: string; availableGpus: string; pressure?: string | null }[];
}

/** How busy the GPUs are that jobs hold now, over the last hour. */
export interface Busy {
  availableGpus: string;
  allocatedGpus: string;
  measuredGpus: string;
  utilised?: string | null;
  effective?: string | null;
  idleGpus: string;
  runs: { job: string; jobName: string; project: string; user: string; gpus: string; utilisedPercent: number; idle: boolean }[];
}

/** What the statements of a month come to. */
export interface StatementTotals {
  month: string;
  statements: number;
  closed: number;
  gpuHours: string;
  unratedGpuHours: string;
  total?: Money | null;
}

export interface FragmentationRow {
  flavor: string;
  gpuModel: string;
  gpus: number;
  free: number;
  largestGang: number;
  shapes: { gpusPerWorker: number; workersTogether: number; workers: number; usable: number; fragmentation?: string | null }[];
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

/** What one worker has written. */
export interface LogLine {
  /** Its place: attempt and number. */
  id: string;
  at: string;
  attempt: number;
  rank: number;
  pod: string;
  stream: 'OUT' | 'ERR';
  text: string;
}

export interface LogPage {
  lines: LogLine[];
  next: string;
  complete: boolean;
}

/** The objects of a job on its cluster, and what that backend cannot do of what was asked. */
export interface Manifests {
  backend: string;
  cluster?: string | null;
  manifests: Record<string, unknown>[];
  unmet: { code: string; detail: string; pointer: string }[];
}

/** An objection to an issued statement. */
export interface Dispute {
  id: string;
  statement: string;
  project: string;
  reasonCode: string;
  explanation: string;
  raisedBy: string;
  raisedAt: string;
  status: 'OPEN' | 'ACCEPTED' | 'REJECTED';
  answer: string;
  adjustmentId: string;
  answeredBy: string;
  answeredAt?: string | null;
}

/** Which pipelines may act here without a stored secret. */
export interface TrustRule {
  name: string;
  issuer: string;
  audience: string;
  claims: Record<string, string>;
  project: string;
  login: string;
  scopes: string[];
  maxHours: number;
  version: number;
}

/** What a given token would get, rule by rule. */
export interface TrustExplanation {
  fault?: string | null;
  claims: Record<string, string>;
  rules: { rule: string; project: string; login: string; misses: string[] }[];
}

/** How the audit log's chain of hashes stands. */
export interface AuditChain {
  intact: boolean;
  sealed: number;
  brokenAt?: number | null;
}

/** How this browser's session began. */
export interface Session {
  login: string;
  provider?: string | null;
  provedAt?: string | null;
  mayChangeRights: boolean;
  /** Where to prove again who one is; null after a password of the product's own. */
  stepUp?: string | null;
  signOut?: string | null;
}

/** A command line that waits to be let in. */
export interface DeviceLogin {
  userCode: string;
  machine: string;
  sourceIp: string;
  requestedAt: string;
  expiresAt: string;
}

export interface SignInOptions {
  localAccounts: boolean;
  providers: { name: string; displayName: string; href: string }[];
}
