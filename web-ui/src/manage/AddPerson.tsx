import { Modal, PasswordInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { t } from '~/text';
import { FormActions, Refusal } from '~/ui/FormActions';
import { faultsOf } from '~/work/submit/Faults';

const x = t.manage.people.add;
const FIELDS = ['/login', '/displayName', '/password'];
const LEAST = 12;

/** An account of this product, for sites without a provider of identities and for pipelines. What it may do is granted apart. */
export function AddPerson({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={x.title} closeButtonProps={{ 'aria-label': t.common.close }}>
      {opened ? <Form onDone={onClose} /> : null}
    </Modal>
  );
}

function Form({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [login, setLogin] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: () => send('PUT', `/users/${encodeURIComponent(login)}`, { body: { displayName, password }, create: true }),
    onSuccess: () => {
      notifications.show({ message: x.done(displayName) });
      void client.invalidateQueries({ queryKey: ['users'] });
      onDone();
    },
  });
  const taken = add.error instanceof ProblemError && add.error.status === 412;
  const faults = taken ? new Map([['/login', x.taken(login)]]) : add.error instanceof ProblemError ? faultsOf(add.error.problem) : new Map<string, string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    add.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.lead}</p>
      <Refusal cause={add.error} faults={faults} fields={FIELDS} />
      <TextInput label={x.login} aria-required description={x.loginHint} value={login} maxLength={63} autoComplete="off" data-autofocus error={faults.get('/login')} onChange={(event) => setLogin(event.currentTarget.value.trim())} />
      <TextInput label={x.name} aria-required value={displayName} maxLength={255} autoComplete="off" error={faults.get('/displayName')} onChange={(event) => setDisplayName(event.currentTarget.value)} />
      <PasswordInput label={x.password} aria-required description={x.passwordHint(LEAST)} value={password} autoComplete="new-password" error={faults.get('/password')} onChange={(event) => setPassword(event.currentTarget.value)} />
      <FormActions submit={x.title} busy={add.isPending} disabled={!login || !displayName || password.length < LEAST} onCancel={onDone} />
    </form>
  );
}
