import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '~/api/http';
import { newKey } from '~/api/queries';
import { t } from '~/text';

const x = t.money.decide;

interface DecideProps {
  /** Where the decision is sent. */
  path: string;
  /** Tells its buttons from their like in other rows. */
  name: string;
  /** The lists that the decision changes. */
  refresh: string[];
  /** Proposed by this person: another agrees, the author may take it back. */
  own: boolean;
}

/** Agree to what somebody proposed, or reject it. */
export function Decide({ path, name, refresh, own }: DecideProps) {
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: 'APPROVE' | 'REJECT') => send('POST', path, { body: { decision }, idempotencyKey: newKey() }),
    onSuccess: (_, decision) => notifications.show({ message: decision === 'APPROVE' ? x.approved : x.rejected }),
    onError: (cause) => notifications.show({ color: 'red', title: t.problem.title, message: cause.message }),
    onSettled: () => refresh.forEach((key) => void client.invalidateQueries({ queryKey: [key] })),
  });
  const button = (decision: 'APPROVE' | 'REJECT', text: string) => (
    <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${text} ${name}`}
      loading={decide.isPending && decide.variables === decision} onClick={() => decide.mutate(decision)}>{text}</Button>
  );
  if (own) return <>{button('REJECT', x.takeBack)} <span className="quiet small">{x.notOwn}</span></>;
  return <>{button('APPROVE', x.approve)}{button('REJECT', x.reject)}</>;
}
