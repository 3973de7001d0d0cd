import { Button, Checkbox, Menu, Modal, SegmentedControl, TextInput } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { ProblemError } from '~/api/http';
import { cancelJob, newKey, submitJob, topologiesQuery } from '~/api/queries';
import type { Job, JobSubmission } from '~/api/types';
import { t } from '~/text';
import { Needed } from '~/ui/FormActions';
import { Skeleton } from '~/ui/states';
import { useTemplates } from '../templates/templates';
import { asCiStep, asCommand, asCurl, asFile } from './copies';
import { FaultSummary, faultsOf, type Faults } from './Faults';
import { PlanRail } from './PlanRail';
import { SpecForm } from './SpecForm';
import { tidyJob } from './submission';
import css from './SubmitForm.module.css';
import { useDraft } from './useDraft';
import { usePlan } from './usePlan';
import { fromYaml, toYaml } from './yaml';

const YamlEditor = lazy(() => import('./YamlEditor'));
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
  const { job, setJob, restored, clear } = useDraft(draft, initial);
  const [yaml, setYaml] = useState<string | null>(null);
  /** The text as it was left: what the form changes is changed in it. */
  const [written, setWritten] = useState<string | undefined>();
  const [refused, setRefused] = useState<Faults>(NO_FAULTS);
  const [replace, setReplace] = useState(source?.phase === 'QUEUED');
  const parsed = yaml === null ? undefined : fromYaml(yaml);
  const current = parsed?.job ?? job;
  const { query: plan, old } = usePlan(parsed?.fault === undefined ? current : undefined);
  const { data: topologies } = useQuery(topologiesQuery);
  const submit = useSubmit(source && replace ? source : undefined, setRefused, clear);
  const never = !old && plan.data?.feasible === 'NEVER';
  const levels = [...new Set(topologies?.flatMap((each) => each.levels) ?? [])];
  const planFaults = plan.error instanceof ProblemError ? faultsOf(plan.error.problem) : NO_FAULTS;
  const faults: Faults = new Map([...planFaults, ...refused]);

  function change(next: JobSubmission) {
    setJob(next);
    if (refused.size > 0) setRefused(NO_FAULTS);
  }
  function show(mode: string) {
    if (mode === 'yaml') setYaml(toYaml(job, written));
    else if (parsed?.job) {
      setJob(parsed.job);
      setWritten(yaml ?? undefined);
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
          {restored && job !== initial ? <span className="soft small">{x.restored}</span> : null}
          {job !== initial || yaml !== null ? (
            <Button variant="subtle" color="gray" onClick={() => { clear(); setJob(initial); setYaml(null); setWritten(undefined); setRefused(NO_FAULTS); }}>{x.startOver}</Button>
          ) : null}
          {yaml === null ? <Needed /> : null}
        </div>
        <FaultSummary faults={refused} />
        {yaml === null ? (
          <SpecForm job={job} onChange={change} faults={faults} projects={projects} levels={levels}
            currency={plan.data?.price?.perHour?.currency ?? 'EUR'} />
        ) : (
          <Suspense fallback={<Skeleton lines={14} />}>
            <YamlEditor label={x.yamlLabel} hint={x.yamlLeave} value={yaml} fault={parsed?.fault} faults={faults}
              onChange={(text) => { setYaml(text); setRefused(NO_FAULTS); }} />
            {parsed?.fault ? <p role="alert" className={css.fault}>{x.yamlFault}: {x.line(parsed.fault.line)}, {parsed.fault.text}</p> : null}
          </Suspense>
        )}
        {source?.phase === 'QUEUED' ? (
          <Checkbox checked={replace} onChange={(event) => setReplace(event.currentTarget.checked)} label={x.replaces(source.name)} />
        ) : null}
      </div>
      <div className={css.side}>
        <PlanRail plan={plan} job={current} old={old} />
        <div className={css.actions}>
          <Button type="submit" size="sm" loading={submit.isPending || submit.isSuccess} disabled={parsed?.fault !== undefined}
            variant={never ? 'default' : undefined}>{never ? x.plan.anyway : x.submit}</Button>
          <More job={current} />
        </div>
      </div>
    </form>
  );
}

/** The same job for a terminal, a pipeline or a file; and as a template of this browser. */
function More({ job }: { job: JobSubmission }) {
  const clipboard = useClipboard();
  const templates = useTemplates();
  const [naming, dialog] = useDisclosure(false);
  const [name, setName] = useState('');
  const { origin } = window.location;
  function copy(text: string) {
    clipboard.copy(text);
    notifications.show({ message: t.common.copied });
  }
  return (
    <>
      <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" size="sm" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>{x.copyAs}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => copy(asCurl(job, origin))}>{x.copyCurl}</Menu.Item>
          <Menu.Item onClick={() => copy(asCommand(job, origin))}>{x.copyCommand}</Menu.Item>
          <Menu.Item onClick={() => copy(asCiStep(job, origin))}>{x.copyCi}</Menu.Item>
          <Menu.Item onClick={() => copy(asFile(job))}>{x.copyYaml}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => { setName(job.name); dialog.open(); }}>{x.saveTemplate}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={dialog.close} title={x.saveTemplate} closeButtonProps={{ 'aria-label': t.common.close }}>
        <p className="soft">{x.templateHint}</p>
        <TextInput mt={12} label={x.templateName} value={name} maxLength={80} data-autofocus onChange={(event) => setName(event.currentTarget.value)} />
        <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end', marginTop: 18 }}>
          <Button variant="default" onClick={dialog.close}>{t.common.cancel}</Button>
          <Button type="button" disabled={!name.trim()} onClick={() => {
            templates.add(name.trim(), tidyJob(job));
            notifications.show({ message: x.templateSaved(name.trim()) });
            dialog.close();
          }}>{t.common.save}</Button>
        </div>
      </Modal>
    </>
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
