import { Autocomplete, Drawer, MultiSelect, Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { trustRulePath, usersQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { TrustRule } from '~/api/types';
import { t } from '~/text';
import { FormActions, Refusal } from '~/ui/FormActions';
import { WholeNumber } from '~/ui/WholeNumber';
import { faultsOf } from '~/work/submit/Faults';
import { PairsField } from '~/work/submit/PairsField';
import { SCOPES } from './scopes';
import css from './Trust.module.css';

const x = t.manage.trust;
type Rule = Omit<TrustRule, 'version'>;
const FRESH: Rule = {
  name: '', issuer: 'https://token.actions.githubusercontent.com', audience: '', claims: { repository_id: '', ref: 'refs/heads/main' }, project: '', login: '',
  scopes: SCOPES, maxHours: 12,
};

interface TrustEditorProps {
  /** Name of the rule in the URL; `new` for one that is made. */
  name: string | undefined;
  rule: TrustRule | undefined;
  onClose: () => void;
}

export function TrustEditor({ name, rule, onClose }: TrustEditorProps) {
  return (
    <Drawer opened={name !== undefined} onClose={onClose} position="right" size={520} title={rule ? x.of(rule.name) : x.make}
      closeButtonProps={{ 'aria-label': t.common.close }}>
      {rule || name === 'new' ? <Form key={rule?.version ?? 0} rule={rule} onDone={onClose} /> : null}
    </Drawer>
  );
}

function useSave(rule: TrustRule | undefined, wanted: Rule, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const { name, ...body } = wanted;
      return send('PUT', trustRulePath(name), rule ? { body, ifMatch: `"${rule.version}"` } : { body, create: true });
    },
    onSuccess: () => {
      notifications.show({ message: x.saved(wanted.name) });
      void client.invalidateQueries({ queryKey: ['trust-rules'] });
      onDone();
    },
  });
}

const FIELDS = ['/name', '/issuer', '/audience', '/claims', '/project', '/login', '/maxHours'];

function Form({ rule, onDone }: { rule: TrustRule | undefined; onDone: () => void }) {
  const { data: me } = useQuery(meQuery);
  const { data: users } = useQuery(usersQuery);
  const [wanted, setWanted] = useState<Rule>(() => rule ?? { ...FRESH, audience: window.location.origin });
  const set = (change: Partial<Rule>) => setWanted((old) => ({ ...old, ...change }));
  const save = useSave(rule, wanted, onDone);
  const faults = save.error instanceof ProblemError ? faultsOf(save.error.problem) : new Map<string, string>();
  const stale = save.error instanceof ProblemError && save.error.status === 412;
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }
  return (
    <form onSubmit={submit} className={css.question} noValidate>
      <TextInput label={x.name} aria-required value={wanted.name} disabled={rule !== undefined} data-autofocus maxLength={63} error={faults.get('/name')} onChange={(event) => set({ name: event.currentTarget.value.trim() })} />
      <Autocomplete label={x.issuer} aria-required description={x.issuerHint} size="sm" data={Object.keys(x.issuers)} value={wanted.issuer} error={faults.get('/issuer')} onChange={(issuer) => set({ issuer: issuer.trim() })} />
      <TextInput label={x.audience} aria-required description={x.audienceHint} value={wanted.audience} error={faults.get('/audience')} onChange={(event) => set({ audience: event.currentTarget.value.trim() })} />
      <PairsField label={x.claims} pairs={Object.entries(wanted.claims)} fault={faults.get('/claims')} onChange={(pairs) => set({ claims: Object.fromEntries(pairs) })} />
      <p className="quiet small">{x.claimsHint}</p>
      <Select label={x.project} aria-required searchable data={me?.projects ?? []} value={wanted.project || null} error={faults.get('/project')} onChange={(project) => set({ project: project ?? '' })} />
      <Select label={x.login} aria-required description={x.loginHint} searchable data={users?.map((user) => user.login) ?? []} value={wanted.login || null} error={faults.get('/login')} onChange={(login) => set({ login: login ?? '' })} />
      <MultiSelect label={x.scopes} size="sm" data={[...new Set([...SCOPES, ...wanted.scopes])]} value={wanted.scopes} onChange={(scopes) => set({ scopes })} />
      <WholeNumber label={x.hours} description={x.hoursHint} min={1} max={168} value={wanted.maxHours} error={faults.get('/maxHours')} onChange={(maxHours) => set({ maxHours })} />
      {stale ? <p role="alert" style={{ color: 'var(--bad)' }}>{rule ? x.stale : x.taken(wanted.name)}</p> : <Refusal cause={save.error} faults={faults} fields={FIELDS} />}
      <FormActions submit={t.common.save} busy={save.isPending} onCancel={onDone}
        disabled={!wanted.name || !wanted.project || !wanted.login || wanted.scopes.length === 0 || Object.keys(wanted.claims).length === 0} />
    </form>
  );
}
