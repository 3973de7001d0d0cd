import { Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { flavorsQuery, newKey } from '~/api/queries';
import { t } from '~/text';
import { FormActions, Refusal } from '~/ui/FormActions';
import { useHomeDay } from '~/ui/time';
import { faultsOf } from '~/work/submit/Faults';
import css from './CommitmentForm.module.css';
import { ModelField } from './KnownNames';
import { monthAfter } from './period';

const x = t.money.commitments;
const FIELDS = ['project', 'pool', 'model', 'gpus', 'pricePerGpuHour', 'from', 'to'] as const;

/** A reservation as somebody wants it: from the first of the next month for a year, unless changed. */
export function CommitmentForm({ projects, onDone }: { projects: string[]; onDone: () => void }) {
  const client = useQueryClient();
  const { data: flavors } = useQuery(flavorsQuery);
  const begin = `${monthAfter(useHomeDay())}-01`;
  const [draft, setDraft] = useState({ project: '', pool: '', model: '', gpus: '', pricePerGpuHour: '', from: begin, to: `${Number(begin.slice(0, 4)) + 1}${begin.slice(4)}` });
  const propose = useMutation({
    mutationFn: () => send('POST', '/commitments', { body: { ...draft, from: `${draft.from}T00:00:00Z`, to: `${draft.to}T00:00:00Z` }, idempotencyKey: newKey() }),
    onSuccess: () => {
      notifications.show({ message: t.money.decide.proposed });
      void client.invalidateQueries({ queryKey: ['commitments'] });
      onDone();
    },
  });
  const faults = propose.error instanceof ProblemError ? faultsOf(propose.error.problem) : new Map<string, string>();
  const set = (change: Partial<typeof draft>) => { setDraft({ ...draft, ...change }); propose.reset(); };
  const field = (name: (typeof FIELDS)[number]) => ({ value: draft[name], error: faults.get(`/${name}`) });
  function submit(event: FormEvent) {
    event.preventDefault();
    propose.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.detail}</p>
      <div className={css.pair}>
        <Select label={t.common.project} aria-required searchable data={projects} {...field('project')} onChange={(project) => set({ project: project ?? '' })} />
        <Select label={x.pool} aria-required data={flavors?.map((each) => each.name) ?? []} {...field('pool')}
          onChange={(pool) => set({ pool: pool ?? '', model: flavors?.find((each) => each.name === pool)?.gpuModel ?? draft.model })} />
        <ModelField label={x.model} {...field('model')} onChange={(model) => set({ model })} />
        <TextInput label={x.gpus} aria-required inputMode="decimal" {...field('gpus')} onChange={(event) => set({ gpus: event.currentTarget.value.trim() })} />
        <TextInput label={x.price} aria-required description={t.money.rates.perHour} inputMode="decimal" {...field('pricePerGpuHour')} onChange={(event) => set({ pricePerGpuHour: event.currentTarget.value.trim() })} />
        <span />
        <TextInput type="date" label={x.from} aria-required description="UTC" {...field('from')} onChange={(event) => set({ from: event.currentTarget.value })} />
        <TextInput type="date" label={x.to} aria-required description="UTC" {...field('to')} onChange={(event) => set({ to: event.currentTarget.value })} />
      </div>
      <Refusal cause={propose.error} faults={faults} fields={FIELDS.map((name) => `/${name}`)} />
      <FormActions submit={x.propose} busy={propose.isPending} disabled={FIELDS.some((name) => !draft[name])} onCancel={onDone} />
    </form>
  );
}
