import { Button, NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { availabilityQuery, clustersQuery } from '~/api/queries';
import { type Placement, PLACEMENTS, priorityClassesQuery } from '~/api/scheduling';
import type { JobSpec, JobSubmission, PodSet } from '~/api/types';
import { t } from '~/text';
import { count, words } from '~/ui/format';
import { CommandField } from './CommandField';
import { DataFields } from './DataFields';
import { PairsField } from './PairsField';
import { PodSetFields } from './PodSetFields';
import { backendChoices, NAME_MAX, totalGpus } from './submission';
import css from './SubmitForm.module.css';

const x = t.submit;

export interface FormProps {
  job: JobSubmission;
  onChange: (job: JobSubmission) => void;
  /** Fault by JSON pointer. */
  faults: ReadonlyMap<string, string>;
  projects: string[];
  levels: string[];
  /** Of the books. */
  currency: string;
}

/** The job as fields. It changes only what is edited, so that what it does not show is kept. */
export function SpecForm({ job, onChange, faults, projects, levels, currency }: FormProps) {
  const { data: available } = useQuery(availabilityQuery);
  const { data: clusters } = useQuery(clustersQuery);
  // Who may not see the clusters is not told what they are.
  const simulated = clusters?.some((cluster) => cluster.backend === 'simulated') ?? true;
  const { data: known } = useQuery(priorityClassesQuery);
  const spec = job.spec;
  const backends = backendChoices(clusters ?? []);
  const priority = spec.priority ?? 'normal';
  const classes = [...(known ?? []).map((each) => each.name)];
  if (!classes.includes(priority)) classes.push(priority);
  const set = (change: Partial<JobSpec>) => onChange({ ...job, spec: { ...spec, ...change } });
  const limit = (amount: string) => onChange({ ...job, maxCost: amount ? { amount, currency: job.maxCost?.currency ?? currency } : undefined });
  const field = (pointer: string) => ({ error: faults.get(pointer), 'data-pointer': pointer });
  const setPodSet = (at: number, podSet: PodSet) => set({ podSets: spec.podSets.map((old, i) => (i === at ? podSet : old)) });
  const models = [
    { value: '', label: x.anyModel },
    ...(available?.models ?? []).filter((each) => each.gpuModel).map((each) => ({
      value: each.gpuModel ?? '', label: x.modelFree(each.gpuModel ?? each.flavor, count(each.free)),
    })),
  ];
  if (spec.gpuModel && !models.some((each) => each.value === spec.gpuModel)) models.push({ value: spec.gpuModel, label: spec.gpuModel });

  return (
    <div className={css.form}>
      <Section title={x.section.what}>
        <div className={css.two}>
          <Select label={x.project} aria-required data={projects} value={job.project} searchable {...field('/project')}
            onChange={(project) => onChange({ ...job, project: project ?? '' })} />
          <TextInput label={x.name} aria-required description={x.nameHint} value={job.name} maxLength={NAME_MAX} spellCheck={false} {...field('/name')}
            onChange={(event) => onChange({ ...job, name: event.currentTarget.value })} />
        </div>
        <div>
          <span className={css.label} id="kind">{x.type}</span>
          <SegmentedControl aria-labelledby="kind" size="xs" value={spec.type}
            data={[{ value: 'BATCH', label: x.batch }, { value: 'NOTEBOOK', label: x.notebook }]}
            onChange={(type) => set({ type: type as JobSpec['type'] })} />
        </div>
        <TextInput label={x.image} aria-required placeholder={x.imageHint} value={spec.image} spellCheck={false} {...field('/spec/image')}
          onChange={(event) => set({ image: event.currentTarget.value })} />
        <CommandField label={x.command} placeholder={x.commandHint} words={spec.command} {...field('/spec/command')}
          onChange={(command) => set({ command })} />
        {(spec.args?.length ?? 0) > 0 ? (
          <CommandField label={x.args} words={spec.args} {...field('/spec/args')} onChange={(args) => set({ args })} />
        ) : null}
      </Section>

      <Section title={x.section.resources} note={x.plan.gpus(count(totalGpus(job)))}>
        <Select label={x.model} data={models} value={spec.gpuModel ?? ''} {...field('/spec/gpuModel')}
          onChange={(model) => set({ gpuModel: model || null })} />
        {spec.podSets.map((podSet, at) => (
          <PodSetFields
            key={at} podSet={podSet} pointer={`/spec/podSets/${at}`} faults={faults} levels={levels} named={spec.podSets.length > 1}
            onChange={(next) => setPodSet(at, next)}
            onRemove={spec.podSets.length > 1 ? () => set({ podSets: spec.podSets.filter((_, i) => i !== at) }) : undefined}
          />
        ))}
        <div>
          <Button variant="default" leftSection={<IconPlus size={14} />}
            onClick={() => set({ podSets: [...spec.podSets, { name: `group-${spec.podSets.length + 1}`, count: 1, gpusPerPod: 1 }] })}>
            {x.addGroup}
          </Button>
        </div>
      </Section>

      <Section title={x.section.limits}>
        <div className={css.two}>
          <TextInput label={x.maxRuntime} description={x.maxRuntimeHint} value={spec.maxRuntime ?? ''} {...field('/spec/maxRuntime')}
            onChange={(event) => set({ maxRuntime: event.currentTarget.value })} />
          <Select label={x.priority} value={priority} {...field('/spec/priority')}
            data={classes.map((value) => ({ value, label: words(value) }))}
            onChange={(next) => set({ priority: next ?? undefined })} />
        </div>
        <div className={css.two}>
          <Select label={t.scheduling.submit.placement} value={spec.placement ?? ''} {...field('/spec/placement')}
            data={[{ value: '', label: t.scheduling.submit.anyPlacement }, ...PLACEMENTS.map((value) => ({ value, label: t.scheduling.site.strategy[value] }))]}
            onChange={(placement) => set({ placement: (placement || undefined) as Placement | undefined })} />
          <TextInput label={t.money.maxCost.label} description={t.money.maxCost.hint} inputMode="decimal" value={job.maxCost?.amount ?? ''} rightSection={<span className="quiet small">{currency}</span>} rightSectionWidth={44}
            {...field('/maxCost/amount')} onChange={(event) => limit(event.currentTarget.value.trim())} />
        </div>
        <Switch label={x.preemptible} description={x.preemptibleHint} checked={spec.preemptible ?? false}
          onChange={(event) => set({ preemptible: event.currentTarget.checked })} />
        <div className={css.two}>
          <TextInput label={x.checkpoint} description={x.checkpointHint} value={spec.checkpointEvery ?? ''} {...field('/spec/checkpointEvery')}
            onChange={(event) => set({ checkpointEvery: event.currentTarget.value })} />
          <NumberInput label={x.attempts} min={1} allowDecimal={false} value={spec.maxAttempts ?? ''} {...field('/spec/maxAttempts')}
            onChange={(value) => set({ maxAttempts: value === '' ? undefined : Number(value) })} />
        </div>
      </Section>

      <Section title={t.data.form.section}>
        <DataFields project={job.project} spec={spec} set={set} field={field} />
      </Section>

      <Section title={x.section.more}>
        {backends.length > 0 || spec.backend ? (
          <Select label={t.scheduling.submit.backend} description={t.scheduling.submit.backendHint} value={spec.backend ?? ''} {...field('/spec/backend')}
            data={[{ value: '', label: t.scheduling.submit.anyBackend }, ...new Set([...backends, spec.backend ?? ''].filter(Boolean))]}
            onChange={(backend) => set({ backend: backend || undefined })} />
        ) : null}
        <PairsField label={x.env} pairs={(spec.env ?? []).filter((each) => !each.secretRef).map((each) => [each.name, each.value ?? ''])} fault={faultUnder(faults, '/spec/env')}
          onChange={(pairs) => set({ env: [...pairs.map(([name, value]) => ({ name, value })), ...(spec.env ?? []).filter((each) => each.secretRef)] })} />
        <PairsField label={x.labels} pairs={Object.entries(job.labels ?? {})} fault={faultUnder(faults, '/labels')}
          onChange={(pairs) => onChange({ ...job, labels: Object.fromEntries(pairs) })} />
      </Section>

      {simulated ? <Simulated spec={spec} set={set} field={field} /> : null}
    </div>
  );
}

interface SimulatedProps {
  spec: JobSpec;
  set: (change: Partial<JobSpec>) => void;
  field: (pointer: string) => { error: string | undefined; 'data-pointer': string };
}

/** What pods of a simulated cluster do; real ones have no use for it. */
function Simulated({ spec, set, field }: SimulatedProps) {
  return (
    <Section title={x.section.simulated}>
      <div className={css.two}>
        <TextInput label={x.runFor} description={x.runForHint} value={spec.simulation?.runFor ?? ''} {...field('/spec/simulation/runFor')}
          onChange={(event) => set({ simulation: { ...spec.simulation, runFor: event.currentTarget.value } })} />
        <TextInput label={x.busyFor} description={x.busyForHint} value={spec.simulation?.busyFor ?? ''} {...field('/spec/simulation/busyFor')}
          onChange={(event) => set({ simulation: { ...spec.simulation, busyFor: event.currentTarget.value } })} />
        <NumberInput label={x.exitCode} allowDecimal={false} min={0} max={255} value={spec.simulation?.exitCode ?? ''}
          {...field('/spec/simulation/exitCode')}
          onChange={(value) => set({ simulation: { ...spec.simulation, exitCode: value === '' ? undefined : Number(value) } })} />
      </div>
    </Section>
  );
}

const faultUnder = (faults: ReadonlyMap<string, string>, pointer: string): string | undefined =>
  [...faults].find(([at]) => at.startsWith(pointer))?.[1];

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className={css.section}>
      <legend>{title}</legend>
      {note ? <span className={css.note}>{note}</span> : null}
      {children}
    </fieldset>
  );
}
