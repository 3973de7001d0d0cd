import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Job } from '~/api/types';
import { type JobMetrics, jobMetricsQuery } from '~/api/use';
import { t } from '~/text';
import { Chart } from '~/ui/Chart';
import { type Column, DataTable } from '~/ui/DataTable';
import { clock, count, exact } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { Ago } from '~/ui/time';
import { type PodSum, stepsOf, sumOf } from './podUse';

const x = t.work.job.use;

/** How busy the GPUs of the newest attempt are, as its cluster measures it. */
export function MetricsPanel({ job }: { job: Job }) {
  const query = useQuery(jobMetricsQuery(job.id, job.phase === 'RUNNING'));
  return (
    <Loaded query={query} lines={5}>
      {(metrics) => metrics.pods.some((pod) => pod.at.length > 0) ? <Measured metrics={metrics} /> : (
        <Panel title={x.title}><p className="quiet">{metrics.measured ? (job.startedAt ? x.soon : x.notStarted) : x.notMeasured}</p></Panel>
      )}
    </Loaded>
  );
}

const whole = (value: number): string => count(Math.round(value));

const columns: Column<PodSum>[] = [
  { id: 'rank', header: x.rank, width: 60, number: true, cell: (pod) => pod.rank },
  { id: 'pod', header: x.pod, width: 180, grow: true, cell: (pod) => <span title={pod.pod}>{pod.pod}</span> },
  { id: 'mean', header: x.mean, unit: '%', width: 90, number: true, cell: (pod) => whole(pod.mean) },
  { id: 'least', header: x.least, unit: '%', width: 90, number: true, cell: (pod) => whole(pod.least) },
  { id: 'last', header: x.last, unit: '%', width: 90, number: true, cell: (pod) => whole(pod.last) },
  { id: 'memory', header: x.memory, unit: '%', width: 100, number: true, cell: (pod) => whole(pod.memory) },
];

function Measured({ metrics }: { metrics: JobMetrics }) {
  const steps = useMemo(() => stepsOf(metrics.pods), [metrics]);
  const categories = useMemo(() => steps.map((step) => clock(step.at)), [steps]);
  const series = useMemo(() => [
    { name: x.gpu, use: 'first' as const, values: steps.map((step) => Math.round(step.gpu)) },
    { name: x.memory, use: 'second' as const, values: steps.map((step) => Math.round(step.memory)) },
  ], [steps]);
  return (
    <>
      {metrics.idle?.stopAt ? (
        <p role="status" data-idle style={{ color: 'var(--warn)' }}>
          {x.idle} <Ago at={metrics.idle.since} />. <span title={exact(metrics.idle.stopAt)}>{x.stopsAt(clock(metrics.idle.stopAt))}</span>
        </p>
      ) : null}
      <Chart title={x.title} label={x.label(metrics.pods.length)} unit="%" kind="lines" height={200} categories={categories} series={series}
        table={<DataTable label={x.title} columns={columns} rows={metrics.pods.map(sumOf)} rowKey={(pod) => String(pod.rank)} />} />
    </>
  );
}
