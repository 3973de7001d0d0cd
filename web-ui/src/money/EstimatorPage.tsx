import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { availabilityQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { JobSubmission } from '~/api/types';
import { t } from '~/text';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { WholeNumber } from '~/ui/WholeNumber';
import { PlanRail } from '~/work/submit/PlanRail';
import { freshSubmission } from '~/work/submit/submission';
import { usePlan } from '~/work/submit/usePlan';
import css from './EstimatorPage.module.css';

const x = t.money.estimator;

/** What a job would cost: the scheduler's plan and the rate card, without submitting anything. */
export function EstimatorPage() {
  const me = useQuery(meQuery);
  return (
    <Page title={x.title} lead={x.lead}>
      <Loaded query={me} lines={6}>
        {({ projects, defaultProject }) => projects.length === 0 ? <Empty title={t.submit.noProject} />
          : <Form projects={projects} initial={freshSubmission(defaultProject ?? projects[0] ?? '')} />}
      </Loaded>
    </Page>
  );
}

function Form({ projects, initial }: { projects: string[]; initial: JobSubmission }) {
  const { data: available } = useQuery(availabilityQuery);
  const [job, setJob] = useState(initial);
  const { query, old } = usePlan(job);
  const podSet = job.spec.podSets[0] ?? { name: 'main', count: 1, gpusPerPod: 1 };
  const set = (change: Partial<JobSubmission['spec']>) => setJob({ ...job, spec: { ...job.spec, ...change } });
  const setPods = (change: Partial<typeof podSet>) => set({ podSets: [{ ...podSet, ...change }] });
  return (
    <div className={css.page}>
      <Panel title={x.ask}>
        <div className={css.form}>
          <Select label={t.common.project} searchable data={projects} value={job.project} onChange={(project) => setJob({ ...job, project: project ?? job.project })} />
          <Select label={t.submit.model} value={job.spec.gpuModel ?? ''} onChange={(model) => set({ gpuModel: model || null })}
            data={[{ value: '', label: t.submit.anyModel }, ...(available?.models ?? []).map((each) => ({ value: each.gpuModel ?? each.flavor, label: each.gpuModel ?? each.flavor }))]} />
          <WholeNumber label={t.submit.workers} min={1} value={podSet.count} onChange={(count) => setPods({ count })} />
          <WholeNumber label={t.submit.gpusPerWorker} min={1} value={podSet.gpusPerPod} onChange={(gpusPerPod) => setPods({ gpusPerPod })} />
          <TextInput label={x.duration} description={t.submit.maxRuntimeHint} value={job.spec.maxRuntime ?? ''} onChange={(event) => set({ maxRuntime: event.currentTarget.value })} />
          <Switch mt={22} label={t.submit.preemptible} checked={job.spec.preemptible ?? false} onChange={(event) => set({ preemptible: event.currentTarget.checked })} />
        </div>
        <p className="soft small" style={{ marginTop: 14 }}>{x.note}</p>
      </Panel>
      <div className={css.side}>
        <PlanRail plan={query} job={job} old={old} />
        <Button variant="default" component={Link}
          to={`/submit?project=${encodeURIComponent(job.project)}&workers=${podSet.count}${job.spec.gpuModel ? `&model=${encodeURIComponent(job.spec.gpuModel)}` : ''}`}>{x.submit}</Button>
      </div>
    </div>
  );
}
