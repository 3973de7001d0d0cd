import { Button, Menu, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { BASE, queryString } from '~/api/http';
import { statementQuery, statementsQuery, usageQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Statement, UsageRow } from '~/api/types';
import { may } from '~/app/nav';
import { useScope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { exact, exactHours, hours, money, month, NOTHING, price, words } from '~/ui/format';
import { Facts, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { CloseMonth } from './CloseMonth';
import { sum, sumMoney } from './decimal';
import { LineUsage } from './LineUsage';

const x = t.money.statements;

/** This month and the eleven before it, newest first, as `2026-11`. */
export function months(now: Date): string[] {
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7));
}

const StatusFlag = ({ status }: { status: string }) => (
  <Flag tone={status === 'OPEN' ? 'info' : 'good'}>{x.status_[status] ?? words(status)}</Flag>
);

export function StatementsPage() {
  const search = useSearch({ from: '/inside/statements' });
  const navigate = useNavigate({ from: '/statements' });
  const { data: me } = useQuery(meQuery);
  const list = useMemo(() => months(new Date()), []);
  const chosen = search.month ?? list[0] ?? '';
  const closable = me !== undefined && may(me, 'period.close') && !search.project && chosen < (list[0] ?? '');
  const set = (change: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...change }) });
  return (
    <Page
      title={search.project ? x.of(search.project, month(chosen)) : x.title}
      lead={search.project ? <Link to="/statements" search={{ month: search.month }}>{x.back}</Link> : x.lead}
      actions={
        <>
          {closable ? <CloseMonth month={chosen} /> : null}
          <Download month={chosen} />
          <Select aria-label={x.month} w={170} value={chosen} onChange={(value) => set({ month: value ?? undefined })}
            data={[...new Set([chosen, ...list])].map((value) => ({ value, label: month(value) }))} />
          <Select aria-label={x.project} w={200} searchable value={search.project ?? ''} onChange={(value) => set({ project: value || undefined })}
            data={[{ value: '', label: t.capacity.queue.allProjects }, ...(me?.projects ?? [])]} />
        </>
      }
    >
      {search.project ? <One project={search.project} of={chosen} /> : <All of={chosen} />}
    </Page>
  );
}

/** All statements of a month as a file; the server writes it. */
function Download({ month: of }: { month: string }) {
  const href = (file: string) => `${BASE}/exports/${file}${queryString({ month: of })}`;
  return (
    <Menu position="bottom-end" width={230} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target><Button variant="default" leftSection={<IconDownload size={14} />}>{x.download}</Button></Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={href('statements')} download={`statements-${of}.csv`}>{x.csv}</Menu.Item>
        <Menu.Item component="a" href={href('focus')} download={`focus-${of}.csv`}>{x.focus}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function All({ of }: { of: string }) {
  const scope = useScope();
  const query = useQuery(statementsQuery({ month: of }));
  const navigate = useNavigate({ from: '/statements' });
  const columns: Column<Statement>[] = [
    { id: 'project', header: x.project, width: 200, grow: true, cell: (s) => <Link className="plain" to="/statements" search={{ project: s.project, month: of }}>{s.project}</Link> },
    { id: 'status', header: x.status, width: 110, cell: (s) => <StatusFlag status={s.status} /> },
    { id: 'lines', header: x.lines, width: 80, number: true, cell: (s) => s.lines.length },
    { id: 'hours', header: x.hours, width: 130, number: true, cell: (s) => <span title={exactHours(s.gpuHours)}>{hours(s.gpuHours)}</span> },
    { id: 'unrated', header: x.unrated, unit: t.common.gpuHours, width: 130, number: true, cell: (s) => (Number(s.unratedGpuHours ?? 0) > 0 ? hours(s.unratedGpuHours) : NOTHING) },
    { id: 'total', header: x.total, width: 140, number: true, cell: (s) => money(s.total) },
  ];
  return (
    <Loaded query={query} lines={10}>
      {(all) => {
        const statements = all.filter((s) => !scope || scope.projects.includes(s.project));
        return statements.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
        <Panel flush>
          <DataTable label={x.label} columns={columns} rows={statements} rowKey={(s) => s.project}
            onOpen={(s) => void navigate({ search: { project: s.project, month: of } })}
            footer={
              <tr>
                <td colSpan={3}>{x.total}</td>
                <td data-number>{hours(sum(statements.map((s) => s.gpuHours)))}</td><td />
                <td data-number>{money(sumMoney(statements.map((s) => s.total)))}</td>
              </tr>
            } />
        </Panel>
        );
      }}
    </Loaded>
  );
}

const jobColumns: Column<UsageRow>[] = [
  { id: 'job', header: x.job, width: 260, grow: true, cell: (row) => <Link className="plain" to="/jobs/$id" params={{ id: String(row['job']) }}>{String(row['job'])}</Link> },
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
          return rows.length === 0 ? <Empty title={x.none} /> : (
            <DataTable label={x.behind} columns={jobColumns} rows={rows} rowKey={(row) => [row['job'], row['model'], row['class']].join('/')} />
          );
        }}
      </Loaded>
    </Panel>
  );
}

type Line = Statement['lines'][number];
const lineName = (line: Line | undefined): string => (line ? `${line.model}, ${words(line.class).toLowerCase()}, ${words(line.meter).toLowerCase()}` : '');

function One({ project, of }: { project: string; of: string }) {
  const [line, setLine] = useState<number | undefined>();
  const query = useQuery(statementQuery(project, of));
  return (
    <Loaded query={query} lines={10}>
      {(statement) => {
        const code = statement.total?.currency ?? 'EUR';
        const unit = (line: Line) => (typeof line.unitPrice === 'string' ? price(line.unitPrice, code) : price(line.unitPrice?.amount, line.unitPrice?.currency ?? code));
        const columns: Column<Line>[] = [
          { id: 'model', header: x.model, width: 170, grow: true, cell: (line) => <b style={{ fontWeight: 500 }}>{line.model}</b> },
          { id: 'pool', header: x.pool, width: 130, cell: (line) => line.pool },
          { id: 'class', header: x.class, width: 110, cell: (line) => words(line.class) },
          { id: 'meter', header: x.meter, width: 100, cell: (line) => words(line.meter) },
          { id: 'hours', header: x.hours, width: 140, number: true, cell: (line) => exactHours(line.gpuHours) },
          { id: 'unit', header: x.unitPrice, width: 120, number: true, cell: (line) => unit(line) },
          { id: 'amount', header: x.amount, width: 130, number: true, cell: (line) => (line.amount ? money(line.amount) : <span className="quiet">{t.common.unrated}</span>) },
        ];
        return (
          <>
            <Panel>
              <Facts facts={[
                [x.status, <StatusFlag key="s" status={statement.status} />],
                [x.from, exact(statement.from)], [x.to, exact(statement.to)],
                ...(Number(statement.unratedGpuHours ?? 0) > 0 ? [[x.unrated, x.unratedNote(hours(statement.unratedGpuHours))] as [string, string]] : []),
              ]} />
            </Panel>
            {statement.lines.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
              <Panel title={x.lines} note={x.usage} flush>
                <DataTable label={x.linesLabel} columns={columns} rows={statement.lines} onOpen={(chosen) => setLine(statement.lines.indexOf(chosen))} rowKey={(line) => [line.pool, line.model, line.class, line.meter, JSON.stringify(line.unitPrice)].join('/')}
                  footer={<tr><td colSpan={4}>{x.total}</td><td data-number>{exactHours(statement.gpuHours)}</td><td /><td data-number>{money(statement.total)}</td></tr>} />
              </Panel>
            )}
            <JobsBehind statement={statement} />
            <LineUsage project={project} month={of} line={line} currency={code} onClose={() => setLine(undefined)}
              title={line === undefined ? '' : lineName(statement.lines[line])} />
          </>
        );
      }}
    </Loaded>
  );
}
