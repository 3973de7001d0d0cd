import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelJob } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Job } from '~/api/types';
import { may } from '~/app/nav';
import { t } from '~/text';

const LIVE = new Set<string>(['QUEUED', 'ADMITTED', 'RUNNING']);

/** Button and question; nothing for a job that has ended or a person who may not. */
export function CancelJob({ job, small }: { job: Job; small?: boolean }) {
  const [opened, dialog] = useDisclosure(false);
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const cancel = useMutation({
    mutationFn: () => cancelJob(job.id),
    onSuccess: ({ data }) => {
      dialog.close();
      client.setQueryData(['job', job.id], data);
      notifications.show({ message: t.work.job.cancelled(job.name) });
      void client.invalidateQueries({ queryKey: ['job', job.id] });
      void client.invalidateQueries({ queryKey: ['jobs'] });
    },
    onError: (cause) => notifications.show({ color: 'red', title: t.problem.title, message: cause.message }),
  });
  if (!LIVE.has(job.phase) || !me || !may(me, 'job.cancel')) return null;
  return (
    <>
      {small
        ? <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${t.work.job.stop} ${job.name}`} onClick={dialog.open}>{t.work.job.stop}</Button>
        : <Button variant="default" onClick={dialog.open}>{t.work.job.cancel}</Button>}
      <Modal opened={opened} onClose={dialog.close} title={t.work.job.cancelAsk(job.name)} closeButtonProps={{ 'aria-label': t.common.close }}>
        <p className="soft">{t.work.job.cancelDetail}</p>
        <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end', marginTop: 18 }}>
          <Button variant="default" onClick={dialog.close}>{t.work.job.keep}</Button>
          <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>{t.work.job.cancel}</Button>
        </div>
      </Modal>
    </>
  );
}
