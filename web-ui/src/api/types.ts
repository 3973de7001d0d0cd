// Shapes of REST v1 as the portal uses them: what may be missing is said more strictly than the
// generated schema says it. `contract.ts` lets the compiler check them against that schema.
// Times: RFC 3339 UTC. GPU-hours and money: decimal strings, never numbers.

export * from './foreignTypes';
export * from './reportTypes';

export interface Money {
  amount: string;
  currency: string;
}

export interface Page<T> {
  items: T[];
  nextCursor?: string | null;
  hasMore: boolean;
}

export interface FieldFault {
  pointer?: string | null;
  code?: string | null;
  detail?: string | null;
  value?: unknown;
  limit?: unknown;
}

export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  instance?: string;
  code?: string;
  requestId?: string;
  errors?: FieldFault[];
}

export interface Binding {
  role: string;
  scope: { kind: 'ORG' | 'DEPARTMENT' | 'TEAM' | 'PROJECT'; name: string };
}

export interface Me {
  login: string;
  displayName: string;
  roles: Binding[];
  permissions: string[];
  projects: string[];
  defaultProject?: string | null;
  /** Of the organisation, whose months and days the books have. */
  timeZone: string;
}

export type Phase =
  | 'QUEUED'
  | 'ADMITTED'
  | 'RUNNING'
  | 'STOPPING'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'CANCELLED'
  | 'TIMED_OUT'
  | 'REJECTED';

/** Phases that a job does not leave again. */
export const ENDED: ReadonlySet<Phase> = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT', 'REJECTED']);

export interface TopologyAsk {
  mode: 'REQUIRED' | 'PREFERRED' | 'BALANCED' | 'UNCONSTRAINED';
  level?: string | null;
  patience?: string | null;
}

export interface PodSet {
  name: string;
  count: number;
  minCount?: number;
  gpusPerPod: number;
  cpuPerPod?: string | null;
  memoryPerPod?: string | null;
  gpuFraction?: string | null;
  nodeSelector?: Record<string, string>;
  topology?: TopologyAsk | null;
}

/** A value, or where the cluster finds it. */
export interface EnvironmentVariable {
  name: string;
  value?: string | null;
  secretRef?: { name: string; key: string } | null;
}

/** A data source of the project as a job uses it. */
export interface DataUse {
  source: string;
  mountPath?: string | null;
  readOnly?: boolean | null;
}

export interface JobSpec {
  type: 'BATCH' | 'NOTEBOOK';
  image: string;
  command?: string[];
  args?: string[];
  env?: EnvironmentVariable[];
  data?: DataUse[];
  podSets: PodSet[];
  gpuModel?: string | null;
  priority?: string;
  preemptible?: boolean;
  spanClusters?: boolean;
  placement?: 'PACK' | 'SPREAD' | 'LEAST_FRAGMENTATION' | null;
  maxRuntime?: string | null;
  checkpointEvery?: string | null;
  maxAttempts?: number;
  graceSeconds?: number;
  /** What drives it, where its cluster lets jobs choose. */
  backend?: string | null;
  simulation?: { runFor?: string; startDelay?: string; stopDelay?: string; exitCode?: number; busyFor?: string | null } | null;
}

export interface JobSubmission {
  project: string;
  name: string;
  labels?: Record<string, string>;
  spec: JobSpec;
  /** The most that all its runs may cost together. */
  maxCost?: Money | null;
}

export interface WaitReason {
  code: string;
  message: string;
  detail?: Record<string, unknown> | null;
  nextStep?: string | null;
}

export interface PlacedNode {
  cluster: string;
  node: string;
  count: number;
  ranks?: number[] | null;
  labels?: Record<string, string> | null;
}

export interface PlacedPodSet {
  podSet: string;
  count: number;
  flavors?: Record<string, string> | null;
  nodes: PlacedNode[];
}

export interface Job {
  id: string;
  name: string;
  project: string;
  user: string;
  labels?: Record<string, string>;
  phase: Phase;
  phaseSince?: string | null;
  reason?: string | null;
  message?: string | null;
  priority?: string | null;
  submittedAt: string;
  queuedAt?: string | null;
  admittedAt?: string | null;
  startedAt?: string | null;
  endedAt?: string | null;
  attempt: number;
  /** Runs that the platform failed. */
  failures?: number;
  gpus: string;
  exitCode?: number | null;
  spec: JobSpec;
  waiting?: {
    reasons: WaitReason[]; jobsAhead?: number | null; gpusAhead?: string | null;
    place?: { priorityPoints: string; spentGpuHours: string; sharePoints?: string | null; score?: string | null } | null;
  } | null;
  placement?: PlacedPodSet[] | null;
  cost?: { gpuHours: string; amount: Money | null; unratedGpuHours?: string | null } | null;
  version?: number;
}

export interface Run {
  id: string;
  attempt: number;
  state: string;
  cluster?: string | null;
  boundAt?: string | null;
  startedAt?: string | null;
  endedAt?: string | null;
  releasedAt?: string | null;
  outcome?: string | null;
  exitCode?: number | null;
  reason?: string | null;
  holdings?: { pool: string; model: string; class: string; gpus: string }[];
  gpuHours?: string | null;
  amount?: Money | null;
}

export interface JobEvent {
  seq: number;
  at: string;
  job: string;
  jobName?: string | null;
  project?: string | null;
  kind: string;
  phase?: Phase | null;
  actor?: string | null;
  message?: string | null;
  detail?: Record<string, unknown> | null;
}

export interface Plan {
  feasible: 'NOW' | 'LATER' | 'NEVER';
  reasons: WaitReason[];
  gpus: number | string;
  freeNow?: number | string | null;
  largestGang?: number | string | null;
  quota?: { nominal: number | string; borrowed: number | string; gpuModels?: string[] } | null;
  price?: { perHour?: Money | null; atMaxRuntime?: Money | null } | null;
  placement?: PlacedPodSet[] | null;
  /** `job` is null when it may not be seen. */
  wouldPreempt?: { job?: string | null; jobName?: string | null; project?: string | null; gpus: string }[];
  warnings?: string[];
}

export interface QuotaCell {
  flavor: string;
  resource: string;
  nominal: string;
  subtreeNominal: string;
  borrowingLimit?: string | null;
  lendingLimit?: string | null;
  used: string;
  borrowed: string;
  lent: string;
  available: string;
  waiting: string;
  drainBy?: string | null;
}

export interface QuotaNode {
  kind: 'COHORT' | 'PROJECT';
  name: string;
  displayName?: string | null;
  parent?: string | null;
  depth: number;
  cells: QuotaCell[];
  waitingJobs: number;
  waitingGpus: number | string;
  runningJobs: number;
  dominantShare?: number | null;
}

export interface QuotaTree {
  generatedAt: string;
  nodes: QuotaNode[];
}

export interface Quota {
  flavor: string;
  resource: string;
  nominal: string;
  borrowingLimit?: string | null;
  lendingLimit?: string | null;
  /** From then on what runs above it is evicted. */
  drainBy?: string | null;
}

export interface Quotas {
  quotas: Quota[];
  version?: number;
}

export interface Project {
  name: string;
  displayName: string;
  team: string;
  cohort?: string | null;
  fairWeight?: string;
  queueingStrategy?: string;
  stopPolicy?: string;
  preemption?: {
    withinProject: string;
    reclaimWithinCohort: string;
    borrowWithinCohort: string;
    borrowMaxPriority?: number | null;
  };
  flavorFungibility?: { whenCanBorrow: string; whenCanPreempt: string; preference: string };
  resourceGroups?: { resources: string[]; flavors: string[] }[];
  version?: number;
}

export interface Team {
  name: string;
  displayName: string;
  department: string;
}

export interface Cluster {
  name: string;
  backend: string;
  settings?: Record<string, string>;
  version?: number;
  nodes: number;
  gpus: number;
  gpusFree: number;
  healthy: boolean;
  condition: string;
  schedulable: boolean;
  taints: { key: string; value?: string | null; effect: string }[];
}

export interface GpuNode {
  cluster: string;
  name: string;
  labels: Record<string, string>;
  capacity?: Record<string, string>;
  gpuModel?: string | null;
  gpuMemory?: string | null;
  mig?: boolean;
  taints?: unknown[];
  ready: boolean;
  schedulable: boolean;
  gpus: number;
  gpusUsed: number;
  runs?: { job: string; jobName?: string | null; project?: string | null; pods: number }[];
  version?: number;
}

export interface Availability {
  models: {
    flavor: string;
    gpuModel?: string | null;
    gpus: number;
    free: number;
    largestGang: number;
    nodesFree?: Record<string, number>;
  }[];
  pendingGpus: number | string;
  oldestWaitSeconds?: number | null;
}

export interface MonthToDate {
  period: string | { from: string; to: string; month?: string };
  items: {
    project: string;
    gpuHours: string;
    nominalGpuHours: string;
    borrowedGpuHours: string;
    unratedGpuHours?: string;
    amount: Money | null;
    /** Beside usage: commitments, idle GPUs, lending; not part of the amount. */
    charges: Money;
  }[];
  total: { gpuHours: string; nominalGpuHours: string; borrowedGpuHours: string; unratedGpuHours?: string; amount: Money | null; charges: Money | null };
  /** Of a month that goes on; the band needs a week to go by. */
  forecast?: { expected: Money; low?: Money | null; high?: Money | null } | null;
  /** Against as much time of the month before, the largest first. */
  changes: { project: string; before: Money; amount: Money; change: Money; percent?: string | null }[];
}

export interface UsageRow {
  gpuHours: string;
  amount?: string | Money | null;
  currency?: string | null;
  [dimension: string]: unknown;
}

/** A row of a cost report: by group, at the prices of the list, as charged, and with commitments spread over what they cover. */
export interface CostRow {
  amount?: string | null;
  currency?: string | null;
  [dimension: string]: unknown;
}

export interface Usage {
  rows: UsageRow[];
  total?: unknown;
}

export interface Statement {
  project: string;
  month: string;
  from: string;
  to: string;
  status: string;
  /** Of an issued one, such as `S-000001`. */
  number?: string | null;
  zone: string;
  /** Whether the department pays it. */
  billing: 'SHOW_BACK' | 'CHARGE_BACK';
  department: string;
  costCenter: string;
  /** Sum of the lines. */
  usage: Money;
  /** Number of the cost centre's statement on which it stands, once that is issued. */
  costCenterStatement?: string | null;
  adjustments: { kind: string; explanation: string; gpuHours: string; amount: Money }[];
  /** Commitments, shares of idle GPUs, credits of lenders: part of the total, beside the lines. */
  charges: { kind: string; pool: string; model: string; reference: string; explanation: string; gpuHours: string; amount: Money }[];
  lines: {
    model: string;
    pool: string;
    class: string;
    meter: string;
    gpuHours: string;
    unitPrice: Money | string | null;
    amount: Money | null;
  }[];
  total: Money | null;
  gpuHours: string;
  unratedGpuHours?: string | null;
}

export interface RateCard {
  name: string;
  currency: string;
  rates: {
    pool?: string | null;
    model: string;
    class: string;
    meter: string;
    /** Hours of the week in which it holds; `*` means all. */
    timeBand?: string | null;
    pricePerGpuHour: string;
    /** What the price list says, of which the price may be a discount. */
    listPricePerGpuHour?: string | null;
    validFrom: string;
    validTo?: string | null;
  }[];
  version?: number;
}

export interface Conservation {
  rows: {
    pool: string;
    model: string;
    hour: string;
    capacity: string;
    nominal: string;
    borrowed: string;
    other: string;
    idle: string;
    down: string;
    plannedDown: string;
    balanced: boolean;
  }[];
  balanced: boolean;
}

export interface User {
  login: string;
  displayName: string;
  active: boolean;
  version?: number;
}

export interface RoleBinding {
  id: string;
  login: string;
  role: string;
  scope: { kind: string; name: string };
}

export interface Token {
  id: string;
  name: string;
  owner?: string;
  project?: string | null;
  scopes: string[];
  /** Networks from which it may be used; none: from everywhere. */
  addresses?: string[];
  createdAt: string;
  expiresAt?: string | null;
  lastUsedAt?: string | null;
  token?: string | null;
}

export interface AuditRow {
  seq: number;
  at: string;
  actor: string;
  authMethod?: string;
  tokenId?: string | null;
  sourceIp?: string;
  requestId?: string;
  action: string;
  resource: string;
  scope?: string;
  /** `OK`, `REFUSED` (not valid, or stale) or `DENIED` (not allowed). */
  result: string;
  status?: number;
  reason?: string;
  before?: unknown;
  after?: unknown;
}
