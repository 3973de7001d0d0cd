import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { reliabilityQuery, type Window } from '~/api/queries';
import type { OutcomeRow, Reliability, StopRow } from '~/api/types';
import { projectsOf, useScope } from '~/app/scope';
import { t } from '~/text';
import { Chart } from '~/ui/Chart';
import { type Column, DataTable } from '~/ui/DataTable';
import { exactHours, hours, NOTHING, percent, span, words } from '~/ui/format';
import { Facts, Figure, Figures, Page, Panel } from '~/ui/Page';
import { SpanPicker, useSpan } from '~/ui/Span';
import { Empty, Loaded } from '~/ui/states';
import { JobCount } from '~/work/JobCount';
import { whoEnded, whoWasStopped } from './where';

const x = t.manage.preemption;

/** Why runs were stopped, whose and for whom; how runs end. */
export function PreemptionPage() {
  const scope = useScope();
  const window = useSpan();
  const query = useQuery(reliabilityQuery({ from: window.from, to: window.to, project: projectsOf(scope) }));
  return (
    <Page title={x.title} lead={x.lead} actions={<SpanPicker days={window.days} />}>
      <Loaded query={query} lines={10}>
        {(data) => data.stops.length + data.outcomes.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : <Content data={data} window={window} />}
      </Loaded>
    </Page>
  );
}

const project = (name: string | null | undefined) =>
  name ? <Link className="plain" to="/jobs" search={{ q: `project:${name}` }}>{name}</Link> : <span className="quiet">{x.nobody}</span>;

/** GPU-hours of jobs, which lead to them. */
function Hours({ value, where }: { value: string; where: string }) {
  return <JobCount n={Number(value)} where={where}><span title={exactHours(value)}>{hours(value)}</span></JobCount>;
}

const stopColumns = (window: Window): Column<StopRow>[] => [
  { id: 'reason', header: x.reason, width: 220, grow: true, cell: (row) => <b style={{ fontWeight: 500 }}>{words(row.reason)}</b> },
  { id: 'victim', header: x.victim, width: 170, cell: (row) => project(row.project) },
  { id: 'claimant', header: x.claimant, width: 170, cell: (row) => project(row.claimantProject) },
  { id: 'runs', header: x.runs, width: 90, number: true, cell: (row) => <JobCount n={row.runs} where={whoWasStopped(row, window)} /> },
  { id: 'jobs', header: x.jobs, width: 90, number: true, cell: (row) => <JobCount n={row.jobs} where={whoWasStopped(row, window)} /> },
  { id: 'lost', header: x.lost, unit: t.common.gpuHours, width: 130, number: true, cell: (row) => <Hours value={row.lostGpuHours} where={whoWasStopped(row, window)} /> },
  { id: 'rate', header: x.rate, width: 130, number: true, cell: (row) => hours(row.per1000GpuHours) },
  { id: 'notice', header: x.notice, width: 130, number: true, cell: (row) => span(row.medianNoticeSeconds) },
];

const outcomeColumns = (window: Window): Column<OutcomeRow>[] => [
  { id: 'outcome', header: x.outcome, width: 200, grow: true, cell: (row) => <><b style={{ fontWeight: 500 }}>{words(row.outcome)}</b> {row.cause ? <span className="quiet">{x.causes[row.cause]}</span> : null}</> },
  { id: 'runs', header: x.runs, width: 100, number: true, cell: (row) => <JobCount n={row.runs} where={whoEnded(row, window)} /> },
  { id: 'jobs', header: x.jobs, width: 100, number: true, cell: (row) => <JobCount n={row.jobs} where={whoEnded(row, window)} /> },
  { id: 'hours', header: x.held, unit: t.common.gpuHours, width: 140, number: true, cell: (row) => <Hours value={row.gpuHours} where={whoEnded(row, window)} /> },
  { id: 'lost', header: x.lost, unit: t.common.gpuHours, width: 140, number: true, cell: (row) => <Hours value={row.lostGpuHours} where={whoEnded(row, window)} /> },
  { id: 'kept', header: x.kept, unit: t.common.gpuHours, width: 140, number: true, cell: (row) => <Hours value={row.keptGpuHours} where={whoEnded(row, window)} /> },
  { id: 'rate', header: x.rate, width: 150, number: true, cell: (row) => hours(row.per1000GpuHours) },
];

function Content({ data, window }: { data: Reliability; window: Window }) {
  const reasons = useMemo(() => {
    const sums = new Map<string, number>();
    for (const row of data.stops) sums.set(row.reason, (sums.get(row.reason) ?? 0) + row.runs);
    return [...sums].sort(([, a], [, b]) => b - a);
  }, [data]);
  const categories = useMemo(() => reasons.map(([reason]) => words(reason)), [reasons]);
  const stops = useMemo(() => [...data.stops].sort((a, b) => b.runs - a.runs), [data]);
  const series = useMemo(() => [{ name: x.runs, use: 'first' as const, values: reasons.map(([, runs]) => runs) }], [reasons]);
  return (
    <>
      <Figures>
        <Figure name={x.goodput} value={data.goodput ? percent(Number(data.goodput), 1) : NOTHING} hint={x.goodputHint} />
        <Figure name={x.kept} value={hours(data.keptGpuHours)} unit={t.common.gpuHours} />
        <Figure name={x.held} value={hours(data.gpuHours)} unit={t.common.gpuHours} hint={x.heldHint} />
      </Figures>
      {data.stops.length === 0 ? <p className="soft">{x.noStops}</p> : (
        <>
          <Chart title={x.byReason} label={x.byReason} unit={x.runs} kind="rows" categories={categories} series={series}
            table={<DataTable label={x.stops} columns={stopColumns(window)} rows={stops} rowKey={keyOf} />} />
          <Panel title={x.stops} flush><DataTable label={x.stops} columns={stopColumns(window)} rows={stops} rowKey={keyOf} /></Panel>
        </>
      )}
      {data.outcomes.length === 0 ? null : (
        <Panel title={x.outcomes} flush><DataTable label={x.outcomes} columns={outcomeColumns(window)} rows={data.outcomes} rowKey={(row) => `${row.outcome}/${row.cause ?? ''}`} /></Panel>
      )}
      <Panel title={t.common.definitions}>
        <Facts facts={[[x.lost, x.def.lost], [x.notice, x.def.notice], [x.rate, x.def.rate], [x.kept, x.def.kept], [x.goodput, x.def.goodput]]} />
      </Panel>
    </>
  );
}

const keyOf = (row: StopRow): string => [row.reason, row.project, row.claimantProject].join('/');
