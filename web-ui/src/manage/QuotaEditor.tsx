import { Drawer, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, type Versioned } from '~/api/http';
import { availabilityQuery, previewQuotas, quotasQuery, quotaTreeQuery, saveQuotas, untilInTree } from '~/api/queries';
import type { Quota, Quotas } from '~/api/types';
import { t } from '~/text';
import { FormActions } from '~/ui/FormActions';
import { count, NOTHING } from '~/ui/format';
import { Loaded } from '~/ui/states';
import { faultsOf, type Faults } from '~/work/submit/Faults';
import { EffectView } from './EffectView';
import { GPU, guaranteed, type QuotaRow } from './quotaRows';
import css from './QuotasPage.module.css';

const x = t.manage.quotas;
type Edited = Pick<Quota, 'nominal' | 'borrowingLimit' | 'lendingLimit' | 'drainBy'>;
const AMOUNTS = ['nominal', 'borrowingLimit', 'lendingLimit'] as const;
const FIELDS = [...AMOUNTS, 'drainBy'] as const;
const wordOf = (field: (typeof FIELDS)[number]): string => (field === 'drainBy' ? t.scheduling.quota.drainBy : x[field]);
const none = (field: (typeof FIELDS)[number]): string => (field === 'drainBy' ? NOTHING : t.common.unlimited);
const keyOf = (quota: Quota): string => `${quota.flavor}/${quota.resource}`;

export function QuotaEditor({ row, onClose }: { row: QuotaRow | undefined; onClose: () => void }) {
  return (
    <Drawer opened={row !== undefined} onClose={onClose} position="right" size={520} title={row ? x.editTitle(row.node.displayName ?? row.node.name) : ''}
      closeButtonProps={{ 'aria-label': t.common.close }}>
      {row ? <Editor key={row.node.name} row={row} onClose={onClose} /> : null}
    </Drawer>
  );
}

function Editor({ row, onClose }: { row: QuotaRow; onClose: () => void }) {
  const query = useQuery({ ...quotasQuery(row.node.kind, row.node.name), refetchOnWindowFocus: false });
  return <Loaded query={query}>{(read) => <Form row={row} read={read} onReread={() => void query.refetch()} onClose={onClose} />}</Loaded>;
}

interface FormProps {
  row: QuotaRow;
  read: Versioned<Quotas>;
  onReread: () => void;
  onClose: () => void;
}

/** Only what was typed is kept apart; after a refusal for staleness it lies over the fresh figures. */
function Form({ row, read, onReread, onClose }: FormProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<Record<string, Partial<Edited>>>({});
  const [faults, setFaults] = useState<Faults>(new Map());
  const [stale, setStale] = useState(false);
  const wanted = read.data.quotas.map((quota) => ({ ...quota, ...edited[keyOf(quota)] }));
  const changes = wanted.flatMap((quota, at) => FIELDS
    .filter((field) => (quota[field] ?? '') !== (read.data.quotas[at]?.[field] ?? ''))
    .map((field) => ({ quota, field, before: read.data.quotas[at]?.[field] ?? null })));
  const preview = usePreview(row, wanted, changes.length > 0);
  // Found while the person types; what the save says goes before it.
  const told = faults.size > 0 ? faults : preview.faults;
  const save = useMutation({
    mutationFn: () => saveQuotas(row.node.kind, row.node.name, wanted, read.etag ?? `"${read.data.version ?? ''}"`),
    onSuccess: (answer) => {
      client.setQueryData(['quotas', row.node.kind, row.node.name], answer);
      void untilInTree(client, row.node.kind, row.node.name, answer.data.quotas).then(() => client.invalidateQueries({ queryKey: ['lending'] }));
      notifications.show({ message: x.saved(row.node.displayName ?? row.node.name) });
      onClose();
    },
    onError: (cause) => {
      const status = cause instanceof ProblemError ? cause.status : 0;
      setStale(status === 412);
      const found = cause instanceof ProblemError ? faultsOf(cause.problem) : new Map<string, string>();
      setFaults(status === 412 ? new Map() : found.size > 0 ? found : new Map([['', cause.message]]));
      if (status === 412) onReread();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (changes.length > 0) save.mutate();
  }
  function type(quota: Quota, field: (typeof FIELDS)[number], value: string) {
    const kept = field === 'nominal' || value !== '' ? value : null;
    setEdited((old) => ({ ...old, [keyOf(quota)]: { ...old[keyOf(quota)], [field]: kept } }));
    setFaults(new Map());
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      {stale ? <p className={css.note} role="alert">{x.stale}</p> : null}
      {faults.get('') ? <p className={css.bad} role="alert">{faults.get('')}</p> : null}
      {wanted.map((quota, at) => (
        <div key={keyOf(quota)} className={css.cell} role="group" aria-label={keyOf(quota)}>
          <h3>{quota.flavor} <span className="quiet">{quota.resource === GPU ? t.common.gpus : quota.resource}</span></h3>
          <WithBelow row={row} quota={quota} />
          <div className={css.fields}>
            {AMOUNTS.map((field) => (
              <TextInput key={field} label={x[field]} value={quota[field] ?? ''} placeholder={field === 'nominal' ? undefined : t.common.unlimited}
                error={told.get(`/quotas/${at}/${field}`)} inputMode="numeric"
                onChange={(event) => type(quota, field, event.currentTarget.value.trim())} />
            ))}
          </div>
          {row.node.kind === 'PROJECT' ? (
            <TextInput label={wordOf('drainBy')} description={t.scheduling.quota.drainByHint} value={quota.drainBy ?? ''}
              error={told.get(`/quotas/${at}/drainBy`)} onChange={(event) => type(quota, 'drainBy', event.currentTarget.value.trim())} />
          ) : null}
        </div>
      ))}
      <section aria-live="polite">
        <h3>{x.effect}</h3>
        {changes.length === 0 ? <p className="quiet">{x.noChange}</p> : changes.map(({ quota, field, before }) => (
          <p key={`${keyOf(quota)}/${field}`}>
            {quota.flavor}, {wordOf(field).toLowerCase()}: <b>{x.change(before ?? none(field), quota[field] ?? none(field))}</b>
          </p>
        ))}
        <Below row={row} before={read.data.quotas} wanted={wanted.filter((quota) => changes.some((change) => change.quota === quota))} />
        <Above before={read.data.quotas} wanted={wanted.filter((quota) => changes.some((change) => change.quota === quota))} />
        {changes.length > 0 ? <Preview {...preview} /> : null}
      </section>
      <FormActions submit={x.save} busy={save.isPending} disabled={changes.length === 0} onCancel={onClose} />
    </form>
  );
}

/** A cohort's own quota is a part of what the table shows of it: the rest is that of what lies below. */
function WithBelow({ row, quota }: { row: QuotaRow; quota: Quota }) {
  const cell = row.node.cells.find((each) => each.flavor === quota.flavor && each.resource === quota.resource);
  if (row.node.kind !== 'COHORT' || !cell) return null;
  const below = Number(cell.subtreeNominal) - Number(cell.nominal);
  return <p className="soft small">{x.withBelow(count(below), count(below + Number(quota.nominal)))}</p>;
}

/** What the change would do now: asked while the person types, never remembered. */
function usePreview(row: QuotaRow, wanted: Quota[], enabled: boolean) {
  const asked = JSON.stringify(wanted);
  const [settled] = useDebouncedValue(asked, 400);
  const query = useQuery({
    queryKey: ['quota-preview', row.node.kind, row.node.name, settled], enabled,
    queryFn: ({ signal }) => previewQuotas(row.node.kind, row.node.name, JSON.parse(settled) as Quota[], signal),
    placeholderData: keepPreviousData, retry: false, staleTime: 0,
  });
  const old = asked !== settled || query.isPlaceholderData;
  const faults: Faults = !old && query.error instanceof ProblemError ? faultsOf(query.error.problem) : new Map<string, string>();
  return { effect: query.data, error: query.error, old, faults };
}

function Preview({ effect, error, old, faults }: ReturnType<typeof usePreview>) {
  return (
    <div className={css.preview}>
      <h3>{t.manage.effect.title}</h3>
      {error ? <p className="soft">{faults.size > 0 ? x.unreadable : t.manage.effect.unknown}</p>
        : effect ? <EffectView effect={effect} old={old} />
        : <p className="quiet">{t.manage.effect.asking}</p>}
    </div>
  );
}

/** More than there is can be guaranteed, for nodes that are to come; the person is told. */
function Above({ wanted, before }: { wanted: Quota[]; before: Quota[] }) {
  const { data } = useQuery(availabilityQuery);
  const { data: tree } = useQuery(quotaTreeQuery);
  if (!data || !tree) return null;
  return wanted.map((quota) => {
    const there = data.models.find((model) => model.flavor === quota.flavor)?.gpus;
    const old = Number(before.find((each) => keyOf(each) === keyOf(quota))?.nominal ?? 0);
    const sum = guaranteed(tree, quota.flavor) + Number(quota.nominal) - old;
    if (there === undefined || quota.resource !== GPU || !(Number(quota.nominal) > old && sum > there)) return null;
    return <p key={keyOf(quota)} className={css.note}>{quota.flavor}: {x.above(count(sum), count(there))}</p>;
  });
}

/** A quota may be cut below what is used; the person is told what it means. */
function Below({ row, wanted, before }: { row: QuotaRow; wanted: Quota[]; before: Quota[] }) {
  if (row.node.kind !== 'PROJECT') return null;
  const below = row.node.cells.filter((cell) => {
    const isCell = (each: Quota) => each.flavor === cell.flavor && each.resource === cell.resource;
    const next = Number(wanted.find(isCell)?.nominal ?? NaN);
    return Number(cell.used) > next && next < Number(before.find(isCell)?.nominal ?? 0);
  });
  return below.map((cell) => <p key={`${cell.flavor}/${cell.resource}`} className="soft">{cell.flavor}: {x.below(count(cell.used))}</p>);
}
