import { Button, Checkbox, CopyButton, SegmentedControl, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ProblemError } from '~/api/http';
import { cancelJob, newKey, submitJob, topologiesQuery } from '~/api/queries';
import type { Job, JobSubmission } from '~/api/types';
import { t } from '~/text';
import { asCurl } from './asCurl';
import { FaultSummary, faultsOf, type Faults } from './Faults';
import { PlanRail } from './PlanRail';
import { SpecForm } from './SpecForm';
import { tidyJob } from './submission';
import css from './SubmitForm.module.css';
import { useDraft } from './useDraft';
import { usePlan } from './usePlan';
import { fromYaml, toYaml } from './yaml';

const x = t.submit;
const NO_FAULTS: Faults = new Map();

interface SubmitFormProps {
  initial: JobSubmission;
  projects: string[];
  /** Name under which the draft is kept. */
  draft: string;
  /** The job this one is a changed copy of. */
  source?: Job;
}

/** Form and YAML over one job; plan on the side; one submit however often it is clicked. */
export function SubmitForm({ initial, projects, source, draft }: SubmitFormProps) {
  const { job, setJob, clear } = useDraft(draft, initial);
  const [yaml, setYaml] = useState<string | null>(null);
  const [refused, setRefused] = useState<Faults>(NO_FAULTS);
  const [replace, setReplace] = useState(source?.phase === 'QUEUED');
  const parsed = yaml === null ? undefined : fromYaml(yaml);
  const current = parsed?.job ?? job;
  const { query: plan, old } = usePlan(parsed?.fault === undefined ? current : undefined);
  const { data: topologies } = useQuery(topologiesQuery);
  const submit = useSubmit(source && replace ? source : undefined, setRefused, clear);
  const levels = [...new Set(topologies?.flatMap((each) => each.levels) ?? [])];
  const planFaults = plan.error instanceof ProblemError ? faultsOf(plan.error.problem) : NO_FAULTS;
  const faults: Faults = new Map([...planFaults, ...refused]);

  function change(next: JobSubmission) {
    setJob(next);
    if (refused.size > 0) setRefused(NO_FAULTS);
  }
  function show(mode: string) {
    if (mode === 'yaml') setYaml(toYaml(job));
    else if (parsed?.job) {
      setJob(parsed.job);
      setYaml(null);
    }
  }

  return (
    <form className={css.page} noValidate onSubmit={(event) => {
      event.preventDefault();
      if (parsed?.fault === undefined) submit.mutate(current);
    }}>
      <div className={css.form}>
        <div className={css.top}>
          <SegmentedControl size="xs" aria-label={x.mode} value={yaml === null ? 'form' : 'yaml'} onChange={show}
            data={[{ value: 'form', label: x.form, disabled: parsed?.fault !== undefined }, { value: 'yaml', label: x.yaml }]} />
          {job !== initial || yaml !== null ? (
            <Button variant="subtle" color="gray" onClick={() => { clear(); setJob(initial); setYaml(null); setRefused(NO_FAULTS); }}>{x.startOver}</Button>
          ) : null}
        </div>
        <FaultSummary faults={refused} />
        {yaml === null ? (
          <SpecForm job={job} onChange={change} faults={faults} projects={projects} levels={levels} />
        ) : (
          <Textarea
            className={css.yaml} aria-label={x.yamlLabel} value={yaml} autosize minRows={22} spellCheck={false}
            error={parsed?.fault ? `${x.yamlFault}: ${parsed.fault}` : undefined}
            onChange={(event) => { setYaml(event.currentTarget.value); setRefused(NO_FAULTS); }}
          />
        )}
        {source?.phase === 'QUEUED' ? (
          <Checkbox checked={replace} onChange={(event) => setReplace(event.currentTarget.checked)} label={x.replaces(source.name)} />
        ) : null}
      </div>
      <div className={css.side}>
        <PlanRail plan={plan} job={current} old={old} />
        <div className={css.actions}>
          <Button type="submit" size="sm" loading={submit.isPending || submit.isSuccess} disabled={parsed?.fault !== undefined}>{x.submit}</Button>
          <CopyButton value={asCurl(current, window.location.origin)}>
            {({ copied, copy }) => <Button variant="default" size="sm" onClick={copy}>{copied ? t.common.copied : x.copyCurl}</Button>}
          </CopyButton>
        </div>
      </div>
    </form>
  );
}

/** Submits under one idempotency key until the job changes, so that a repeat is no second job. */
function useSubmit(replaced: Job | undefined, onRefused: (faults: Faults) => void, onDone: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = useRef<{ body: string; key: string }>({ body: '', key: '' });
  return useMutation({
    mutationFn: async (job: JobSubmission) => {
      const body = JSON.stringify(tidyJob(job));
      if (key.current.body !== body) key.current = { body, key: newKey() };
      const made = await submitJob(tidyJob(job), key.current.key);
      if (replaced) await cancelJob(replaced.id);
      return made;
    },
    onSuccess: (made) => {
      onDone();
      client.setQueryData(['job', made.id], made);
      void client.invalidateQueries({ queryKey: ['jobs'] });
      notifications.show({ message: x.submitted(made.name) });
      void navigate({ to: '/jobs/$id', params: { id: made.id } });
    },
    onError: (cause) => {
      const problem = cause instanceof ProblemError ? cause.problem : {};
      const faults = faultsOf(problem);
      onRefused(faults.size > 0 ? faults : new Map([['', cause.message]]));
      const first = [...faults.keys()].map((pointer) => document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(pointer)}"]`)).find(Boolean);
      first?.focus();
    },
  });
}
