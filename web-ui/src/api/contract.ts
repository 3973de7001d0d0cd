// Checked by the compiler, never loaded: the shapes of `types.ts` against those generated from
// docs/api/openapi.json (`npm run types`). A field that the server does not have, or a word that it
// does not know, stops `tsc` here with its name.
import type { components } from './schema';
import type * as T from './types';

type Server = components['schemas'];
type Strangers<Ours, Theirs> = Exclude<keyof Ours & string, keyof Theirs & string>;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : { onlyServer: Exclude<B, A> }) : { onlyPortal: Exclude<A, B> };

/** True when each field of ours is one of theirs; else the names of those that are not. */
type Known<Ours, Theirs> = [Strangers<Ours, Theirs>] extends [never] ? true : { unknownToServer: Strangers<Ours, Theirs> };

/** True when whatever the server sends is a value of ours. */
type Fits<Theirs, Ours> = [Theirs] extends [Ours] ? true : { notAssignable: Mismatch<Theirs, Ours> };
type Mismatch<Theirs, Ours> = { [K in keyof Ours & keyof Theirs as [Theirs[K]] extends [Ours[K]] ? never : K]: [Theirs[K], Ours[K]] };

const holds = <Check extends true>(): Check | undefined => undefined;

export const contract = [
  holds<Known<T.Me, Server['Me']>>(),
  holds<Known<T.Job, Server['Job']>>(),
  holds<Known<T.JobSpec, Server['JobSpec']>>(),
  holds<Known<T.JobSpec, Server['JobSpecInput']>>(),
  holds<Known<T.JobSubmission, Server['JobSubmission']>>(),
  holds<Known<T.PodSet, Server['PodSetInput']>>(),
  holds<Known<T.WaitReason, Server['WaitReason']>>(),
  holds<Known<T.PlacedPodSet, Server['PlacedPodSet']>>(),
  holds<Known<T.PlacedNode, Server['PlacedNode']>>(),
  holds<Known<T.Run, Server['Run']>>(),
  holds<Known<T.JobEvent, Server['JobEvent']>>(),
  holds<Known<T.Plan, Server['Plan']>>(),
  holds<Known<T.QuotaTree, Server['QuotaTree']>>(),
  holds<Known<T.QuotaNode, Server['QuotaNode']>>(),
  holds<Known<T.QuotaCell, Server['QuotaCell']>>(),
  holds<Known<T.Quota, Server['Quota']>>(),
  holds<Known<T.Project, Server['Project']>>(),
  holds<Known<T.Cluster, Server['Cluster']>>(),
  holds<Known<T.GpuNode, Server['Node']>>(),
  holds<Known<Pick<T.GpuNode, 'labels' | 'capacity' | 'gpuModel' | 'gpuMemory' | 'mig' | 'taints' | 'ready' | 'schedulable'>, Server['NodeInput']>>(),
  holds<Known<T.Availability, Server['Availability']>>(),
  holds<Known<T.Availability['models'][number], Server['ModelAvailability']>>(),
  holds<Known<T.MonthToDate, Server['MonthToDate']>>(),
  holds<Known<T.MonthToDate['items'][number], Server['ProjectCost']>>(),
  holds<Known<T.MonthToDate['total'], Server['CostTotal']>>(),
  holds<Known<T.Statement, Server['Statement']>>(),
  holds<Known<T.Statement['lines'][number], Server['StatementLine']>>(),
  holds<Known<T.RateCard, Server['RateCard']>>(),
  holds<Known<T.RateCard['rates'][number], Server['Rate']>>(),
  holds<Known<T.Conservation, Server['Conservation']>>(),
  holds<Known<T.Conservation['rows'][number], Server['ConservationRow']>>(),
  holds<Known<T.User, Server['User']>>(),
  holds<Known<T.RoleBinding, Server['RoleBinding']>>(),
  holds<Known<T.Token, Server['Token']>>(),
  holds<Known<T.AuditRow, Server['AuditEntry']>>(),
  holds<Known<T.Team, Server['Team']>>(),
  holds<Known<T.Books, Server['Reconciliation']>>(),
  holds<Fits<Server['Reconciliation'], T.Books>>(),
  holds<Known<T.Clearance, Server['Clearance']>>(),
  holds<Fits<Server['Clearance'], T.Clearance>>(),
  holds<Known<T.WaitRow, Server['WaitRow']>>(),
  holds<Known<T.StopRow, Server['StopRow']>>(),
  holds<Known<T.OutcomeRow, Server['OutcomeRow']>>(),
  holds<Known<T.FragmentationRow, Server['FragmentationRow']>>(),
  holds<Known<T.LendingRow, Server['LendingRow']>>(),
  holds<Known<T.Effect, Server['Effect']>>(),
  holds<Known<T.EffectJob, Server['EffectJob']>>(),
  holds<Fits<Server['WaitRow'], T.WaitRow>>(),
  holds<Fits<Server['StopRow'], T.StopRow>>(),
  holds<Fits<Server['OutcomeRow'], T.OutcomeRow>>(),
  holds<Fits<Server['FragmentationRow'], T.FragmentationRow>>(),
  holds<Fits<Server['LendingRow'], T.LendingRow>>(),
  holds<Fits<Server['Effect'], T.Effect>>(),
  holds<Known<T.Problem, Server['Problem']>>(),
  holds<Known<T.FieldFault, Server['Fault']>>(),
  holds<Same<T.Phase, NonNullable<Server['Job']['phase']>>>(),
  holds<Same<T.Plan['feasible'], NonNullable<Server['Plan']['feasible']>>>(),
  holds<Fits<Server['Me'], T.Me>>(),
  holds<Fits<Server['Job'], T.Job>>(),
  holds<Fits<Server['JobSpec'], T.JobSpec>>(),
  holds<Fits<Server['WaitReason'], T.WaitReason>>(),
  holds<Fits<Server['PlacedPodSet'], T.PlacedPodSet>>(),
  holds<Fits<Server['Run'], T.Run>>(),
  holds<Fits<Server['JobEvent'], T.JobEvent>>(),
  holds<Fits<Server['Plan'], T.Plan>>(),
  holds<Fits<Server['QuotaTree'], T.QuotaTree>>(),
  holds<Fits<Server['Quotas'], T.Quotas>>(),
  holds<Fits<Server['Project'], T.Project>>(),
  holds<Fits<Server['Cluster'], T.Cluster>>(),
  holds<Fits<Server['Node'], T.GpuNode>>(),
  holds<Fits<Server['Availability'], T.Availability>>(),
  holds<Fits<Server['MonthToDate'], T.MonthToDate>>(),
  holds<Fits<Server['Statement'], T.Statement>>(),
  holds<Fits<Server['RateCard'], T.RateCard>>(),
  holds<Fits<Server['Conservation'], T.Conservation>>(),
  holds<Fits<Server['User'], T.User>>(),
  holds<Fits<Server['RoleBinding'], T.RoleBinding>>(),
  holds<Fits<Server['Token'], T.Token>>(),
  holds<Fits<Server['AuditEntry'], T.AuditRow>>(),
  holds<Fits<Server['Problem'], T.Problem>>(),
];
