import { useQuery } from '@tanstack/react-query';
import { runsQuery } from '~/api/queries';
import type { Job, Run } from '~/api/types';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { count, exactHours, hours, money, words } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { Since } from '~/ui/time';

const x = t.work.job.cost;

const columns: Column<Run>[] = [
  { id: 'attempt', header: x.attempt, width: 78, cell: (run) => run.attempt },
  { id: 'state', header: x.state, width: 110, grow: true, cell: (run) => <span title={outcome(run)}>{outcome(run)}</span> },
  { id: 'class', header: x.class, width: 92, cell: (run) => classes(run) },
  { id: 'gpus', header: x.gpus, width: 54, number: true, cell: (run) => count(run.holdings?.reduce((sum, each) => sum + Number(each.gpus), 0)) },
  { id: 'duration', header: x.duration, width: 86, number: true, cell: (run) => <Since from={run.boundAt} to={run.releasedAt} /> },
  { id: 'hours', header: x.hours, width: 84, number: true, cell: (run) => <span title={exactHours(run.gpuHours)}>{hours(run.gpuHours)}</span> },
  { id: 'amount', header: x.amount, width: 92, number: true, cell: (run) => money(run.amount) },
];

function outcome(run: Run): string {
  const state = words(run.outcome ?? run.state);
  const exit = run.exitCode === null || run.exitCode === undefined ? '' : `, ${t.work.job.exitCode(run.exitCode)}`;
  return `${state}${exit}${run.reason ? `, ${words(run.reason)}` : ''}`;
}

const classes = (run: Run): string =>
  [...new Set(run.holdings?.map((each) => words(each.class)) ?? [])].join(' + ') || '–';

/** What each attempt held and cost; the sum is the job's. */
export function CostByAttempt({ job }: { job: Job }) {
  const query = useQuery(runsQuery(job.id));
  const unrated = Number(job.cost?.unratedGpuHours ?? 0);
  return (
    <Panel title={x.title} flush>
      <Loaded query={query} lines={2}>
        {(runs) => runs.length === 0 ? <p className="quiet" style={{ padding: 14 }}>{x.none}</p> : (
          <DataTable
            label={x.title} columns={columns} rows={runs} rowKey={(run) => run.id}
            totals={{
              attempt: x.total, hours: <span data-job-hours>{hours(job.cost?.gpuHours)}</span>,
              amount: <span data-job-cost>{money(job.cost?.amount)}</span>,
            }}
          />
        )}
      </Loaded>
      {unrated > 0 ? <p className="small" style={{ padding: 14, color: 'var(--warn)' }}>{x.unrated(hours(job.cost?.unratedGpuHours))}</p> : null}
    </Panel>
  );
}
