import { Button, Drawer, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, type Versioned } from '~/api/http';
import { type IdlePolicy, idlePolicyQuery, saveIdlePolicy } from '~/api/use';
import { t } from '~/text';
import { FormActions, Refusal } from '~/ui/FormActions';
import { lengthOf } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { WholeNumber } from '~/ui/WholeNumber';
import { faultsOf } from '~/work/submit/Faults';

const x = t.scheduling.idle;

/** When notebooks that nobody uses are stopped. */
export function IdleRules({ editable }: { editable: boolean }) {
  const query = useQuery(idlePolicyQuery);
  const [open, setOpen] = useState(false);
  return (
    <Panel title={x.title} actions={editable ? <Button variant="default" size="compact-sm" aria-label={`${x.edit}: ${x.title}`} disabled={!query.data} onClick={() => setOpen(true)}>{x.edit}</Button> : undefined}>
      <Loaded query={query} lines={2}>
        {(read) => (
          <>
            <p>{read.data.active ? x.told(read.data.percent, lengthOf(read.data.window), lengthOf(read.data.notice)) : x.off}</p>
            <Drawer opened={open} onClose={() => setOpen(false)} position="right" size={420} title={x.title} closeButtonProps={{ 'aria-label': t.common.close }}>
              {open ? <Form read={read} onReread={() => void query.refetch()} onClose={() => setOpen(false)} /> : null}
            </Drawer>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** Only what was changed is kept apart; after a stale refusal it lies over the fresh rule. */
function Form({ read, onReread, onClose }: { read: Versioned<IdlePolicy>; onReread: () => void; onClose: () => void }) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<Partial<IdlePolicy>>({});
  const wanted = { ...read.data, ...edited };
  const save = useMutation({
    mutationFn: () => saveIdlePolicy(wanted, read.etag ?? `"${read.data.version}"`),
    onSuccess: (answer) => {
      client.setQueryData(idlePolicyQuery.queryKey, answer);
      notifications.show({ message: x.saved });
      onClose();
    },
    onError: (cause) => {
      if (cause instanceof ProblemError && cause.status === 412) onReread();
    },
  });
  const faults = save.error instanceof ProblemError ? faultsOf(save.error.problem) : new Map<string, string>();
  const stale = save.error instanceof ProblemError && save.error.status === 412;
  const set = (change: Partial<IdlePolicy>) => { setEdited((old) => ({ ...old, ...change })); if (!stale) save.reset(); };
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 14 }}>
      <p className="soft">{x.detail}</p>
      {stale ? <p role="alert" style={{ color: 'var(--bad)' }}>{t.scheduling.site.stale}</p> : <Refusal cause={save.error} faults={faults} fields={['/percent', '/window', '/notice']} />}
      <Switch label={x.active} checked={wanted.active} onChange={(event) => set({ active: event.currentTarget.checked })} />
      <WholeNumber label={x.percent} min={1} max={100} value={wanted.percent} error={faults.get('/percent')} onChange={(percent) => set({ percent })} />
      <TextInput label={x.window} description={t.scheduling.hint.duration} value={wanted.window} error={faults.get('/window')} onChange={(event) => set({ window: event.currentTarget.value.trim() })} />
      <TextInput label={x.notice} description={t.scheduling.hint.duration} value={wanted.notice} error={faults.get('/notice')} onChange={(event) => set({ notice: event.currentTarget.value.trim() })} />
      <FormActions submit={t.common.save} busy={save.isPending} disabled={Object.keys(edited).length === 0} onCancel={onClose} />
    </form>
  );
}
