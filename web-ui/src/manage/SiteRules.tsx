import { Button, Drawer, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, type Versioned } from '~/api/http';
import { type Placement, PLACEMENTS, policyQuery, previewPolicy, priorityClassesQuery, savePolicy, type SchedulingPolicy } from '~/api/scheduling';
import { t } from '~/text';
import { FormActions } from '~/ui/FormActions';
import { Facts, Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { faultsOf } from '~/work/submit/Faults';
import { EffectView } from './EffectView';

const x = t.scheduling;

/** What holds for all projects: order, placement, protection. */
export function SiteRules({ editable }: { editable: boolean }) {
  const query = useQuery(policyQuery);
  const { data: classes } = useQuery(priorityClassesQuery);
  const [open, setOpen] = useState(false);
  return (
    <Panel title={x.site.title}
      actions={editable ? <Button variant="default" size="compact-sm" disabled={!query.data} onClick={() => setOpen(true)}>{x.site.edit}</Button> : undefined}>
      <Loaded query={query} lines={4}>
        {(read) => (
          <>
            <Facts facts={[
              ...summary(read.data),
              ...(classes ? [[x.site.classes, classes.map((each) => `${each.name} ${each.value}`).join(', ')] as [string, string]] : []),
            ]} />
            <Drawer opened={open} onClose={() => setOpen(false)} position="right" size={480} title={x.site.of}
              closeButtonProps={{ 'aria-label': t.common.close }} styles={{ title: { fontWeight: 600 } }}>
              {open ? <Form read={read} onReread={() => void query.refetch()} onClose={() => setOpen(false)} /> : null}
            </Drawer>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

export function summary(policy: SchedulingPolicy): [string, string][] {
  const { order, evictions } = policy;
  return [
    [x.site.order, policy.fairSharing ? x.site.byShare
      : order.halfLife === '0s' ? x.site.byPriority : x.site.byScore(order.priorityWeight, order.shareWeight, order.halfLife)],
    [x.site.place, x.site.strategy[policy.placement]],
    [x.site.protect, x.site.protected(evictions.minRuntime, evictions.notice, evictions.inARow)],
    [x.site.victims, policy.checkpointAwareVictims ? x.site.byLoss : x.site.byOrder],
  ];
}

const EVICTIONS = ['minRuntime', 'notice', 'claim'] as const;
const ORDER = ['halfLife', 'priorityWeight', 'shareWeight'] as const;

/** Only what was changed is kept apart; after a stale refusal it lies over the fresh rules. */
function Form({ read, onReread, onClose }: { read: Versioned<SchedulingPolicy>; onReread: () => void; onClose: () => void }) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<Partial<SchedulingPolicy>>({});
  const stored = read.data;
  const wanted: SchedulingPolicy = {
    ...stored, ...edited, evictions: { ...stored.evictions, ...edited.evictions }, order: { ...stored.order, ...edited.order },
  };
  const changed = JSON.stringify(wanted) !== JSON.stringify(stored);
  const save = useMutation({
    mutationFn: () => savePolicy(wanted, read.etag ?? `"${stored.version}"`),
    onSuccess: (answer) => {
      client.setQueryData(policyQuery.queryKey, answer);
      notifications.show({ message: x.site.saved });
      onClose();
    },
    onError: (cause) => {
      if (cause instanceof ProblemError && cause.status === 412) onReread();
    },
  });
  const stale = save.error instanceof ProblemError && save.error.status === 412;
  const faults = save.error instanceof ProblemError ? faultsOf(save.error.problem) : new Map<string, string>();
  const set = (change: Partial<SchedulingPolicy>) => setEdited((old) => ({ ...old, ...change }));
  const protect = (change: Partial<SchedulingPolicy['evictions']>) => set({ evictions: { ...wanted.evictions, ...change } });
  const rank = (change: Partial<SchedulingPolicy['order']>) => set({ order: { ...wanted.order, ...change } });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (changed) save.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 14 }}>
      {save.error && faults.size === 0 ? <p role="alert" style={{ color: 'var(--bad)' }}>{stale ? x.site.stale : save.error.message}</p> : null}
      <Switch label={x.field.fairSharing} checked={wanted.fairSharing} onChange={(event) => set({ fairSharing: event.currentTarget.checked })} />
      {ORDER.map((name) => (
        <TextInput key={name} label={x.field[name]} description={name === 'halfLife' ? x.hint.halfLife : undefined} value={wanted.order[name]}
          disabled={wanted.fairSharing} error={faults.get(`/order/${name}`)} onChange={(event) => rank({ [name]: event.currentTarget.value.trim() })} />
      ))}
      <Select label={x.field.placement} value={wanted.placement} error={faults.get('/placement')}
        data={PLACEMENTS.map((value) => ({ value, label: x.site.strategy[value] }))}
        onChange={(value) => set({ placement: (value ?? wanted.placement) as Placement })} />
      {EVICTIONS.map((name) => (
        <TextInput key={name} label={x.field[name]} description={x.hint.duration} value={wanted.evictions[name]}
          error={faults.get(`/evictions/${name}`)} onChange={(event) => protect({ [name]: event.currentTarget.value.trim() })} />
      ))}
      <TextInput label={x.field.inARow} description={x.hint.inARow} inputMode="numeric" value={String(wanted.evictions.inARow)}
        error={faults.get('/evictions/inARow')} onChange={(event) => protect({ inARow: Number(event.currentTarget.value.replace(/\D/g, '')) })} />
      <Switch label={x.field.checkpointAwareVictims} checked={wanted.checkpointAwareVictims}
        onChange={(event) => set({ checkpointAwareVictims: event.currentTarget.checked })} />
      {changed ? <Preview wanted={wanted} /> : null}
      <FormActions submit={t.common.save} busy={save.isPending} disabled={!changed} onCancel={onClose} />
    </form>
  );
}

/** What the change would do now: asked while the person types, never remembered. */
function Preview({ wanted }: { wanted: SchedulingPolicy }) {
  const asked = JSON.stringify(wanted);
  const [settled] = useDebouncedValue(asked, 400);
  const query = useQuery({
    queryKey: ['policy-preview', settled],
    queryFn: ({ signal }) => previewPolicy(JSON.parse(settled) as SchedulingPolicy, signal),
    placeholderData: keepPreviousData, retry: false, staleTime: 0,
  });
  return (
    <section aria-live="polite">
      <h3>{x.site.effect}</h3>
      {query.error ? <p className="soft">{t.manage.effect.unknown}</p>
        : query.data ? <EffectView effect={query.data} old={asked !== settled || query.isPlaceholderData} />
        : <p className="quiet">{t.manage.effect.asking}</p>}
    </section>
  );
}
