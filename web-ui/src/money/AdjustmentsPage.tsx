import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { adjustmentPath, adjustmentsQuery, newKey } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Adjustment } from '~/api/types';
import { may } from '~/app/nav';
import { useWished } from '~/app/wishes';
import { useScope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions } from '~/ui/FormActions';
import { money, month as monthText, words } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { Ago, useHomeDay } from '~/ui/time';
import { faultsOf } from '~/work/submit/Faults';
import { DisputesPanel } from './DisputesPanel';
import { monthsUntil } from './period';

const x = t.money.adjustments;
const TONES: Record<string, 'good' | 'warn' | 'calm'> = { REQUESTED: 'warn', APPROVED: 'good', REJECTED: 'calm' };

/** Credits and corrections: one person asks, another decides. */
export function AdjustmentsPage() {
  const { data: me } = useQuery(meQuery);
  const query = useQuery(adjustmentsQuery);
  const scope = useScope();
  const [asking, dialog] = useDisclosure(false);
  useWished('adjustment', dialog.open);
  const writer = me !== undefined && may(me, 'adjustment.write');
  return (
    <Page title={x.title} lead={x.lead} actions={writer ? <Button onClick={dialog.open}>{x.ask}</Button> : null}>
      <Loaded query={query}>
        {(all) => {
          const rows = all.filter((each) => !scope || scope.projects.includes(each.project));
          return rows.length === 0 ? <Panel title={x.panel}><Empty title={x.none} detail={x.noneDetail} /></Panel> : (
            <Panel title={x.panel} note={t.table.rows(rows.length)} flush>
              <DataTable label={x.panel} columns={columns(writer ? me.login : undefined)} rows={rows} rowKey={(each) => each.id} />
            </Panel>
          );
        }}
      </Loaded>
      <DisputesPanel login={writer ? me.login : undefined} />
      <Modal opened={asking} onClose={dialog.close} title={x.ask} closeButtonProps={{ 'aria-label': t.common.close }}>
        <Ask projects={me?.projects ?? []} onDone={dialog.close} />
      </Modal>
    </Page>
  );
}

/** With buttons for a person who may decide; what they asked for themselves they may only take back. */
function columns(login: string | undefined): Column<Adjustment>[] {
  const list: Column<Adjustment>[] = [
    { id: 'project', header: x.project, width: 140, cell: (each) => <b style={{ fontWeight: 500 }}>{each.project}</b> },
    { id: 'status', header: x.status, width: 108, narrow: 'head', cell: (each) => <Flag tone={TONES[each.status] ?? 'calm'}>{each.status === 'REJECTED' && each.decidedBy === each.requestedBy ? x.takenBack : x.statuses[each.status] ?? words(each.status)}</Flag> },
    { id: 'amount', header: x.amount, width: 92, number: true, cell: (each) => money(each.amount) },
    { id: 'code', header: x.code, width: 108, cell: (each) => words(each.reasonCode) },
    { id: 'why', header: x.explanation, width: 190, grow: true, cell: (each) => <span title={each.explanation}>{each.explanation}</span> },
    { id: 'by', header: x.by, width: 104, cell: (each) => each.requestedBy },
    { id: 'at', header: x.at, width: 80, number: true, cell: (each) => <Ago at={each.requestedAt} /> },
    { id: 'decided', header: x.decidedBy, width: 104, cell: (each) => each.decidedBy || <span className="quiet">–</span> },
  ];
  if (login !== undefined) {
    list.push({
      id: 'decide', header: '', width: 150,
      cell: (each) => each.status !== 'REQUESTED' ? null : <Decide adjustment={each} own={each.requestedBy === login} />,
    });
  }
  return list;
}

function Decide({ adjustment, own }: { adjustment: Adjustment; own: boolean }) {
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: 'APPROVE' | 'REJECT') => send('POST', `${adjustmentPath(adjustment.id)}/decision`, { body: { decision }, idempotencyKey: newKey() }),
    onSuccess: () => notifications.show({ message: x.decided }),
    onError: (cause) => notifications.show({ color: 'red', title: t.problem.title, message: cause.message }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['adjustments'] }),
  });
  const button = (decision: 'APPROVE' | 'REJECT', text: string) => (
    <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${text} ${adjustment.id}`} loading={decide.isPending && decide.variables === decision} onClick={() => decide.mutate(decision)}>{text}</Button>
  );
  return own ? <span title={x.notOwn}>{button('REJECT', x.takeBack)}</span> : <>{button('APPROVE', x.approve)}{button('REJECT', x.reject)}</>;
}

const CODES = ['GOODWILL', 'RATE_ERROR', 'PLATFORM_FAULT', 'METERING_ERROR', 'DISPUTE', 'OTHER'];

function Ask({ projects, onDone }: { projects: string[]; onDone: () => void }) {
  const client = useQueryClient();
  const [project, setProject] = useState<string | null>(null);
  const [amount, setAmount] = useState('');
  const [reasonCode, setCode] = useState('GOODWILL');
  const [explanation, setExplanation] = useState('');
  const [month, setMonth] = useState('');
  const past = monthsUntil(useHomeDay()).slice(1);
  const ask = useMutation({
    mutationFn: () => send('POST', '/adjustments', { body: { project, amount, reasonCode, explanation, ...(month ? { month } : {}) }, idempotencyKey: newKey() }),
    onSuccess: () => {
      notifications.show({ message: x.asked });
      void client.invalidateQueries({ queryKey: ['adjustments'] });
      onDone();
    },
  });
  const faults = ask.error instanceof ProblemError ? faultsOf(ask.error.problem) : new Map<string, string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    ask.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.askDetail}</p>
      <Select label={x.project} aria-required searchable data={projects} value={project} error={faults.get('/project')} onChange={setProject} />
      <TextInput label={x.amount} aria-required description={x.amountHint} inputMode="decimal" value={amount} error={faults.get('/amount')} onChange={(event) => setAmount(event.currentTarget.value.trim())} />
      <Select label={x.code} data={CODES.map((value) => ({ value, label: words(value) }))} value={reasonCode} error={faults.get('/reasonCode')} onChange={(value) => setCode(value ?? reasonCode)} />
      <Textarea label={x.explanation} aria-required value={explanation} maxLength={1000} autosize minRows={2} error={faults.get('/explanation')} onChange={(event) => setExplanation(event.currentTarget.value)} />
      <Select label={x.month} description={x.monthHint} value={month} error={faults.get('/month')} onChange={(value) => setMonth(value ?? '')}
        data={[{ value: '', label: x.monthOwn }, ...past.map((value) => ({ value, label: monthText(value) }))]} />
      {ask.error && faults.size === 0 ? <p role="alert" style={{ color: 'var(--bad)' }}>{ask.error.message}</p> : null}
      <FormActions submit={x.ask} busy={ask.isPending} disabled={!project || !amount || !explanation.trim()} onCancel={onDone} />
    </form>
  );
}
