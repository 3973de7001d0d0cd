import type { Job } from '~/api/types';
import { t } from '~/text';

/** What its cluster says of a job that has its room and does not start. */
export function HeldUp({ job }: { job: Job }) {
  const reason = job.waiting?.reasons[0];
  if (!reason) return null;
  return <p role="status" style={{ color: 'var(--warn)', margin: 0 }}>{t.work.job.heldUp} {reason.message}</p>;
}
