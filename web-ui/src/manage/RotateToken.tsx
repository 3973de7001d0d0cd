import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { tokensQuery } from '~/api/queries';
import type { Token } from '~/api/types';
import { t } from '~/text';
import { FormActions, Refusal } from '~/ui/FormActions';
import { exact } from '~/ui/format';
import { faultsOf } from '~/work/submit/Faults';
import { TokenSecret } from './TokenSecret';

const x = t.manage.tokens;

/** Makes the next of a token; both are good for a while, so that nothing that uses it has a gap. */
export function RotateToken({ token }: { token: Token }) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${x.rotate} ${token.name}`} onClick={dialog.open}>{x.rotate}</Button>
      <Modal opened={opened} onClose={dialog.close} title={x.rotateAsk(token.name)} closeButtonProps={{ 'aria-label': t.common.close }}>
        <Rotation token={token} onDone={dialog.close} />
      </Modal>
    </>
  );
}

function Rotation({ token, onDone }: { token: Token; onDone: () => void }) {
  const client = useQueryClient();
  const [overlap, setOverlap] = useState('24h');
  const rotate = useMutation({
    mutationFn: async () => {
      const next = (await send<Token>('POST', `/tokens/${encodeURIComponent(token.id)}:rotate`, { body: { overlap } })).data;
      // The secret is not given again: whatever the list says, this answer is shown.
      const list = await client.fetchQuery({ ...tokensQuery, staleTime: 0 }).catch(() => []);
      return { next, until: list.find((each) => each.id === token.id)?.expiresAt };
    },
  });
  if (rotate.data) {
    const { next, until } = rotate.data;
    return <TokenSecret token={next} onDone={onDone}><p>{until ? x.oldUntil(exact(until)) : x.oldEnded}</p></TokenSecret>;
  }
  const faults = rotate.error instanceof ProblemError ? faultsOf(rotate.error.problem) : new Map<string, string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    rotate.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.rotateDetail}</p>
      <TextInput label={x.overlap} description={x.overlapHint} value={overlap} error={faults.get('/overlap')} onChange={(event) => setOverlap(event.currentTarget.value)} required withAsterisk={false} maxLength={20} />
      <Refusal cause={rotate.error} faults={faults} fields={['/overlap']} />
      <FormActions submit={x.rotate} busy={rotate.isPending} disabled={!overlap} onCancel={onDone} />
    </form>
  );
}
