import { Button, FileButton, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemError, send } from '~/api/http';
import { newKey, rateCardPath } from '~/api/queries';
import type { RateCard } from '~/api/types';
import { t } from '~/text';

const x = t.money.proposals;

/** A whole card from a CSV file, as a proposal; what is wrong with the file is said by row and column. */
export function ImportRates({ card }: { card: RateCard }) {
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: (file: File) => send('POST', `${rateCardPath(card.name)}/proposals/csv`, {
      query: { currency: card.currency }, body: new Blob([file], { type: 'text/csv' }), ifMatch: `"${card.version ?? 0}"`, idempotencyKey: newKey(),
    }),
    onSuccess: () => {
      notifications.show({ message: x.proposed });
      void client.invalidateQueries({ queryKey: ['rate-card-proposals'] });
    },
  });
  const problem = read.error instanceof ProblemError ? read.error.problem : undefined;
  const faults = problem?.errors ?? [];
  return (
    <>
      <FileButton accept=".csv,text/csv" onChange={(file) => { if (file) read.mutate(file); }}>
        {(props) => <Button {...props} variant="default" loading={read.isPending}>{x.fromFile}</Button>}
      </FileButton>
      <Modal opened={read.error !== null} onClose={read.reset} title={x.notRead} closeButtonProps={{ 'aria-label': t.common.close }} size="lg">
        {faults.length === 0 ? <p role="alert">{read.error?.message}</p> : (
          <ul role="alert" style={{ margin: 0, paddingLeft: 18, display: 'grid', gap: 6 }}>
            {faults.map((fault, at) => <li key={at} className="wrap-any"><code>{fault.pointer}</code> {fault.detail}{typeof fault.value === 'string' && fault.value ? <span className="quiet"> {fault.value}</span> : null}</li>)}
          </ul>
        )}
      </Modal>
    </>
  );
}
