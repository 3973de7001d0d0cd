import { Link } from '@tanstack/react-router';
import type { Job } from '~/api/types';
import { t } from '~/text';
import type { Column } from '~/ui/DataTable';
import { count, money, words } from '~/ui/format';
import { StatusChip } from '~/ui/StatusChip';
import { Ago, Since } from '~/ui/time';

const c = t.work.column;

/** A waiting job: its wait. A job that has started: its run. */
function Lasted({ job }: { job: Job }) {
  if (job.phase === 'QUEUED') return <Since from={job.queuedAt ?? job.submittedAt} />;
  return <Since from={job.startedAt ?? (job.endedAt ? null : job.phaseSince)} to={job.endedAt} />;
}

export const jobColumns = {
  status: { id: 'status', header: c.status, width: 118, narrow: 'head', cell: (job: Job) => <StatusChip phase={job.phase} /> },
  name: {
    id: 'name', header: c.name, width: 160, grow: true,
    cell: (job: Job) => <Link to="/jobs/$id" params={{ id: job.id }} title={job.name} className="plain">{job.name}</Link>,
  },
  project: { id: 'project', header: c.project, width: 156, cell: (job: Job) => <span title={job.project}>{job.project}</span> },
  user: { id: 'user', header: c.user, width: 124, cell: (job: Job) => <span title={job.user}>{job.user}</span> },
  gpus: { id: 'gpus', header: c.gpus, width: 58, number: true, cell: (job: Job) => count(job.gpus) },
  model: { id: 'model', header: c.model, width: 106, cell: (job: Job) => job.spec.gpuModel ?? <span className="quiet">{t.money.rates.anyPool}</span> },
  priority: { id: 'priority', header: c.priority, width: 78, narrow: 'away', cell: (job: Job) => words(String(job.priority ?? job.spec.priority ?? 'normal')) },
  time: {
    id: 'time', header: c.time, width: 108, number: true,
    cell: (job: Job) => <Lasted job={job} />,
  },
  cost: {
    id: 'cost', header: c.cost, width: 100, number: true,
    cell: (job: Job) => money(job.cost?.amount),
  },
  submitted: { id: 'submitted', header: c.submitted, width: 106, number: true, sort: 'submittedAt', cell: (job: Job) => <Ago at={job.submittedAt} /> },
} satisfies Record<string, Column<Job>>;
