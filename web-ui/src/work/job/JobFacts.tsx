import type { Job } from '~/api/types';
import { t } from '~/text';
import { count, exactHours, lengthOf, money, words } from '~/ui/format';
import { Facts } from '~/ui/Page';
import { Ago } from '~/ui/time';
import { MaxCost } from './MaxCost';
import { Ran, Waited } from './Waited';

const f = t.work.job.fact;

/** `4 × 8 = 32` of the first pod set, or the sum of several. */
export function shape(job: Pick<Job, 'gpus' | 'spec'>): string {
  const [first, ...more] = job.spec.podSets;
  if (!first || more.length > 0) return count(job.gpus);
  return first.count > 1 ? `${first.count} × ${first.gpusPerPod} = ${count(job.gpus)}` : count(job.gpus);
}

/** The model asked for, or the flavors it got. */
export function modelOf(job: Job): string | undefined {
  const got = new Set((job.placement ?? []).flatMap((set) => Object.values(set.flavors ?? {})));
  return job.spec.gpuModel ?? ([...got].join(' + ') || undefined);
}

export function JobFacts({ job }: { job: Job }) {
  const labels = Object.entries(job.labels ?? {}).map(([key, value]) => `${key}=${value}`).join(' ');
  return (
    <Facts
      facts={[
        [f.owner, job.user],
        [f.project, job.project],
        [f.gpus, `${shape(job)} ${modelOf(job) ?? ''}`],
        [f.priority, words(String(job.priority ?? 'normal'))],
        [f.submitted, <Ago key="s" at={job.submittedAt} />],
        [f.waited, <Waited key="w" job={job} />],
        [f.ran, <Ran key="r" job={job} />],
        [f.maxRuntime, job.spec.maxRuntime ? lengthOf(job.spec.maxRuntime) : t.common.unlimited],
        [f.cost, job.cost ? <span key="c" title={`${exactHours(job.cost.gpuHours)} GPU-h`}>{money(job.cost.amount)}</span> : '–'],
        [t.money.maxCost.label, <MaxCost key="m" job={job} />],
        [f.image, <code key="i">{job.spec.image}</code>],
        ...(labels ? [[f.labels, <code key="l">{labels}</code>] as [string, React.ReactNode]] : []),
        [f.id, <code key="id">{job.id}</code>],
      ]}
    />
  );
}
