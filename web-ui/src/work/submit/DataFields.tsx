import { ActionIcon, Button, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus, IconX } from '@tabler/icons-react';
import { dataSourcesQuery, isMounted, secretsQuery } from '~/api/references';
import type { DataUse, EnvironmentVariable, JobSpec } from '~/api/types';
import { t } from '~/text';
import css from './SubmitForm.module.css';

const x = t.data.form;

interface DataFieldsProps {
  project: string;
  spec: JobSpec;
  set: (change: Partial<JobSpec>) => void;
  field: (pointer: string) => { error: string | undefined; 'data-pointer': string };
}

const variableOf = (name: string): string => `GPUAAS_DATA_${name.toUpperCase().replaceAll('-', '_')}`;
const isSecret = (variable: EnvironmentVariable): boolean => Boolean(variable.secretRef);

/** Data and secrets of the project that the job uses. What the project has not named cannot be chosen. */
export function DataFields({ project, spec, set, field }: DataFieldsProps) {
  const { data: allSources } = useQuery(dataSourcesQuery);
  const { data: allSecrets } = useQuery(secretsQuery);
  const sources = (allSources ?? []).filter((each) => each.project === project);
  const keys = (allSecrets ?? []).filter((each) => each.project === project)
    .flatMap((secret) => secret.keys.map((key) => ({ value: `${secret.name}/${key}`, label: `${secret.name} · ${key}` })));
  const uses = spec.data ?? [];
  const env = spec.env ?? [];
  const free = sources.filter((each) => !uses.some((use) => use.source === each.name));
  const setUse = (at: number, change: Partial<DataUse>) => set({ data: uses.map((use, i) => (i === at ? { ...use, ...change } : use)) });
  const setVariable = (at: number, change: Partial<EnvironmentVariable>) => set({ env: env.map((each, i) => (i === at ? { ...each, ...change } : each)) });
  const nothing = sources.length === 0 && keys.length === 0 && uses.length === 0 && !env.some(isSecret);
  if (nothing) return <p className="quiet small">{x.nothing} <Link to="/data" className="inline">{x.name}</Link></p>;
  return (
    <div className={css.pairs}>
      {uses.map((use, at) => {
        const source = sources.find((each) => each.name === use.source);
        const pointer = `/spec/data/${at}`;
        return (
          <div key={at} className={css.use}>
            <div>
              <Select label={x.source} value={use.source} {...field(`${pointer}/source`)} onChange={(name) => name && setUse(at, { source: name })}
                data={[...new Set([use.source, ...free.map((each) => each.name)])]} />
            </div>
            {!source || isMounted(source.type) ? (
              <TextInput label={x.mountPath} placeholder={`/data/${use.source}`} value={use.mountPath ?? ''} spellCheck={false} {...field(`${pointer}/mountPath`)}
                onChange={(event) => setUse(at, { mountPath: event.currentTarget.value.trim() || undefined })} />
            ) : <p className="quiet small">{x.told(variableOf(use.source))}</p>}
            <Switch label={t.data.readOnly} disabled={source?.readOnly ?? false} checked={(source?.readOnly ?? false) || (use.readOnly ?? false)}
              onChange={(event) => setUse(at, { readOnly: event.currentTarget.checked })} />
            <Away label={x.removeData(use.source)} onClick={() => set({ data: uses.filter((_, i) => i !== at) })} />
          </div>
        );
      })}
      {env.map((variable, at) => (isSecret(variable) ? (
        <div key={at} className={css.pair} style={{ alignItems: 'end' }}>
          <TextInput label={x.variable} value={variable.name} spellCheck={false} {...field(`/spec/env/${at}/name`)} onChange={(event) => setVariable(at, { name: event.currentTarget.value.trim() })} />
          <Select label={x.key} data={keys} value={`${variable.secretRef?.name}/${variable.secretRef?.key}`} {...field(`/spec/env/${at}/secretRef/name`)}
            onChange={(value) => value && setVariable(at, { secretRef: secretRefOf(value) })} />
          <Away label={x.removeData(variable.name)} onClick={() => set({ env: env.filter((_, i) => i !== at) })} />
        </div>
      ) : null))}
      <div style={{ display: 'flex', gap: 8 }}>
        {free[0] ? <Add text={x.use} onClick={() => free[0] && set({ data: [...uses, { source: free[0].name, mountPath: isMounted(free[0].type) ? `/data/${free[0].name}` : undefined }] })} /> : null}
        {keys[0] ? <Add text={x.useSecret} onClick={() => keys[0] && set({ env: [...env, { name: 'TOKEN', secretRef: secretRefOf(keys[0].value) }] })} /> : null}
      </div>
    </div>
  );
}

function secretRefOf(value: string): { name: string; key: string } {
  const slash = value.indexOf('/');
  return { name: value.slice(0, slash), key: value.slice(slash + 1) };
}

function Add({ text, onClick }: { text: string; onClick: () => void }) {
  return <Button variant="default" size="compact-xs" leftSection={<IconPlus size={12} />} onClick={onClick}>{text}</Button>;
}

function Away({ label, onClick }: { label: string; onClick: () => void }) {
  return <ActionIcon variant="subtle" color="gray" size={34} aria-label={label} onClick={onClick}><IconX size={15} /></ActionIcon>;
}
