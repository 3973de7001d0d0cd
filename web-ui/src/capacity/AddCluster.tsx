import { Button, Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { backendsQuery, clusterPath } from '~/api/queries';
import type { Backend, BackendAbility, BackendSetting } from '~/api/types';
import { t } from '~/text';
import { FormActions } from '~/ui/FormActions';
import { Loaded } from '~/ui/states';
import { faultsOf } from '~/work/submit/Faults';

const x = t.capacity.clusters;
const ABILITIES = Object.keys(x.abilities) as BackendAbility[];

/** What the server knows of its backends is what the form offers. */
export function AddCluster({ onDone }: { onDone: () => void }) {
  const backends = useQuery(backendsQuery);
  return <Loaded query={backends} lines={4}>{(list) => <Form backends={list} onDone={onDone} />}</Loaded>;
}

/** Settings that are needed have a field from the start, others when they are asked for. */
export function shownSettings(backend: Backend, values: Readonly<Record<string, string>>): BackendSetting[] {
  return backend.settings.filter((setting) => setting.required || setting.key in values);
}

/** Those that are left, in their groups. */
export function moreSettings(backend: Backend, values: Readonly<Record<string, string>>): { group: string; items: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const setting of backend.settings) {
    if (!setting.required && !(setting.key in values)) groups.set(setting.group, [...(groups.get(setting.group) ?? []), setting.key]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}

/** What a backend is, what it needs, and what jobs may not ask of it. */
export function guideOf(backend: Backend): string {
  const missing = ABILITIES.filter((ability) => !backend.abilities.includes(ability)).map((ability) => x.abilities[ability]);
  const parts = [backend.about, backend.install ? x.install(backend.install) : '', missing.length > 0 ? x.cannot(missing.join(', ')) : ''];
  return parts.filter(Boolean).join(' ');
}

function Form({ backends, onDone }: { backends: Backend[]; onDone: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [backendName, setBackendName] = useState('simulated');
  const [values, setValues] = useState<Record<string, string>>({});
  const backend = backends.find((each) => each.name === backendName);
  const shown = backend ? shownSettings(backend, values) : [];
  const add = useMutation({
    mutationFn: () => {
      const settings = Object.fromEntries(shown.map((setting) => [setting.key, values[setting.key] ?? '']).filter(([, value]) => value !== ''));
      return send('PUT', clusterPath(name), { body: { backend: backendName, settings }, create: true });
    },
    onSuccess: () => {
      notifications.show({ message: x.added(name) });
      void client.invalidateQueries({ queryKey: ['clusters'] });
      onDone();
    },
  });
  const faults = add.error instanceof ProblemError ? faultsOf(add.error.problem) : new Map<string, string>();
  const told = new Set(['/name', '/backend', ...shown.map((setting) => `/settings/${setting.key}`)]);
  const others = [...faults].filter(([pointer]) => !told.has(pointer));
  function submit(event: FormEvent) {
    event.preventDefault();
    add.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <TextInput label={x.name} value={name} required withAsterisk={false} maxLength={63} data-autofocus error={faults.get('/name')} onChange={(event) => setName(event.currentTarget.value.trim())} />
      <Select
        label={x.backend} data={backends.map((each) => each.name)} value={backendName} searchable allowDeselect={false} error={faults.get('/backend')}
        description={backend ? guideOf(backend) : undefined} inputWrapperOrder={['label', 'input', 'description', 'error']} maxDropdownHeight={320}
        onChange={(next) => next && setBackendName(next)}
      />
      {shown.map((setting) => (
        <div key={setting.key} style={{ display: 'flex', gap: 8, alignItems: 'end' }}>
          <TextInput
            style={{ flex: 1 }} label={setting.key} description={`${setting.meaning} ${x.settingHint(setting.preset ?? null, setting.example)}`} required={setting.required} withAsterisk={false}
            value={values[setting.key] ?? ''} error={faults.get(`/settings/${setting.key}`)} inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={(event) => {
              const value = event.currentTarget.value;
              setValues((before) => ({ ...before, [setting.key]: value }));
            }}
          />
          {setting.required ? null : (
            <Button variant="subtle" color="gray" size="compact-sm" aria-label={x.withoutSetting(setting.key)} style={{ alignSelf: 'start', marginTop: 26 }} onClick={() => setValues((before) => without(before, setting.key))}>×</Button>
          )}
        </div>
      ))}
      {backend ? (
        <Select
          label={x.setting} data={moreSettings(backend, values)} value={null} searchable maxDropdownHeight={280}
          onChange={(key) => key && setValues((before) => ({ ...before, [key]: '' }))}
        />
      ) : null}
      {add.error && (faults.size === 0 || others.length > 0) ? (
        <p role="alert" style={{ color: 'var(--bad)' }}>
          {others.length > 0 ? others.map(([, detail]) => detail).join(' ') : add.error instanceof ProblemError && add.error.status === 412 ? x.taken(name) : add.error.message}
        </p>
      ) : null}
      <FormActions submit={x.add} busy={add.isPending} disabled={!name || !backend} onCancel={onDone} />
    </form>
  );
}

function without(values: Readonly<Record<string, string>>, key: string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([each]) => each !== key));
}
