import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { statementQuery, usageQuery } from '~/api/queries';
import type { Statement, UsageRow } from '~/api/types';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { exactHours, hours, money, price, words } from '~/ui/format';
import { Figure, Figures, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { LineUsage } from './LineUsage';
import { StatementFlag } from './StatementFlag';

const x = t.money.statements;
export type Line = Statement['lines'][number];
type Posted = Statement['adjustments'][number];
type Charge = Statement['charges'][number];

/** One project's statement of one month: its lines, what was adjusted, and the jobs behind it. */
export function OneStatement({ project, month }: { project: string; month: string }) {
  const query = useQuery(statementQuery(project, month));
  return <Loaded query={query} lines={10}>{(statement) => <Content statement={statement} />}</Loaded>;
}

function Content({ statement }: { statement: Statement }) {
  const [line, setLine] = useState<number | undefined>();
  const currency = statement.total?.currency ?? 'EUR';
  const unrated = Number(statement.unratedGpuHours ?? 0) > 0;
  return (
    <>
      <Figures>
        <Figure name={x.total} value={money(statement.total)} hint={statement.number ?? x.notIssued} />
        <Figure name={x.hours} value={hours(statement.gpuHours)} unit={t.common.gpuHours} hint={unrated ? x.unratedNote(hours(statement.unratedGpuHours)) : undefined} />
        <Figure name={x.status} value={<StatementFlag status={statement.status} />} hint={statement.zone} />
        <Figure name={t.money.billing.field} value={t.money.billing.modes[statement.billing]} hint={`${t.money.billing.means[statement.billing]}, ${statement.department}`} />
        <Figure name={x.costCenter} value={<Link to="/statements" search={{ center: statement.costCenter, number: statement.costCenterStatement ?? undefined, month: statement.month }}>{statement.costCenter}</Link>} hint={statement.costCenterStatement ?? undefined} />
      </Figures>
      {statement.lines.length === 0 ? <Empty title={x.noHours} /> : (
        <Panel title={x.lines} note={x.usage} flush>
          <DataTable label={x.linesLabel} columns={lineColumns(currency)} rows={statement.lines} rowKey={(each) => String(statement.lines.indexOf(each))}
            onOpen={(chosen) => setLine(statement.lines.indexOf(chosen))}
            totals={{ model: x.sum, hours: exactHours(statement.gpuHours), amount: money(statement.usage) }} />
        </Panel>
      )}
      {statement.charges.length > 0 ? (
        <Panel title={x.charges} note={statement.status === 'OPEN' ? x.chargesOpen : x.chargesNote} flush>
          <DataTable label={x.charges} columns={chargeColumns} rows={statement.charges} rowKey={(each) => String(statement.charges.indexOf(each))} />
        </Panel>
      ) : null}
      {statement.adjustments.length > 0 ? (
        <Panel title={x.adjustments} note={x.adjustmentsNote} flush>
          <DataTable label={x.adjustments} columns={adjustmentColumns} rows={statement.adjustments} rowKey={(each) => String(statement.adjustments.indexOf(each))} />
        </Panel>
      ) : null}
      <JobsBehind statement={statement} />
      <LineUsage project={statement.project} month={statement.month} line={line} currency={currency} onClose={() => setLine(undefined)}
        title={line === undefined ? '' : lineName(statement.lines[line])} />
    </>
  );
}

export const lineName = (line: Line | undefined): string => (line ? `${line.model}, ${words(line.class).toLowerCase()}, ${words(line.meter).toLowerCase()}` : '');

export function lineColumns(currency: string): Column<Line>[] {
  const unit = (line: Line) => (typeof line.unitPrice === 'string' ? price(line.unitPrice, currency) : price(line.unitPrice?.amount, line.unitPrice?.currency ?? currency));
  return [
    { id: 'model', header: x.model, width: 170, grow: true, cell: (line) => <b style={{ fontWeight: 500 }}>{line.model}</b> },
    { id: 'pool', header: x.pool, width: 130, cell: (line) => line.pool },
    { id: 'class', header: x.class, width: 110, cell: (line) => words(line.class) },
    { id: 'meter', header: x.meter, width: 100, cell: (line) => words(line.meter) },
    { id: 'hours', header: x.hours, width: 140, number: true, cell: (line) => exactHours(line.gpuHours) },
    { id: 'unit', header: x.unitPrice, width: 120, number: true, cell: unit },
    { id: 'amount', header: x.amount, width: 130, number: true, cell: (line) => (line.amount ? money(line.amount) : <span className="quiet">{t.common.unrated}</span>) },
  ];
}

export const adjustmentColumns: Column<Posted>[] = [
  { id: 'kind', header: x.kind, width: 150, cell: (each) => words(each.kind) },
  { id: 'why', header: t.money.adjustments.explanation, width: 320, grow: true, cell: (each) => <span title={each.explanation}>{each.explanation}</span> },
  { id: 'hours', header: x.hours, width: 140, number: true, cell: (each) => (Number(each.gpuHours) === 0 ? <span className="quiet">–</span> : exactHours(each.gpuHours)) },
  { id: 'amount', header: x.amount, width: 130, number: true, cell: (each) => money(each.amount) },
];

export const chargeColumns: Column<Charge>[] = [
  { id: 'kind', header: x.kind, width: 130, cell: (each) => words(each.kind) },
  { id: 'model', header: x.model, width: 130, cell: (each) => each.model },
  { id: 'pool', header: x.pool, width: 90, cell: (each) => each.pool },
  { id: 'why', header: t.money.adjustments.explanation, width: 220, grow: true, cell: (each) => <span title={each.explanation}>{each.explanation}</span> },
  { id: 'reference', header: x.reference, width: 120, cell: (each) => <span title={each.reference}>{each.reference || '–'}</span> },
  { id: 'hours', header: x.hours, width: 120, number: true, cell: (each) => (Number(each.gpuHours) === 0 ? <span className="quiet">–</span> : exactHours(each.gpuHours)) },
  { id: 'amount', header: x.amount, width: 120, number: true, cell: (each) => money(each.amount) },
];

const jobColumns: Column<UsageRow>[] = [
  { id: 'job', header: x.job, width: 260, grow: true, cell: (row) => <Link className="plain" to="/jobs/$id" params={{ id: String(row['job']) }} title={String(row['job'])}>{String(row['jobName'] ?? row['job'])}</Link> },
  { id: 'user', header: x.user, width: 160, cell: (row) => String(row['user'] ?? '') },
  { id: 'model', header: x.model, width: 140, cell: (row) => String(row['model'] ?? '') },
  { id: 'class', header: x.class, width: 110, cell: (row) => words(String(row['class'] ?? '')) },
  { id: 'hours', header: x.hours, width: 140, number: true, cell: (row) => exactHours(row.gpuHours) },
  { id: 'amount', header: x.amount, width: 130, number: true, cell: (row) => price(typeof row.amount === 'string' ? row.amount : null, String(row.currency ?? 'EUR')) },
];

/** The jobs that a statement's hours come from; a job's page shows its nodes. */
function JobsBehind({ statement }: { statement: Statement }) {
  const query = useQuery(usageQuery({ from: statement.from, to: statement.to, project: statement.project, groupBy: 'job,user,model,class' }));
  return (
    <Panel title={x.behind} note={x.behindNote} flush>
      <Loaded query={query} lines={6}>
        {(usage) => {
          const rows = [...usage.rows].sort((a, b) => Number(b.gpuHours) - Number(a.gpuHours));
          return rows.length === 0 ? <p className="quiet" style={{ padding: 14 }}>{x.noHours}</p> : (
            <DataTable label={x.behind} columns={jobColumns} rows={rows} rowKey={(row) => [row['job'], row['model'], row['class']].join('/')} />
          );
        }}
      </Loaded>
    </Panel>
  );
}
