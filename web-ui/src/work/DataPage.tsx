import { Button, Modal, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError } from '~/api/http';
import {
  addDataSource, addSecret, DATA_KINDS, type DataKind, type DataSource, dataSourcesQuery, isOfPlatform, removeDataSource, removeSecret,
  type SecretReference, secretsQuery,
} from '~/api/references';
import { meQuery } from '~/api/session';
import { may } from '~/app/nav';
import { useWished } from '~/app/wishes';
import { useScope } from '~/app/scope';
import { t } from '~/text';
import { Ask } from '~/ui/Ask';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions, Refusal } from '~/ui/FormActions';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { faultsOf } from './submit/Faults';

const x = t.data;

export function DataPage() {
  const { data: me } = useQuery(meQuery);
  const sources = useQuery(dataSourcesQuery);
  const secrets = useQuery(secretsQuery);
  const scope = useScope();
  const [adding, source] = useDisclosure(false);
  const [allowing, secret] = useDisclosure(false);
  useWished('data', source.open);
  useWished('secret', secret.open);
  const writer = me !== undefined && may(me, 'data.write');
  const platform = me !== undefined && may(me, 'capacity.write');
  const seen = <T extends { project: string }>(rows: T[]): T[] => rows.filter((row) => scope?.projects.includes(row.project) ?? true);
  return (
    <Page title={x.title} lead={x.lead}>
      <Panel title={x.sources} flush actions={writer ? <Button size="compact-sm" onClick={source.open}>{x.addSource}</Button> : null}>
        <Loaded query={sources}>
          {(rows) => seen(rows).length === 0 ? <Empty title={x.noSources} detail={x.noSourcesDetail} /> : (
            <DataTable label={x.sources} columns={sourceColumns(writer)} rows={seen(rows)} rowKey={(row) => `${row.project}/${row.name}`} />
          )}
        </Loaded>
      </Panel>
      <Panel title={x.secrets} flush actions={writer ? <Button size="compact-sm" variant="default" onClick={secret.open}>{x.addSecret}</Button> : null}>
        <Loaded query={secrets}>
          {(rows) => seen(rows).length === 0 ? <Empty title={x.noSecrets} detail={x.noSecretsDetail} /> : (
            <DataTable label={x.secrets} columns={secretColumns(writer)} rows={seen(rows)} rowKey={(row) => `${row.project}/${row.name}`} />
          )}
        </Loaded>
      </Panel>
      <Modal opened={adding} onClose={source.close} title={x.addSource} closeButtonProps={{ 'aria-label': t.common.close }}>
        <AddSource projects={me?.projects ?? []} kinds={DATA_KINDS.filter((kind) => platform || !isOfPlatform(kind))} secrets={secrets.data ?? []} onDone={source.close} />
      </Modal>
      <Modal opened={allowing} onClose={secret.close} title={x.addSecret} closeButtonProps={{ 'aria-label': t.common.close }}>
        <AllowSecret projects={me?.projects ?? []} onDone={secret.close} />
      </Modal>
    </Page>
  );
}

function sourceColumns(writer: boolean): Column<DataSource>[] {
  const list: Column<DataSource>[] = [
    { id: 'name', header: x.name, width: 150, cell: (row) => <b style={{ fontWeight: 500 }}>{row.name}</b> },
    { id: 'project', header: x.project, width: 160, cell: (row) => row.project },
    { id: 'kind', header: x.kind, width: 140, cell: (row) => x.kinds[row.type] },
    { id: 'place', header: x.place, width: 220, grow: true, cell: (row) => <code title={row.place}>{row.place}</code> },
    { id: 'secret', header: x.secrets, width: 130, cell: (row) => row.secretName ?? <span className="quiet">–</span> },
    { id: 'access', header: x.access, width: 130, cell: (row) => (row.readOnly ? x.readOnly : x.readWrite) },
  ];
  if (writer) list.push({ id: 'remove', header: '', width: 90, cell: (row) => <RemoveSource row={row} /> });
  return list;
}

function secretColumns(writer: boolean): Column<SecretReference>[] {
  const list: Column<SecretReference>[] = [
    { id: 'name', header: x.name, width: 180, cell: (row) => <b style={{ fontWeight: 500 }}>{row.name}</b> },
    { id: 'project', header: x.project, width: 160, cell: (row) => row.project },
    { id: 'keys', header: x.keys, width: 260, grow: true, cell: (row) => <code title={row.keys.join(' ')}>{row.keys.join(' ')}</code> },
  ];
  if (writer) list.push({ id: 'remove', header: '', width: 90, cell: (row) => <RemoveSecret row={row} /> });
  return list;
}

/** Tells what was done, and reads the list again. */
function useTold(key: string): (message: string) => void {
  const client = useQueryClient();
  return (message) => {
    notifications.show({ message });
    void client.invalidateQueries({ queryKey: [key] });
  };
}

function useAddition<V extends { name: string }>(add: (value: V) => Promise<unknown>, key: string, onDone: () => void) {
  const tell = useTold(key);
  return useMutation({
    mutationFn: add,
    onSuccess: (_, value) => {
      tell(x.added(value.name));
      onDone();
    },
  });
}

function useRemoval(remove: () => Promise<unknown>, key: string, name: string) {
  const tell = useTold(key);
  return useMutation({ mutationFn: remove, onSuccess: () => tell(x.removed(name)) });
}

function RemoveSource({ row }: { row: DataSource }) {
  const remove = useRemoval(() => removeDataSource(row), 'data-sources', row.name);
  return <Ask button={x.remove} name={`${x.remove} ${row.name}`} title={x.removeAsk(row.name)} detail={x.removeDetail} act={remove} />;
}

function RemoveSecret({ row }: { row: SecretReference }) {
  const remove = useRemoval(() => removeSecret(row), 'secrets', row.name);
  return <Ask button={x.remove} name={`${x.remove} ${row.name}`} title={x.removeAsk(row.name)} detail={x.removeSecretDetail} act={remove} />;
}

const faultsIn = (cause: Error | null): ReadonlyMap<string, string> =>
  cause instanceof ProblemError ? faultsOf(cause.problem) : new Map<string, string>();
/** A name that is taken is told in words of the form. */
const inWords = (cause: Error | null, name: string): Error | null =>
  cause instanceof ProblemError && cause.status === 412 ? new Error(x.taken(name)) : cause;

interface AddSourceProps {
  projects: string[];
  kinds: DataKind[];
  secrets: SecretReference[];
  onDone: () => void;
}

function AddSource({ projects, kinds, secrets, onDone }: AddSourceProps) {
  const [project, setProject] = useState(projects[0] ?? '');
  const [name, setName] = useState('');
  const [kind, setKind] = useState<DataKind>('CLAIM');
  const [place, setPlace] = useState('');
  const [secretName, setSecret] = useState('');
  const [readOnly, setReadOnly] = useState(true);
  const add = useAddition(addDataSource, 'data-sources', onDone);
  const faults = faultsIn(add.error);
  const keyed = kind === 'OBJECT_STORE';
  const own = secrets.filter((each) => each.project === project).map((each) => each.name);
  function submit(event: FormEvent) {
    event.preventDefault();
    add.mutate({ project, name, type: kind, place: place.trim(), readOnly, secretName: keyed && secretName ? secretName : undefined });
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <Select label={x.project} aria-required data={projects} searchable value={project} onChange={(value) => setProject(value ?? '')} />
      <TextInput label={x.name} description={x.nameHint} value={name} required withAsterisk={false} maxLength={50} spellCheck={false} data-autofocus error={faults.get('/name')}
        onChange={(event) => setName(event.currentTarget.value.trim())} />
      <Select label={x.kind} data={kinds.map((value) => ({ value, label: x.kinds[value] }))} value={kind} onChange={(value) => setKind((value ?? 'CLAIM') as DataKind)} />
      <TextInput label={x.place} description={x.hints[kind]} value={place} required withAsterisk={false} maxLength={1024} spellCheck={false} error={faults.get('/place')}
        onChange={(event) => setPlace(event.currentTarget.value)} />
      {keyed ? (
        <Select label={x.secret} data={[{ value: '', label: x.none }, ...own]} value={secretName} error={faults.get('/secretName')} onChange={(value) => setSecret(value ?? '')} />
      ) : null}
      <Switch label={x.readOnly} description={x.readOnlyHint} checked={readOnly} onChange={(event) => setReadOnly(event.currentTarget.checked)} />
      <Refusal cause={inWords(add.error, name)} faults={faults} fields={['/name', '/place', '/secretName']} />
      <FormActions submit={x.addSource} busy={add.isPending} disabled={!project || !name || !place.trim()} onCancel={onDone} />
    </form>
  );
}

function AllowSecret({ projects, onDone }: { projects: string[]; onDone: () => void }) {
  const [project, setProject] = useState(projects[0] ?? '');
  const [name, setName] = useState('');
  const [keys, setKeys] = useState<string[]>([]);
  const allow = useAddition(addSecret, 'secrets', onDone);
  const faults = faultsIn(allow.error);
  const wrongKey = [...faults].find(([pointer]) => pointer.startsWith('/keys'));
  function submit(event: FormEvent) {
    event.preventDefault();
    allow.mutate({ project, name, keys });
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <Select label={x.project} aria-required data={projects} searchable value={project} onChange={(value) => setProject(value ?? '')} />
      <TextInput label={x.name} description={x.secretHint} value={name} required withAsterisk={false} maxLength={253} spellCheck={false} data-autofocus error={faults.get('/name')}
        onChange={(event) => setName(event.currentTarget.value.trim())} />
      <TagsInput label={x.keys} aria-required description={x.keysHint} value={keys} onChange={setKeys} splitChars={[',', ' ']} acceptValueOnBlur error={wrongKey?.[1]} />
      <Refusal cause={inWords(allow.error, name)} faults={faults} fields={['/name', wrongKey?.[0] ?? '']} />
      <FormActions submit={x.addSecret} busy={allow.isPending} disabled={!project || !name || keys.length === 0} onCancel={onDone} />
    </form>
  );
}
