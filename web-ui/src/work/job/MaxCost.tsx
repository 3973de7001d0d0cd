import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type MaxCost as Limit, maxCostPath, maxCostQuery } from '~/api/charges';
import { ProblemError, send } from '~/api/http';
import { meQuery } from '~/api/session';
import { ENDED, type Job } from '~/api/types';
import { may } from '~/app/nav';
import { t } from '~/text';
import { FormActions, Refusal } from '~/ui/FormActions';
import { money, NOTHING, percent } from '~/ui/format';
import { faultsOf } from '../submit/Faults';

const x = t.money.maxCost;

/** The most that the job may cost, how much of it is used, and the way to change it while the job lives. */
export function MaxCost({ job }: { job: Job }) {
  const { data: limit } = useQuery(maxCostQuery(job.id));
  const { data: me } = useQuery(meQuery);
  const [opened, dialog] = useDisclosure(false);
  if (limit === undefined) return <>{NOTHING}</>;
  const changeable = me !== undefined && may(me, 'job.cancel') && !ENDED.has(job.phase);
  return (
    <span data-max-cost>
      {limit ? <>{money(limit.amount)} <span className="quiet small">{x.of(percent(Number(job.cost?.amount?.amount ?? 0), Number(limit.amount.amount)))}{limit.stoppedAt ? `, ${x.stopped}` : ''}</span></> : x.none}
      {changeable ? <> <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${limit ? x.change : x.set}: ${x.label}`} onClick={dialog.open}>{limit ? x.change : x.set}</Button></> : null}
      <Modal opened={opened} onClose={dialog.close} title={x.title(job.name)} closeButtonProps={{ 'aria-label': t.common.close }}>
        <Form job={job} limit={limit} onDone={dialog.close} />
      </Modal>
    </span>
  );
}

function Form({ job, limit, onDone }: { job: Job; limit: Limit | null; onDone: () => void }) {
  const client = useQueryClient();
  const currency = limit?.amount.currency ?? job.cost?.amount?.currency ?? 'EUR';
  const [amount, setAmount] = useState(limit?.amount.amount ?? '');
  const save = useMutation({
    mutationFn: (wanted: string | null) => (wanted === null
      ? send('DELETE', maxCostPath(job.id)) : send('PUT', maxCostPath(job.id), { body: { amount: { amount: wanted, currency } } })),
    onSuccess: (_, wanted) => {
      notifications.show({ message: wanted === null ? x.removed : x.saved });
      void client.invalidateQueries({ queryKey: ['job', job.id, 'max-cost'] });
      onDone();
    },
  });
  const faults = save.error instanceof ProblemError ? faultsOf(save.error.problem) : new Map<string, string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(amount);
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.detail}</p>
      <TextInput label={x.amount(currency)} inputMode="decimal" data-autofocus value={amount} error={faults.get('/amount/amount') ?? faults.get('/amount')}
        onChange={(event) => { setAmount(event.currentTarget.value.trim()); save.reset(); }} />
      <Refusal cause={save.error} faults={faults} fields={['/amount', '/amount/amount']} />
      <FormActions submit={t.common.save} busy={save.isPending} disabled={!amount} onCancel={onDone} />
      {limit ? <Button variant="subtle" color="gray" style={{ justifySelf: 'end' }} onClick={() => save.mutate(null)}>{x.remove}</Button> : null}
    </form>
  );
}
