import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, type QueryValue, send } from './http';
import { live } from './live';
import { serverNow } from './serverClock';
import * as T from './types';

/** A fresh idempotency key. Works without a secure context, where `randomUUID` does not. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const path = (...parts: string[]): string => parts.map((part) => `/${encodeURIComponent(part)}`).join('');

/** All items of a list, cursor by cursor; for lists that people configure, not for jobs. */
export async function whole<X>(resource: string, query: Record<string, QueryValue> = {}, signal?: AbortSignal): Promise<X[]> {
  const items: X[] = [];
  let cursor: string | undefined;
  do {
    const page: T.Page<X> = await get<T.Page<X>>(resource, { limit: 200, ...query, cursor }, signal);
    items.push(...page.items);
    cursor = page.hasMore ? (page.nextCursor ?? undefined) : undefined;
  } while (cursor);
  return items;
}

const list = <X>(key: string, resource: string) =>
  queryOptions({ queryKey: [key], queryFn: ({ signal }) => whole<X>(resource, {}, signal) });

export interface JobFilter {
  project?: string;
  phase?: string;
  user?: string;
  type?: 'BATCH' | 'NOTEBOOK';
  q?: string;
  /** Comparisons, as the API takes them. */
  filter?: string;
  sort?: string;
  limit?: number;
}

export const jobsQuery = (filter: JobFilter) => infiniteQueryOptions({
  queryKey: ['jobs', filter],
  queryFn: ({ pageParam, signal }) => get<T.Page<T.Job>>('/jobs', { limit: 100, ...filter, cursor: pageParam }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
  refetchInterval: () => (live.lively ? false : 30_000),
});

/** A short list of jobs for home, nodes and the palette. */
export const fewJobsQuery = (filter: JobFilter) => queryOptions({
  queryKey: ['few-jobs', filter],
  queryFn: ({ signal }) => get<T.Page<T.Job>>('/jobs', { limit: 10, ...filter }, signal),
});

export const allJobs = (filter: JobFilter, signal?: AbortSignal) => whole<T.Job>('/jobs', { ...filter }, signal);

export const queueQuery = (project: string | undefined) => queryOptions({
  queryKey: ['queue', project],
  queryFn: ({ signal }) => whole<T.Job>('/jobs', { phase: 'QUEUED', sort: 'submittedAt', project }, signal),
});

export const jobQuery = (id: string) => queryOptions({
  queryKey: ['job', id],
  queryFn: ({ signal }) => get<T.Job>(path('jobs', id), undefined, signal),
  refetchInterval: (query) => (isUnexplained(query.state.data) ? 1_000 : pace(query.state.data?.endedAt)),
});

/** Between its end in one queue or run and the scheduler's next look, nobody knows why it waits. */
const isUnexplained = (job: T.Job | undefined): boolean => job?.phase === 'QUEUED' && !job.waiting?.reasons.length;

/**
 * How often a job is read again. Its events say when; while none come, it is asked for. Often just
 * after its end, since the ledger follows a little later.
 */
function pace(endedAt: string | null | undefined): number | false {
  if (!endedAt) return live.lively ? 15_000 : 4_000;
  return serverNow() - Date.parse(endedAt) < 60_000 ? 2_000 : false;
}

export const runsQuery = (id: string) => queryOptions({
  queryKey: ['job', id, 'runs'],
  queryFn: async ({ signal }) => itemsOf(await get<T.Run[] | T.Page<T.Run>>(`${path('jobs', id)}/runs`, undefined, signal)),
  refetchInterval: (query) => pace(query.state.data?.at(-1)?.releasedAt),
});

export const eventsQuery = (id: string) => queryOptions({
  queryKey: ['job', id, 'events'],
  queryFn: async ({ signal }) => itemsOf(await get<T.JobEvent[] | T.Page<T.JobEvent>>(`${path('jobs', id)}/events`, undefined, signal)),
  refetchInterval: (query) => pace(query.state.data?.find((event) => event.phase && T.ENDED.has(event.phase))?.at),
});

function itemsOf<X>(answer: X[] | T.Page<X>): X[] {
  return Array.isArray(answer) ? answer : answer.items;
}

export const planJob = (job: T.JobSubmission, signal?: AbortSignal) =>
  send<T.Plan>('POST', '/jobs:plan', { body: job, signal }).then((answer) => answer.data);
export const submitJob = (job: T.JobSubmission, idempotencyKey: string) =>
  send<T.Job>('POST', '/jobs', { body: job, idempotencyKey }).then((answer) => answer.data);
export const cancelJob = (id: string, reason?: string) =>
  send<T.Job>('POST', `${path('jobs', id)}:cancel`, { body: reason ? { reason } : {}, idempotencyKey: newKey() });

export const availabilityQuery = queryOptions({
  queryKey: ['availability'],
  queryFn: ({ signal }) => get<T.Availability>('/availability', undefined, signal),
  refetchInterval: 30_000,
});
export const quotaTreeQuery = queryOptions({
  queryKey: ['quota-tree'],
  queryFn: ({ signal }) => get<T.QuotaTree>('/quota-tree', undefined, signal),
  refetchInterval: 30_000,
});
/**
 * The tree is the scheduler's, who sees a new quota with the next look: read until it is there. Ends after a few
 * seconds, for a scheduler that stands still.
 */
export async function untilInTree(client: QueryClient, kind: T.QuotaNode['kind'], name: string, quotas: T.Quota[]): Promise<void> {
  for (let pause = 100; pause < 4_000; pause *= 2) {
    await client.refetchQueries({ queryKey: quotaTreeQuery.queryKey });
    const cells = client.getQueryData(quotaTreeQuery.queryKey)?.nodes.find((node) => node.kind === kind && node.name === name)?.cells ?? [];
    const same = (quota: T.Quota) => cells.some((cell) => cell.flavor === quota.flavor && cell.resource === quota.resource && cell.nominal === quota.nominal
      && (cell.borrowingLimit ?? null) === (quota.borrowingLimit ?? null) && (cell.lendingLimit ?? null) === (quota.lendingLimit ?? null));
    if (quotas.every((quota) => same(quota) || Number(quota.nominal) === 0)) return;
    await new Promise((done) => { setTimeout(done, pause); });
  }
}
export const nodesQuery = (cluster?: string) => queryOptions({
  queryKey: ['nodes', cluster],
  queryFn: ({ signal }) => whole<T.GpuNode>('/nodes', { cluster }, signal),
  refetchInterval: 30_000,
});
export const clustersQuery = list<T.Cluster>('clusters', '/clusters');
export const backendsQuery = list<T.Backend>('backends', '/backends');
export const foreignUseQuery = (cluster: string) => queryOptions({
  queryKey: ['foreign-use', cluster],
  queryFn: ({ signal }) => get<T.ForeignUse>(`${path('clusters', cluster)}/foreign-use`, undefined, signal),
  refetchInterval: 10_000,
});
export const kueueQuery = (cluster: string) => queryOptions({
  queryKey: ['kueue', cluster],
  queryFn: ({ signal }) => get<T.KueueTree>(`${path('clusters', cluster)}/kueue`, undefined, signal),
  refetchInterval: 30_000,
});
export const teamsQuery = list<T.Team>('teams', '/teams');
export const projectsQuery = list<T.Project>('projects', '/projects');
export const usersQuery = list<T.User>('users', '/users');
export const bindingsQuery = list<T.RoleBinding>('role-bindings', '/role-bindings');
export const tokensQuery = list<T.Token>('tokens', '/tokens');
export const rateCardsQuery = list<T.RateCard>('rate-cards', '/rate-cards');
export const flavorsQuery = list<{ name: string; gpuModel?: string | null }>('flavors', '/flavors');
export const topologiesQuery = list<{ name: string; levels: string[] }>('topologies', '/topologies');
export const auditQuery = (filter: { actor?: string; resource?: string }) => infiniteQueryOptions({
  queryKey: ['audit', filter],
  queryFn: ({ pageParam, signal }) => get<T.Page<T.AuditRow>>('/audit', { limit: 100, ...filter, cursor: pageParam }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
});

const quotaPath = (kind: 'COHORT' | 'PROJECT', name: string) =>
  `${path(kind === 'COHORT' ? 'cohorts' : 'projects', name)}/quotas`;
export const quotasQuery = (kind: 'COHORT' | 'PROJECT', name: string) => queryOptions({
  queryKey: ['quotas', kind, name],
  queryFn: ({ signal }) => send<T.Quotas>('GET', quotaPath(kind, name), { signal }),
  staleTime: 0,
});
export const saveQuotas = (kind: 'COHORT' | 'PROJECT', name: string, quotas: T.Quota[], ifMatch: string | null) =>
  send<T.Quotas>('PUT', quotaPath(kind, name), { body: { quotas }, ifMatch });

export const nodePath = (node: { cluster: string; name: string }) => `${path('clusters', node.cluster)}${path('nodes', node.name)}`;
export const readNode = (node: { cluster: string; name: string }) => send<T.GpuNode>('GET', nodePath(node));

/** Of the month that goes on, else of the one that is named. */
export const monthToDateQuery = (month?: string, project?: string) => queryOptions({
  queryKey: ['month-to-date', month, project],
  queryFn: ({ signal }) => get<T.MonthToDate>('/costs/month-to-date', { month, project }, signal),
  refetchInterval: 60_000,
});
export const costsQuery = (query: { from: string; to: string; groupBy: string; project?: string; timeZone?: string; jobs?: string; yearStart?: string }) => queryOptions({
  queryKey: ['costs', query],
  queryFn: ({ signal }) => get<{ rows: T.CostRow[]; total: T.CostRow }>('/costs', query, signal),
});
export const usageQuery = (query: { from: string; to: string; groupBy: string; project?: string; timeZone?: string; yearStart?: string; jobs?: string }) => queryOptions({
  queryKey: ['usage', query],
  queryFn: ({ signal }) => get<T.Usage>('/usage', query, signal),
});
export const statementsQuery = (query: { project?: string; month?: string }) => queryOptions({
  queryKey: ['statements', query],
  queryFn: ({ signal }) => whole<T.Statement>('/statements', query, signal),
});
export const statementTotalsQuery = (month: string, project?: string) => queryOptions({
  queryKey: ['statements', 'totals', month, project],
  queryFn: ({ signal }) => get<T.StatementTotals>('/statements/totals', { month, project }, signal),
});
/** Of the cost centres of which one may read all projects. */
export const costCenterStatementsQuery = (month: string) => queryOptions({
  queryKey: ['statements', 'cost-centers', month],
  queryFn: ({ signal }) => whole<T.CostCenterStatement>('/cost-center-statements', { month }, signal),
});
export const statementQuery = (project: string, month: string) => queryOptions({
  queryKey: ['statement', project, month],
  queryFn: ({ signal }) => get<T.Statement>(`/statements${path(project, month)}`, undefined, signal),
});
export const conservationQuery = (query: { from: string; to: string; pool?: string }) => queryOptions({
  queryKey: ['conservation', query],
  queryFn: ({ signal }) => get<T.Conservation>('/conservation', query, signal),
});

export interface Window {
  from: string;
  to: string;
}
export const waitsQuery = (query: Window & { groupBy: string; project?: string }) => queryOptions({
  queryKey: ['waits', query],
  queryFn: async ({ signal }) => (await get<{ rows: T.WaitRow[] }>('/reports/waits', { ...query }, signal)).rows,
});
export const reliabilityQuery = (query: Window & { project?: string }) => queryOptions({
  queryKey: ['reliability', query],
  queryFn: ({ signal }) => get<T.Reliability>('/reports/reliability', { ...query }, signal),
});
export const utilisationQuery = (query: Window & { pool?: string }) => queryOptions({
  queryKey: ['utilisation', query],
  queryFn: ({ signal }) => get<T.Utilisation>('/reports/utilisation', { ...query }, signal),
});
export const quotaUseQuery = (query: Window & { project?: string }) => queryOptions({
  queryKey: ['quota-use', query],
  queryFn: ({ signal }) => get<T.QuotaUse>('/reports/quota-use', { ...query }, signal),
});
/** Each asking is a question to the clusters. */
export const busyQuery = queryOptions({
  queryKey: ['busy'],
  queryFn: ({ signal }) => get<T.Busy>('/reports/busy', undefined, signal),
  staleTime: 60_000,
});
export const queuePressureQuery = queryOptions({
  queryKey: ['queue-pressure'],
  queryFn: ({ signal }) => get<T.QueuePressure>('/reports/queue', undefined, signal),
  refetchInterval: 30_000,
});
export const fragmentationQuery = queryOptions({
  queryKey: ['fragmentation'],
  queryFn: async ({ signal }) => (await get<{ flavors: T.FragmentationRow[] }>('/reports/fragmentation', undefined, signal)).flavors,
  refetchInterval: 30_000,
});
export const lendingQuery = queryOptions({
  queryKey: ['lending'],
  queryFn: async ({ signal }) => (await get<{ rows: T.LendingRow[] }>('/reports/lending', undefined, signal)).rows,
  refetchInterval: 30_000,
});
export const previewQuotas = (kind: 'COHORT' | 'PROJECT', name: string, quotas: T.Quota[], signal?: AbortSignal) =>
  send<T.Effect>('POST', `${quotaPath(kind, name)}:preview`, { body: { quotas }, signal }).then((answer) => answer.data);
export const drainEffectQuery = (node: { cluster: string; name: string }) => queryOptions({
  queryKey: ['drain-effect', node.cluster, node.name],
  queryFn: ({ signal }) => get<T.Effect>(`${nodePath(node)}/drain-effect`, undefined, signal),
  staleTime: 0,
});
export const clusterDrainEffectQuery = (name: string) => queryOptions({
  queryKey: ['drain-effect', name],
  queryFn: ({ signal }) => get<T.Effect>(`${clusterPath(name)}/drain-effect`, undefined, signal),
  staleTime: 0,
});
/** Opens a cluster for new jobs, or closes it; all else stays as it is. */
export const openCluster = ({ name, version, backend, settings, taints }: T.Cluster, schedulable: boolean) =>
  send('PUT', clusterPath(name), { body: { backend, settings, taints, schedulable }, ifMatch: `"${version ?? ''}"` });
export const projectPath = (name: string) => path('projects', name);
export const clusterPath = (name: string) => path('clusters', name);
export const projectQuery = (name: string) => queryOptions({
  queryKey: ['project', name],
  queryFn: ({ signal }) => send<T.Project>('GET', projectPath(name), { signal }),
  staleTime: 0,
});
export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => get<T.Books>('/reconciliation', undefined, signal),
  staleTime: 300_000,
});
/** What the nightly checks have found, the newest first. */
export const nightsQuery = queryOptions({
  queryKey: ['books', 'nights'],
  queryFn: ({ signal }) => get<T.Page<T.Books>>('/reconciliation/nights', undefined, signal),
  staleTime: 300_000,
});
export const clearanceQuery = (id: string) => queryOptions({
  queryKey: ['job', id, 'clearance'],
  queryFn: ({ signal }) => get<T.Clearance>(`${path('jobs', id)}/clearance`, undefined, signal),
});

export const budgetsQuery = queryOptions({ ...list<T.Budget>('budgets', '/budgets'), refetchInterval: 15_000 });
export const budgetPath = (id: string) => path('budgets', id);
export const adjustmentsQuery = list<T.Adjustment>('adjustments', '/adjustments');
export const adjustmentPath = (id: string) => path('adjustments', id);
export const closePeriod = (month: string) =>
  send<{ statements: { number: string; project: string }[] }>('POST', `${path('periods', month)}/close`, { body: {}, idempotencyKey: newKey() });
export const rateProposalsQuery = list<T.RateProposal>('rate-card-proposals', '/rate-card-proposals');
export const rateCardPath = (name: string) => path('rate-cards', name);
export const lineUsageQuery = (project: string, month: string, line: number) => infiniteQueryOptions({
  queryKey: ['statement', project, month, 'line', line],
  queryFn: ({ pageParam, signal }) =>
    get<T.Page<T.UsagePiece>>(`/statements${path(project, month)}/lines/${line}/usage`, { limit: 100, cursor: pageParam }, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
});
export const idleCostsQuery = (month: string) => queryOptions({
  queryKey: ['idle-costs', month],
  queryFn: ({ signal }) => get<T.IdleCosts>('/costs/idle', { month, policy: 'UNUSED_NOMINAL' }, signal),
  staleTime: 300_000,
});
export const manifestsQuery = (id: string) => queryOptions({
  queryKey: ['job', id, 'manifests'],
  queryFn: ({ signal }) => get<T.Manifests>(`${path('jobs', id)}/manifests`, undefined, signal),
});
export const disputesQuery = list<T.Dispute>('disputes', '/disputes');
export const disputePath = (id: string) => path('disputes', id);
export const trustRulesQuery = list<T.TrustRule>('trust-rules', '/trust-rules');
export const trustRulePath = (name: string) => path('trust-rules', name);
/** The token is not kept: an answer of the moment, not a query. */
export const explainTrust = (token: string) =>
  send<T.TrustExplanation>('POST', '/trust-rules:explain', { body: { token } }).then((answer) => answer.data);
export const auditChainQuery = queryOptions({
  queryKey: ['audit-chain'],
  queryFn: ({ signal }) => get<T.AuditChain>('/audit/chain', undefined, signal),
  staleTime: 300_000,
});
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => get<T.SignInOptions>('/sign-in-options', undefined, signal),
  staleTime: Infinity,
});
