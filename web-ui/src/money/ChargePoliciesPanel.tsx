import { Button, Modal, NumberInput, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { chargePoliciesQuery, type ChargePolicy, IDLE, type Idle } from '~/api/charges';
import { ProblemError, send } from '~/api/http';
import { flavorsQuery, newKey } from '~/api/queries';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions, Refusal } from '~/ui/FormActions';
import { month as monthText } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { useHomeDay } from '~/ui/time';
import { faultsOf } from '~/work/submit/Faults';
import { ApprovalFlag } from './ApprovalFlag';
import { Decide } from './Decide';
import { monthAfter } from './period';

const x = t.money.policies;

/** Who bears idle GPUs and what lenders are credited, pool by pool and from a month on. */
export function ChargePoliciesPanel({ login }: { login: string | undefined }) {
  const query = useQuery(chargePoliciesQuery);
  const [proposing, dialog] = useDisclosure(false);
  return (
    <>
      <Loaded query={query} lines={3}>
        {(rows) => (
          <Panel title={x.title} note={x.note} flush={rows.length > 0}
            actions={login === undefined ? null : <Button variant="default" size="compact-sm" onClick={dialog.open}>{x.propose}</Button>}>
            {rows.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
              <DataTable label={x.title} columns={columns(login)} rows={[...rows].reverse()} rowKey={(each) => each.id} />
            )}
          </Panel>
        )}
      </Loaded>
      <Modal opened={proposing} onClose={dialog.close} title={x.propose} closeButtonProps={{ 'aria-label': t.common.close }}>
        <Form onDone={dialog.close} />
      </Modal>
    </>
  );
}

const poolOf = (pool: string): string => (pool === '*' ? x.allPools : pool);

function columns(login: string | undefined): Column<ChargePolicy>[] {
  const list: Column<ChargePolicy>[] = [
    { id: 'pool', header: x.pool, width: 120, cell: (each) => <b style={{ fontWeight: 500 }}>{poolOf(each.pool)}</b> },
    { id: 'status', header: t.money.commitments.state, width: 108, narrow: 'head', cell: (each) => <ApprovalFlag status={each.status} /> },
    { id: 'since', header: x.since, width: 130, cell: (each) => monthText(each.since) },
    { id: 'idle', header: x.idle, width: 200, grow: true, cell: (each) => x.policy[each.idle] },
    { id: 'percent', header: x.lenders, unit: '%', width: 130, number: true, cell: (each) => each.lenderPercent },
    { id: 'author', header: t.money.commitments.author, width: 110, cell: (each) => <span title={each.decidedBy ? t.money.commitments.decidedBy(each.decidedBy) : undefined}>{each.author}</span> },
  ];
  if (login !== undefined) {
    list.push({
      id: 'act', header: '', width: 170,
      cell: (each) => each.status !== 'PROPOSED' ? null
        : <Decide path={`/charge-policies/${encodeURIComponent(each.id)}/decision`} name={each.id} refresh={['charge-policies']} own={each.author === login} />,
    });
  }
  return list;
}

const MONTHS_AHEAD = 12;

function Form({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const { data: flavors } = useQuery(flavorsQuery);
  const today = useHomeDay();
  const months = [today.slice(0, 7)];
  for (let i = 0; i < MONTHS_AHEAD; i++) months.push(monthAfter(months.at(-1) ?? today));
  const [draft, setDraft] = useState({ pool: '*', since: months[1] ?? '', idle: 'PLATFORM_ABSORBS' as Idle, lenderPercent: 0 });
  const propose = useMutation({
    mutationFn: () => send('POST', '/charge-policies', { body: draft, idempotencyKey: newKey() }),
    onSuccess: () => {
      notifications.show({ message: t.money.decide.proposed });
      void client.invalidateQueries({ queryKey: ['charge-policies'] });
      onDone();
    },
  });
  const faults = propose.error instanceof ProblemError ? faultsOf(propose.error.problem) : new Map<string, string>();
  const set = (change: Partial<typeof draft>) => { setDraft({ ...draft, ...change }); propose.reset(); };
  function submit(event: FormEvent) {
    event.preventDefault();
    propose.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.detail}</p>
      <Select label={x.pool} value={draft.pool} error={faults.get('/pool')} onChange={(pool) => set({ pool: pool ?? '*' })}
        data={['*', ...(flavors?.map((each) => each.name) ?? [])].map((value) => ({ value, label: poolOf(value) }))} />
      <Select label={x.since} value={draft.since} error={faults.get('/since')} onChange={(since) => set({ since: since ?? draft.since })}
        data={months.map((value) => ({ value, label: monthText(value) }))} />
      <Select label={x.idle} value={draft.idle} error={faults.get('/idle')} onChange={(idle) => set({ idle: (idle ?? draft.idle) as Idle })}
        data={IDLE.map((value) => ({ value, label: x.policy[value] }))} />
      <NumberInput label={`${x.lenders} (%)`} description={x.lendersHint} min={0} max={100} allowDecimal={false} value={draft.lenderPercent}
        error={faults.get('/lenderPercent')} onChange={(value) => set({ lenderPercent: Number(value) || 0 })} />
      <Refusal cause={propose.error} faults={faults} fields={['/pool', '/since', '/idle', '/lenderPercent']} />
      <FormActions submit={x.propose} busy={propose.isPending} onCancel={onDone} />
    </form>
  );
}
