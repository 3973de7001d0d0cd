import { Button, Modal, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { confirmation, ProblemError } from '~/api/http';
import { signInOptionsQuery } from '~/api/queries';
import { meQuery, sessionQuery, signIn } from '~/api/session';
import { t } from '~/text';
import { FormActions } from '~/ui/FormActions';

const x = t.session;

/** Grave changes need a recent sign-in: it is asked for here, and the change goes on by itself. */
export function StepUp() {
  const [answer, setAnswer] = useState<((done: boolean) => void) | null>(null);
  useEffect(() => {
    confirmation.ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve));
    return () => { confirmation.ask = () => Promise.resolve(false); };
  }, []);
  function close(done: boolean) {
    answer?.(done);
    setAnswer(null);
  }
  return (
    <Modal opened={answer !== null} onClose={() => close(false)} title={x.stepUp} closeButtonProps={{ 'aria-label': t.common.close }}>
      <Form onClose={close} />
    </Modal>
  );
}

function Form({ onClose }: { onClose: (done: boolean) => void }) {
  const { data: me } = useQuery(meQuery);
  const { data: options } = useQuery(signInOptionsQuery);
  const { data: session } = useQuery(sessionQuery);
  const [password, setPassword] = useState('');
  const again = useMutation({ mutationFn: () => signIn(me?.login ?? '', password), onSuccess: () => onClose(true) });
  const refused = again.error instanceof ProblemError && [401, 422].includes(again.error.status);
  function submit(event: FormEvent) {
    event.preventDefault();
    again.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.stepUpDetail}</p>
      {options?.localAccounts === false || session?.provider ? null : (
        <PasswordInput label={`${x.password}, ${me?.login ?? ''}`} data-autofocus autoComplete="current-password" value={password}
          error={refused ? x.refused : again.error?.message} onChange={(event) => setPassword(event.currentTarget.value)} />
      )}
      {(options?.providers.length ?? 0) > 0 ? (
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          <Button variant="default" component="a" href={session?.stepUp ?? '/sign-in'} target="_blank" rel="noopener">{x.stepUpElsewhere}</Button>
          <Button variant="default" onClick={() => onClose(true)}>{x.stepUpDone}</Button>
        </div>
      ) : null}
      <FormActions submit={x.goOn} busy={again.isPending} disabled={!password} onCancel={() => onClose(false)} />
    </form>
  );
}
