import { Button, Modal, Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { billingQuery, type BillingMode, type DepartmentBilling } from '~/api/charges';
import { ProblemError, send } from '~/api/http';
import { newKey } from '~/api/queries';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions, Refusal } from '~/ui/FormActions';
import { month as monthText, NOTHING } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { useHomeDay } from '~/ui/time';
import { faultsOf } from '~/work/submit/Faults';
import { monthAfter } from './period';

const x = t.money.billing;
const MODES: BillingMode[] = ['SHOW_BACK', 'CHARGE_BACK'];
const MONTHS_AHEAD = 12;

/** Which departments are shown their cost, and which are charged it, from which month on. */
export function BillingPanel({ may }: { may: boolean }) {
  const query = useQuery(billingQuery);
  const [chosen, choose] = useState<DepartmentBilling | undefined>();
  return (
    <>
      <Loaded query={query} lines={3}>
        {(rows) => rows.length === 0 ? null : (
          <Panel title={x.title} note={x.note} flush>
            <DataTable label={x.title} columns={columns(may ? choose : undefined)} rows={rows} rowKey={(each) => each.department} />
          </Panel>
        )}
      </Loaded>
      <Modal opened={chosen !== undefined} onClose={() => choose(undefined)} title={chosen ? x.ask(chosen.department) : ''} closeButtonProps={{ 'aria-label': t.common.close }}>
        {chosen ? <Form of={chosen} onDone={() => choose(undefined)} /> : null}
      </Modal>
    </>
  );
}

function columns(choose: ((each: DepartmentBilling) => void) | undefined): Column<DepartmentBilling>[] {
  const list: Column<DepartmentBilling>[] = [
    { id: 'department', header: x.department, width: 150, cell: (each) => <b style={{ fontWeight: 500 }}>{each.department}</b> },
    {
      id: 'mode', header: x.mode, width: 230,
      cell: (each) => <><Flag tone={each.mode === 'CHARGE_BACK' ? 'good' : 'info'}>{x.modes[each.mode]}</Flag> <span className="soft">{x.means[each.mode]}</span></>,
    },
    { id: 'since', header: x.since, width: 190, cell: (each) => sinceOf(each) },
    { id: 'reason', header: x.reason, width: 200, grow: true, cell: (each) => <span title={each.decisions[0]?.reason}>{each.decisions[0]?.reason ?? NOTHING}</span> },
    { id: 'author', header: x.author, width: 130, cell: (each) => each.decisions[0]?.author ?? NOTHING },
  ];
  if (choose) list.push({ id: 'act', header: '', width: 100, cell: (each) => <Button variant="default" size="compact-sm" onClick={() => choose(each)}>{x.change}</Button> });
  return list;
}

/** Since when its mode holds, or what holds next. */
function sinceOf(each: DepartmentBilling): string {
  const last = each.decisions[0];
  if (!last) return x.always;
  return last.mode === each.mode ? monthText(last.since) : x.next(x.modes[last.mode], monthText(last.since));
}

function Form({ of, onDone }: { of: DepartmentBilling; onDone: () => void }) {
  const client = useQueryClient();
  const today = useHomeDay();
  const months = [today.slice(0, 7)];
  for (let i = 0; i < MONTHS_AHEAD; i++) months.push(monthAfter(months.at(-1) ?? today));
  const [draft, setDraft] = useState({ mode: MODES.find((each) => each !== of.mode) ?? of.mode, since: months[1] ?? '', reason: '' });
  const decide = useMutation({
    mutationFn: () => send('POST', `/billing/${encodeURIComponent(of.department)}/decisions`, { body: draft, idempotencyKey: newKey() }),
    onSuccess: () => {
      notifications.show({ message: x.saved });
      for (const key of ['billing', 'statements', 'statement']) void client.invalidateQueries({ queryKey: [key] });
      onDone();
    },
  });
  const faults = decide.error instanceof ProblemError ? faultsOf(decide.error.problem) : new Map<string, string>();
  const set = (change: Partial<typeof draft>) => { setDraft({ ...draft, ...change }); decide.reset(); };
  function submit(event: FormEvent) {
    event.preventDefault();
    decide.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.detail}</p>
      <Select label={x.mode} value={draft.mode} error={faults.get('/mode')} onChange={(mode) => set({ mode: (mode ?? draft.mode) as BillingMode })}
        data={MODES.map((value) => ({ value, label: `${x.modes[value]}: ${x.means[value]}` }))} />
      <Select label={x.from} value={draft.since} error={faults.get('/since')} onChange={(since) => set({ since: since ?? draft.since })}
        data={months.map((value) => ({ value, label: monthText(value) }))} />
      <TextInput label={x.reason} required value={draft.reason} error={faults.get('/reason')} onChange={(event) => set({ reason: event.currentTarget.value })} />
      <Refusal cause={decide.error} faults={faults} fields={['/mode', '/since', '/reason']} />
      <FormActions submit={x.save} busy={decide.isPending} onCancel={onDone} />
    </form>
  );
}
