import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import { t } from '~/text';

interface AskProps {
  button: string;
  /** Tells one button from its like in other rows. */
  name: string;
  title: string;
  detail: string;
  act: UseMutationResult<unknown, Error, void>;
}

/** A button that asks before it acts, and stays open when the act is refused. */
export function Ask({ button, name, title, detail, act }: AskProps) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="subtle" size="compact-xs" color="gray" aria-label={name} onClick={dialog.open}>{button}</Button>
      <Modal opened={opened} onClose={dialog.close} title={title} closeButtonProps={{ 'aria-label': t.common.close }}>
        <p className="soft">{detail}</p>
        {act.error ? <p role="alert" style={{ color: 'var(--bad)' }}>{act.error.message}</p> : null}
        <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end', marginTop: 18 }}>
          <Button variant="default" onClick={dialog.close}>{t.common.cancel}</Button>
          <Button color="red" loading={act.isPending} onClick={() => act.mutate(undefined, { onSuccess: dialog.close })}>{button}</Button>
        </div>
      </Modal>
    </>
  );
}
