import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { periodQuery } from '~/api/charges';
import { ProblemError } from '~/api/http';
import { closePeriod } from '~/api/queries';
import { t } from '~/text';
import { month as monthText } from '~/ui/format';

const x = t.money.closing;

/** Closing cannot be undone, so the month is typed to confirm. */
export function CloseMonth({ month }: { month: string }) {
  const [opened, dialog] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const { data: states } = useQuery(periodQuery(month));
  const close = useMutation({
    mutationFn: () => closePeriod(month),
    onSuccess: ({ data }) => {
      notifications.show({ message: x.done(monthText(month), data.statements.length) });
      void client.invalidateQueries({ queryKey: ['statements'] });
      void client.invalidateQueries({ queryKey: ['statement'] });
      void client.invalidateQueries({ queryKey: ['period'] });
      dialog.close();
    },
  });
  const told = close.error instanceof ProblemError
    ? (close.error.problem.errors?.map((each) => each.detail).join(' ') || close.error.message) : close.error?.message;
  if (states?.every((each) => each.status === 'CLOSED')) return null;
  return (
    <>
      <Button variant="default" onClick={() => { setTyped(''); close.reset(); dialog.open(); }}>{x.close}</Button>
      <Modal opened={opened} onClose={dialog.close} title={x.ask(monthText(month))} closeButtonProps={{ 'aria-label': t.common.close }}>
        <form onSubmit={(event) => { event.preventDefault(); if (typed === month) close.mutate(); }}>
          <p className="soft">{x.detail}</p>
          <label style={{ display: 'block', margin: '12px 0 4px', fontWeight: 500 }} htmlFor="close-month">{x.confirm(month)}</label>
          <input id="close-month" data-autofocus value={typed} autoComplete="off" onChange={(event) => setTyped(event.currentTarget.value)}
            style={{ font: 'inherit', padding: '7px 10px', width: '100%', boxSizing: 'border-box', border: '1px solid var(--edge)', borderRadius: 7, background: 'var(--panel)', color: 'var(--ink)' }} />
          {told ? <p role="alert" style={{ color: 'var(--bad)', marginTop: 8 }}>{told}</p> : null}
          <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end', marginTop: 18 }}>
            <Button variant="default" onClick={dialog.close}>{t.common.cancel}</Button>
            <Button type="submit" color="red" disabled={typed !== month} loading={close.isPending}>{x.close}</Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
