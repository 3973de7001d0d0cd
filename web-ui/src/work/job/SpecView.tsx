import { Button, CopyButton } from '@mantine/core';
import { stringify } from 'yaml';
import type { Job } from '~/api/types';
import { t } from '~/text';
import { Panel } from '~/ui/Page';
import { submissionOf, tidyJob } from '../submit/submission';

export function SpecView({ job }: { job: Job }) {
  const text = stringify(tidyJob(submissionOf(job)), { lineWidth: 0 });
  return (
    <Panel
      title={t.work.job.spec.title}
      actions={
        <CopyButton value={text}>
          {({ copied, copy }) => <Button variant="default" size="compact-xs" onClick={copy}>{copied ? t.common.copied : t.work.job.spec.copy}</Button>}
        </CopyButton>
      }
    >
      <pre tabIndex={0} aria-label={t.work.job.spec.title} style={{ margin: 0, overflow: 'auto', maxHeight: 420 }}>{text}</pre>
    </Panel>
  );
}
