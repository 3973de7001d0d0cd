import { Button, Menu, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconDownload } from '@tabler/icons-react';
import { BASE, queryString } from '~/api/http';
import { statementQuery, statementsQuery, statementTotalsQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Statement } from '~/api/types';
import { may } from '~/app/nav';
import { projectsOf, useScope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { exactHours, hours, money, month, NOTHING } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { useHomeDay } from '~/ui/time';
import { BillingPanel } from './BillingPanel';
import { CloseGuide } from './CloseGuide';
import { CostCenters, OneCostCenter, PrintCenter } from './CostCenters';
import { OneStatement } from './OneStatement';
import { monthsUntil } from './period';
import { RaiseDispute } from './RaiseDispute';
import { StatementFlag } from './StatementFlag';

const x = t.money.statements;

export function StatementsPage() {
  const search = useSearch({ from: '/inside/statements' });
  const navigate = useNavigate({ from: '/statements' });
  const { data: me } = useQuery(meQuery);
  const list = monthsUntil(useHomeDay());
  const chosen = search.month ?? list[0] ?? '';
  const one = search.project ?? search.center;
  const closable = me !== undefined && may(me, 'period.close') && !one && chosen < (list[0] ?? '');
  const last = list[1] ?? '';
  const { data: shown } = useQuery({ ...statementsQuery({ month: chosen }), enabled: !one });
  const waits = me !== undefined && may(me, 'period.close') && !one && chosen === list[0] && !shown?.every((statement) => statement.status === 'CLOSED');
  const set = (change: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...change }) });
  return (
    <Page
      title={search.project ? x.of(search.project, month(chosen)) : search.center ? x.ofCenter(search.center, month(chosen)) : x.title}
      lead={one ? <Link to="/statements" search={{ month: search.month }}>{x.back}</Link> : x.lead}
      actions={
          <>
          {search.center && !search.project ? <PrintCenter center={search.center} number={search.number} month={chosen} /> : null}
          {search.project ? <Dispute project={search.project} month={chosen} /> : null}
          {search.project ? <Button variant="default" component="a" href={`${BASE}/statements/${encodeURIComponent(search.project)}/${chosen}/pdf`} download={`${search.project}-${chosen}.pdf`}>{x.pdf}</Button> : null}
          <Download month={chosen} center={search.center} />
          <Select aria-label={x.month} w={170} value={chosen} onChange={(value) => set({ month: value ?? undefined, number: undefined })}
            data={[...new Set([chosen, ...list])].map((value) => ({ value, label: month(value) }))} />
          <Select aria-label={x.project} w={200} searchable value={search.project ?? ''} onChange={(value) => set({ project: value || undefined, center: undefined, number: undefined })}
            data={[{ value: '', label: t.capacity.queue.allProjects }, ...(me?.projects ?? [])]} />
        </>
      }
    >
      {search.project ? <OneStatement project={search.project} month={chosen} /> : search.center ? <OneCostCenter center={search.center} number={search.number} month={chosen} /> : (
          <>
          {waits ? <p className="soft">{x.closes(month(chosen))} <Link className="inline" to="/statements" search={{ month: last }}>{x.toLast(month(last))}</Link></p> : null}
          {closable ? <CloseGuide month={chosen} /> : null}
          <All of={chosen} />
          <BillingPanel may={me !== undefined && may(me, 'period.close')} />
        </>
      )}
    </Page>
  );
}

/** Only an issued statement has a number that can be objected to. */
function Dispute({ project, month: of }: { project: string; month: string }) {
  const { data } = useQuery(statementQuery(project, of));
  return data?.number ? <RaiseDispute statement={data.number} /> : null;
}

const FOCUS = ['1.2', '1.4'];

/** All statements of a month, or those of a cost centre, as a file; the server writes it. */
function Download({ month: of, center }: { month: string; center: string | undefined }) {
  const href = (file: string, version?: string) => `${BASE}/exports/${file}${queryString({ month: of, version, costCenter: center })}`;
  return (
    <Menu position="bottom-end" width={230} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target><Button variant="default" leftSection={<IconDownload size={14} />}>{x.download}</Button></Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={href('statements')} download={`statements-${of}.csv`}>{x.csv}</Menu.Item>
        {FOCUS.map((version) => <Menu.Item key={version} component="a" href={href('focus', version)} download={`focus-${version}-${of}.csv`}>{x.focus(version)}</Menu.Item>)}
      </Menu.Dropdown>
    </Menu>
  );
}

function All({ of }: { of: string }) {
  const scope = useScope();
  const query = useQuery(statementsQuery({ month: of }));
  const totals = useQuery(statementTotalsQuery(of, projectsOf(scope)));
  const navigate = useNavigate({ from: '/statements' });
  const columns: Column<Statement>[] = [
    { id: 'project', header: x.project, width: 200, grow: true, cell: (s) => <Link className="plain" to="/statements" search={{ project: s.project, month: of }}>{s.project}</Link> },
    { id: 'status', header: x.status, width: 110, narrow: 'head', cell: (s) => <StatementFlag status={s.status} /> },
    { id: 'billing', header: t.money.billing.field, width: 116, cell: (s) => <span title={t.money.billing.means[s.billing]}>{t.money.billing.modes[s.billing]}</span> },
    { id: 'number', header: x.number, width: 120, cell: (s) => s.number ?? <span className="quiet">{NOTHING}</span> },
    { id: 'hours', header: x.hours, width: 130, number: true, cell: (s) => <span title={exactHours(s.gpuHours)}>{hours(s.gpuHours)}</span> },
    { id: 'unrated', header: x.unrated, unit: t.common.gpuHours, width: 130, number: true, cell: (s) => (Number(s.unratedGpuHours ?? 0) > 0 ? hours(s.unratedGpuHours) : NOTHING) },
    { id: 'total', header: x.total, width: 140, number: true, cell: (s) => money(s.total) },
  ];
  return (
    <Loaded query={query} lines={10}>
      {(all) => {
        const statements = all.filter((s) => !scope || scope.projects.includes(s.project));
        return statements.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <>
        <CostCenters of={of} />
        <Panel title={x.byProject} flush>
          <DataTable label={x.label} columns={columns} rows={statements} rowKey={(s) => s.project}
            onOpen={(s) => void navigate({ search: { project: s.project, month: of } })}
            totals={{ project: x.total, hours: hours(totals.data?.gpuHours), total: money(totals.data?.total) }} />
        </Panel>
        </>
        );
      }}
    </Loaded>
  );
}
