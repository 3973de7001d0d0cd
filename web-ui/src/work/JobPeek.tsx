import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { jobQuery } from '~/api/queries';
import { t } from '~/text';
import { Loaded } from '~/ui/states';
import { CancelJob } from './job/CancelJob';
import { JobFacts } from './job/JobFacts';
import { WhyWaiting } from './job/WhyWaiting';
import { StatusChip } from '~/ui/StatusChip';

/** A job beside the table; the table stays usable. */
export function JobPeek({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const query = useQuery({ ...jobQuery(id ?? ''), enabled: id !== undefined });
  return (
    <Drawer
      opened={id !== undefined} onClose={onClose} position="right" size={440} withOverlay={false} lockScroll={false}
      trapFocus={false} closeButtonProps={{ 'aria-label': t.common.close }} title={query.data?.name ?? t.work.jobs.peek}
      styles={{ inner: { pointerEvents: 'none' }, content: { pointerEvents: 'auto', borderLeft: '1px solid var(--line-strong)' }, title: { fontWeight: 600, overflowWrap: 'anywhere' } }}
    >
      {id === undefined ? null : (
        <Loaded query={query}>
          {(job) => (
            <div style={{ display: 'grid', gap: 14 }}>
              <div><StatusChip phase={job.phase} /></div>
              {job.phase === 'QUEUED' ? <WhyWaiting job={job} /> : null}
              <JobFacts job={job} />
              <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
                <Button component={Link} to={`/jobs/${job.id}`}>{t.work.jobs.open}</Button>
                <Button variant="default" component={Link} to={`/submit?from=${job.id}`}>{t.work.job.clone}</Button>
                <CancelJob job={job} />
              </div>
            </div>
          )}
        </Loaded>
      )}
    </Drawer>
  );
}
