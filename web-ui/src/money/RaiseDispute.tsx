import { Button, Modal, Select, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { newKey } from '~/api/queries';
import { t } from '~/text';
import { FormActions, Refusal } from '~/ui/FormActions';
import { words } from '~/ui/format';
import { faultsOf } from '~/work/submit/Faults';

const x = t.money.disputes;
const CODES = ['WRONG_CLASS', 'WRONG_PRICE', 'WRONG_PROJECT', 'NOT_USED', 'PLATFORM_FAULT', 'OTHER'];
const FIELDS = ['/reasonCode', '/explanation'];

/** Objects to an issued statement; anybody who may read it can. */
export function RaiseDispute({ statement }: { statement: string }) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>{x.raise}</Button>
      <Modal opened={opened} onClose={dialog.close} title={x.raiseTitle(statement)} closeButtonProps={{ 'aria-label': t.common.close }}>
        <Form statement={statement} onDone={dialog.close} />
      </Modal>
    </>
  );
}

function Form({ statement, onDone }: { statement: string; onDone: () => void }) {
  const client = useQueryClient();
  const [reasonCode, setCode] = useState('WRONG_CLASS');
  const [explanation, setExplanation] = useState('');
  const raise = useMutation({
    mutationFn: () => send('POST', '/disputes', { body: { statement, reasonCode, explanation }, idempotencyKey: newKey() }),
    onSuccess: () => {
      notifications.show({ message: x.raised(statement) });
      void client.invalidateQueries({ queryKey: ['disputes'] });
      onDone();
    },
  });
  const faults = raise.error instanceof ProblemError ? faultsOf(raise.error.problem) : new Map<string, string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    raise.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.raiseDetail}</p>
      <Select label={x.code} data={CODES.map((value) => ({ value, label: words(value) }))} value={reasonCode} error={faults.get('/reasonCode')} onChange={(value) => setCode(value ?? reasonCode)} />
      <Textarea label={x.explanation} aria-required data-autofocus value={explanation} maxLength={1000} autosize minRows={3} error={faults.get('/explanation')} onChange={(event) => setExplanation(event.currentTarget.value)} />
      <Refusal cause={raise.error} faults={faults} fields={FIELDS} />
      <FormActions submit={x.raise} busy={raise.isPending} disabled={!explanation.trim()} onCancel={onDone} />
    </form>
  );
}
