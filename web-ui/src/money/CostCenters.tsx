import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BASE, queryString } from '~/api/http';
import { costCenterStatementsQuery } from '~/api/queries';
import type { CostCenterStatement, Statement } from '~/api/types';
import { useScope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { exactHours, hours, money, NOTHING } from '~/ui/format';
import { Figure, Figures, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { LineUsage } from './LineUsage';
import { adjustmentColumns, chargeColumns, type Line, lineColumns, lineName } from './OneStatement';
import { StatementFlag } from './StatementFlag';

const x = t.money.statements;

/** One row for each statement of a cost centre in the month. */
export function CostCenters({ of }: { of: string }) {
  const scope = useScope();
  const navigate = useNavigate({ from: '/statements' });
  const query = useQuery(costCenterStatementsQuery(of));
  const columns: Column<CostCenterStatement>[] = [
    { id: 'center', header: x.costCenter, width: 170, cell: (each) => <Link className="plain" to="/statements" search={searchOf(each)}>{each.costCenter}</Link> },
    { id: 'status', header: x.status, width: 110, narrow: 'head', cell: (each) => <StatementFlag status={each.status} /> },
    { id: 'number', header: x.number, width: 120, cell: (each) => each.number ?? <span className="quiet">{NOTHING}</span> },
    { id: 'projects', header: x.projects, width: 190, grow: true, wrap: true, narrow: 'text', cell: (each) => <Projects names={each.statements.map((part) => part.project)} /> },
    { id: 'hours', header: x.hours, width: 130, number: true, cell: (each) => <span title={exactHours(each.gpuHours)}>{hours(each.gpuHours)}</span> },
    { id: 'total', header: x.total, width: 140, number: true, cell: (each) => money(each.total) },
  ];
  return (
    <Panel title={x.byCostCenter} note={x.centerNote} flush>
      <Loaded query={query} lines={4}>
        {(all) => {
          const shown = all.filter((each) => !scope || each.statements.some((part) => scope.projects.includes(part.project)));
          return shown.length === 0 ? <p className="quiet" style={{ padding: 14 }}>{x.noCenters}</p> : (
            <DataTable label={x.byCostCenter} columns={columns} rows={shown} rowKey={(each) => `${each.costCenter}/${each.number ?? ''}`}
              onOpen={(each) => void navigate({ search: searchOf(each) })} />
          );
        }}
      </Loaded>
    </Panel>
  );
}

const searchOf = (each: CostCenterStatement) => ({ center: each.costCenter, number: each.number ?? undefined, month: each.month });

function Projects({ names }: { names: string[] }) {
  return <span title={names.join(', ')}>{names.join(', ')}</span>;
}

interface Chosen {
  center: string;
  number: string | undefined;
  month: string;
}

/** Without a number the open one, if there is one. */
function chosenOf(all: CostCenterStatement[], { center, number }: Chosen) {
  const own = all.filter((each) => each.costCenter === center);
  return own.find((each) => (each.number ?? undefined) === number) ?? own[0];
}

/** The statement as a PDF; a draft says that it is one. */
export function PrintCenter(chosen: Chosen) {
  const { data } = useQuery(costCenterStatementsQuery(chosen.month));
  const found = chosenOf(data ?? [], chosen);
  if (!found || (!found.number && found.status === 'CLOSED')) return null;
  const detail = 'USAGE';
  const href = found.number ? `/cost-center-statements/${encodeURIComponent(found.number)}/pdf${queryString({ detail })}`
    : `/exports/cost-center-draft${queryString({ month: found.month, costCenter: found.costCenter, detail })}`;
  return <Button variant="default" component="a" href={`${BASE}${href}`} download={`${found.number ?? `${found.costCenter.replaceAll('/', '-')}-${found.month}-open`}.pdf`}>{x.pdf}</Button>;
}

/** A cost centre's statement: what its projects come to, and each line down to its usage. */
export function OneCostCenter(chosen: Chosen) {
  const query = useQuery(costCenterStatementsQuery(chosen.month));
  return (
    <Loaded query={query} lines={10}>
      {(all) => {
        const found = chosenOf(all, chosen);
        return found ? <Content statement={found} /> : <Empty title={x.noStatement} detail={x.noCenters} />;
      }}
    </Loaded>
  );
}

/** A line, charge or adjustment with the project that it is of. */
type Of<T> = T & { project: string; index: number };

const flat = <T,>(parts: Statement[], pick: (part: Statement) => T[]): Of<T>[] =>
  parts.flatMap((part) => pick(part).map((each, index) => ({ ...each, project: part.project, index })));

const rowKey = (each: { project: string; index: number }) => `${each.project}/${each.index}`;

const withProject = <T,>(columns: Column<T>[]): Column<Of<T>>[] => [
  { id: 'project', header: x.project, width: 160, cell: (each) => each.project },
  ...columns.map((column): Column<Of<T>> => ({ ...column, grow: column.grow, cell: (each) => column.cell(each) })),
];

function Content({ statement }: { statement: CostCenterStatement }) {
  const [line, setLine] = useState<Of<Line> | undefined>();
  const { currency } = statement.total;
  const lines = flat(statement.statements, (part) => part.lines);
  const charges = flat(statement.statements, (part) => part.charges);
  const adjustments = flat(statement.statements, (part) => part.adjustments);
  const unrated = Number(statement.unratedGpuHours) > 0;
  return (
    <>
      <Figures>
        <Figure name={x.total} value={money(statement.total)} hint={statement.number ?? x.notIssued} />
        <Figure name={x.hours} value={hours(statement.gpuHours)} unit={t.common.gpuHours} hint={unrated ? x.unratedNote(hours(statement.unratedGpuHours)) : undefined} />
        <Figure name={x.status} value={<StatementFlag status={statement.status} />} />
        <Figure name={x.projects} value={String(statement.statements.length)} />
      </Figures>
      <Panel title={x.projects} flush>
        <DataTable label={x.projects} columns={partColumns} rows={statement.statements} rowKey={(part) => part.project}
          totals={{ project: x.sum, hours: exactHours(statement.gpuHours), total: money(statement.total) }} />
      </Panel>
      {lines.length === 0 ? <Empty title={x.noHours} /> : (
        <Panel title={x.lines} note={x.usage} flush>
          <DataTable label={x.linesLabel} columns={withProject(lineColumns(currency))} rows={lines} rowKey={rowKey} onOpen={setLine} />
        </Panel>
      )}
      {charges.length > 0 ? <Panel title={x.charges} flush><DataTable label={x.charges} columns={withProject(chargeColumns)} rows={charges} rowKey={rowKey} /></Panel> : null}
      {adjustments.length > 0 ? <Panel title={x.adjustments} note={x.adjustmentsNote} flush><DataTable label={x.adjustments} columns={withProject(adjustmentColumns)} rows={adjustments} rowKey={rowKey} /></Panel> : null}
      <LineUsage project={line?.project ?? ''} month={statement.month} line={line?.index} currency={currency} onClose={() => setLine(undefined)} title={line ? `${line.project}: ${lineName(line)}` : ''} />
    </>
  );
}

const partColumns: Column<Statement>[] = [
  { id: 'project', header: x.project, width: 200, grow: true, cell: (part) => <Link className="plain" to="/statements" search={{ project: part.project, month: part.month }}>{part.project}</Link> },
  { id: 'number', header: x.number, width: 110, cell: (part) => part.number ?? <span className="quiet">{NOTHING}</span> },
  { id: 'department', header: t.money.billing.department, width: 150, cell: (part) => part.department },
  { id: 'billing', header: t.money.billing.field, width: 116, cell: (part) => <span title={t.money.billing.means[part.billing]}>{t.money.billing.modes[part.billing]}</span> },
  { id: 'hours', header: x.hours, width: 140, number: true, cell: (part) => exactHours(part.gpuHours) },
  { id: 'total', header: x.total, width: 130, number: true, cell: (part) => (part.total ? money(part.total) : NOTHING) },
];
