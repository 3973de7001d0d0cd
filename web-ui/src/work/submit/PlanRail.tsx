import { IconBan, IconCircleCheck, IconHourglassEmpty } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ProblemError } from '~/api/http';
import type { JobSubmission, Plan } from '~/api/types';
import { t } from '~/text';
import { Bar } from '~/ui/Bar';
import { count, lengthOf, money, words } from '~/ui/format';
import { Skeleton } from '~/ui/states';
import { Linked } from '../job/Linked';
import css from './PlanRail.module.css';

const x = t.submit.plan;
const looks = {
  NOW: { icon: IconCircleCheck, tone: 'good' },
  LATER: { icon: IconHourglassEmpty, tone: 'warn' },
  NEVER: { icon: IconBan, tone: 'bad' },
} as const;

/** Starts now, waits, or never; why; quota; price. */
export function PlanRail({ plan, job, old }: { plan: UseQueryResult<Plan>; job: JobSubmission; old: boolean }) {
  const faulty = plan.error instanceof ProblemError && plan.error.status === 422;
  return (
    <section className={css.rail} aria-label={x.title} aria-live="polite" aria-busy={plan.isFetching}>
      {plan.data && !plan.error ? (
        <Content plan={plan.data} job={job} old={old} />
      ) : plan.error ? (
        <div className={css.part}>
          <h2>{x.title}</h2>
          <p className="soft wrap-any">{faulty ? x.noPlan : plan.error.message}</p>
        </div>
      ) : <Skeleton lines={7} />}
    </section>
  );
}

function Content({ plan, job, old }: { plan: Plan; job: JobSubmission; old: boolean }) {
  const look = looks[plan.feasible];
  const clears = plan.feasible === 'LATER' && (plan.wouldPreempt ?? []).length > 0;
  // Nobody is stopping yet: those that would be stopped have a part of their own.
  const reasons = (plan.reasons ?? []).filter((reason) => !clears || reason.code !== 'WaitingForPreemptedJobs');
  const Icon = look.icon;
  return (
    <div data-old={old || undefined} className={css.content} data-feasible={plan.feasible}>
      <header className={css.verdict} data-tone={look.tone}>
        <Icon size={20} aria-hidden="true" />
        <h2>{clears ? x.clears : x[plan.feasible]}</h2>
      </header>
      {reasons.length > 0 ? (
        <ul className={css.reasons}>
          {reasons.slice(0, 3).map((reason, at) => (
            <li key={`${reason.code}-${at}`}>
              <b>{words(reason.code)}</b> <Linked text={reason.message} />
              {reason.nextStep ? <span className="soft"> <Linked text={reason.nextStep} /></span> : null}
            </li>
          ))}
        </ul>
      ) : null}
      <Numbers plan={plan} job={job} />
      <Preempts plan={plan} />
      {plan.warnings && plan.warnings.length > 0 ? (
        <div className={css.part}>
          <h3>{x.warnings}</h3>
          {plan.warnings.map((warning, at) => (
            <p key={at} className="soft">{warning}</p>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function Numbers({ plan, job }: { plan: Plan; job: JobSubmission }) {
  const nominal = Number(plan.quota?.nominal ?? 0);
  const borrowed = Number(plan.quota?.borrowed ?? 0);
  // Which quota it would use, and so what it costs, is known when GPUs are found for it.
  const placed = plan.feasible === 'NOW' || Number(plan.price?.perHour?.amount ?? 0) > 0;
  const rows: [string, React.ReactNode][] = [
    [x.asks, x.gpus(count(plan.gpus))],
    [x.free, x.gpus(count(plan.freeNow))],
    [x.largest, x.gpus(count(plan.largestGang))],
    [x.perHour, placed ? (plan.price?.perHour ? money(plan.price.perHour) : x.unpriced) : x.whenPlaced],
    [job.spec.maxRuntime ? x.atMax(lengthOf(job.spec.maxRuntime)) : x.atMaxAny, placed ? money(plan.price?.atMaxRuntime) : x.whenPlaced],
  ];
  return (
    <>
      <dl className={css.numbers}>
        {rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
      {nominal + borrowed > 0 ? (
        <div className={css.part}>
          <Bar tall label={x.quota} parts={[{ use: 'nominal', value: nominal }, { use: 'borrowed', value: borrowed }]} />
          <p className="small soft num" style={{ textAlign: 'left' }}>
            {count(nominal)} {x.nominal}{borrowed > 0 ? ` + ${count(borrowed)} ${x.borrowed}` : ''}{plan.quota?.gpuModels?.length ? ` · ${plan.quota.gpuModels.join(', ')}` : ''}
          </p>
        </div>
      ) : null}
    </>
  );
}

function Preempts({ plan }: { plan: Plan }) {
  const victims = plan.wouldPreempt ?? [];
  if (victims.length === 0) return null;
  return (
    <div className={css.part}>
      <h3>{x.preempts}</h3>
      <ul className={css.reasons}>
        {victims.map((victim, at) => (
          <li key={victim.job ?? at}>
            {victim.job ? <Link to="/jobs/$id" params={{ id: victim.job }} className="inline">{victim.jobName ?? victim.job}</Link> : x.hidden}
            <span className="quiet"> {victim.project ? `${victim.project}, ` : null}{x.gpus(count(victim.gpus))}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
