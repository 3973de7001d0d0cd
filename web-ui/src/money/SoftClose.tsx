import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { periodQuery, softClosePeriod } from '~/api/charges';
import { ProblemError } from '~/api/http';
import { t } from '~/text';
import { FormActions } from '~/ui/FormActions';
import { month as monthText } from '~/ui/format';

const x = t.money.closing;

/** How many projects' months are open, soft closed and closed. */
export function PeriodSteps({ month }: { month: string }) {
  const { data } = useQuery(periodQuery(month));
  if (!data) return null;
  const of = (status: string) => data.filter((each) => each.status === status).length;
  return <span className="small soft" data-period>{x.steps(of('OPEN'), of('SOFT_CLOSED'), of('CLOSED'))}</span>;
}

/** The first of two steps: usage is settled, adjustments may still name the month. */
export function SoftClose({ month }: { month: string }) {
  const [opened, dialog] = useDisclosure(false);
  const client = useQueryClient();
  const { data: states } = useQuery(periodQuery(month));
  const close = useMutation({
    mutationFn: () => softClosePeriod(month),
    onSuccess: ({ data }) => {
      notifications.show({ message: x.softDone(monthText(month), data.statements.length) });
      for (const key of ['period', 'statements', 'statement']) void client.invalidateQueries({ queryKey: [key] });
      dialog.close();
    },
  });
  const told = close.error instanceof ProblemError
    ? (close.error.problem.errors?.map((each) => each.detail).join(' ') || close.error.message) : close.error?.message;
  if (!states?.some((each) => each.status === 'OPEN')) return null;
  return (
    <>
      <Button variant="default" onClick={() => { close.reset(); dialog.open(); }}>{x.soft}</Button>
      <Modal opened={opened} onClose={dialog.close} title={x.softAsk(monthText(month))} closeButtonProps={{ 'aria-label': t.common.close }}>
        <form onSubmit={(event) => { event.preventDefault(); close.mutate(); }}>
          <p className="soft">{x.softDetail}</p>
          {told ? <p role="alert" style={{ color: 'var(--bad)', marginTop: 8 }}>{told}</p> : null}
          <FormActions submit={x.soft} busy={close.isPending} onCancel={dialog.close} />
        </form>
      </Modal>
    </>
  );
}
