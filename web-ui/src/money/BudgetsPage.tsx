import { Button, Drawer, Modal, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { budgetPath, budgetsQuery, newKey } from '~/api/queries';
import { serverNow } from '~/api/serverClock';
import { meQuery } from '~/api/session';
import type { Budget } from '~/api/types';
import { may } from '~/app/nav';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions } from '~/ui/FormActions';
import { day, money, percent } from '~/ui/format';
import { Facts, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Ago } from '~/ui/time';
import { WholeNumber } from '~/ui/WholeNumber';
import { faultsOf, type Faults } from '~/work/submit/Faults';
import css from './BudgetsPage.module.css';
import { amountOf, BudgetState, BudgetUse, scopeOf } from './BudgetUse';

const x = t.money.budgets;

export function BudgetsPage() {
  const search = useSearch({ from: '/inside/budgets' });
  const navigate = useNavigate({ from: '/budgets' });
  const { data: me } = useQuery(meQuery);
  const query = useQuery(budgetsQuery);
  const writer = me !== undefined && may(me, 'budget.write');
  const edit = (id: string | undefined) => void navigate({ search: (old) => ({ ...old, edit: id }), replace: true });
  const chosen = query.data?.find((budget) => budget.id === search.edit);
  return (
    <Page title={x.title} lead={x.lead} actions={writer ? <Button onClick={() => edit('new')}>{x.make}</Button> : null}>
      <Loaded query={query}>
        {(rows) => rows.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <Panel flush><DataTable label={x.title} columns={columns(writer, edit)} rows={rows} rowKey={(budget) => budget.id} /></Panel>
        )}
      </Loaded>
      <Panel title={t.common.definitions}>
        <Facts facts={(['used', 'held', 'forecast', 'hard'] as const).map((key) => [x[key], x.def[key]])} />
      </Panel>
      <Drawer opened={search.edit !== undefined} onClose={() => edit(undefined)} position="right" size={440} title={chosen ? x.of(scopeOf(chosen)) : x.make}
        closeButtonProps={{ 'aria-label': t.common.close }}>
        {search.edit === 'new' || chosen ? <Editor key={search.edit} budget={chosen} onClose={() => edit(undefined)} /> : null}
      </Drawer>
    </Page>
  );
}

/** What was used leads to the costs of the same part of the organisation. */
function Spent({ budget }: { budget: Budget }) {
  if (budget.scopeKind === 'USER') return <>{money(budget.used)}</>;
  const scope = budget.scopeKind === 'ORGANISATION' ? undefined : `${budget.scopeKind.toLowerCase()}:${budget.scope}`;
  return <Link to="/costs" search={{ scope }}>{money(budget.used)}</Link>;
}

function columns(writer: boolean, onEdit: (id: string) => void): Column<Budget>[] {
  const list: Column<Budget>[] = [
    { id: 'scope', header: x.scope, width: 140, wrap: true, cell: (budget) => <b style={{ fontWeight: 500 }}>{scopeOf(budget)}</b> },
    { id: 'state', header: x.state, width: 128, narrow: 'head', cell: (budget) => <BudgetState budget={budget} /> },
    { id: 'period', header: x.period, width: 94, cell: (budget) => <span title={`${day(budget.from)} – ${day(budget.to)}`}>{x.periods[budget.period] ?? budget.period}, {(budget.hard ? x.hard : x.soft).toLowerCase()}</span> },
    { id: 'bar', header: x.use, width: 108, grow: true, cell: (budget) => <BudgetUse budget={budget} /> },
    { id: 'used', header: x.used, width: 104, number: true, cell: (budget) => <Spent budget={budget} /> },
    { id: 'held', header: x.held, width: 98, number: true, cell: (budget) => money(budget.held) },
    { id: 'amount', header: x.amount, width: 114, number: true, cell: (budget) => money(budget.amount) },
    { id: 'forecast', header: x.forecast, width: 104, number: true, cell: (budget) => <span title={percent(Number(budget.forecast.amount), amountOf(budget))}>{money(budget.forecast)}</span> },
  ];
  if (writer) {
    list.push({
      id: 'act', header: '', width: 130,
      cell: (budget) => (
        <>
          <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${x.edit} ${budget.id}`} onClick={() => onEdit(budget.id)}>{x.edit}</Button>
          {budget.hard && budget.active ? <Override budget={budget} /> : null}
        </>
      ),
    });
  }
  return list;
}

const HOURS = [1, 4, 24, 72];

/** Lets jobs through for a while. It needs a reason, which stands in the audit log. */
function Override({ budget }: { budget: Budget }) {
  const [opened, dialog] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const [hours, setHours] = useState('24');
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: () => send('POST', `${budgetPath(budget.id)}/override`, {
      body: { until: new Date(serverNow() + Number(hours) * 3_600_000).toISOString(), reason }, idempotencyKey: newKey(),
    }),
    onSuccess: () => {
      notifications.show({ message: x.overrideDone });
      void client.invalidateQueries({ queryKey: ['budgets'] });
      dialog.close();
    },
  });
  return (
    <>
      <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${x.override} ${budget.id}`} onClick={dialog.open}>{x.override}</Button>
      <Modal opened={opened} onClose={dialog.close} title={x.overrideAsk(scopeOf(budget))} closeButtonProps={{ 'aria-label': t.common.close }}>
        <form onSubmit={(event) => { event.preventDefault(); act.mutate(); }} style={{ display: 'grid', gap: 12 }}>
          <p className="soft">{x.overrideDetail} {budget.overriddenUntil ? <Ago at={budget.overriddenUntil} /> : null}</p>
          <Select label={x.until} value={hours} onChange={(value) => setHours(value ?? hours)} data={HOURS.map((each) => ({ value: String(each), label: x.hours(each) }))} />
          <Textarea label={x.reason} aria-required value={reason} maxLength={1000} autosize minRows={2} data-autofocus onChange={(event) => setReason(event.currentTarget.value)} />
          {act.error ? <p role="alert" style={{ color: 'var(--bad)' }}>{act.error.message}</p> : null}
          <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end' }}>
            <Button variant="default" onClick={dialog.close}>{t.common.cancel}</Button>
            <Button type="submit" disabled={!reason.trim()} loading={act.isPending}>{x.override}</Button>
          </div>
        </form>
      </Modal>
    </>
  );
}

function Editor({ budget, onClose }: { budget: Budget | undefined; onClose: () => void }) {
  const client = useQueryClient();
  const [faults, setFaults] = useState<Faults>(new Map());
  const [draft, setDraft] = useState({
    id: budget?.id ?? '', scopeKind: budget?.scopeKind ?? 'PROJECT', scope: budget?.scope ?? '', period: budget?.period ?? 'MONTH',
    amount: budget?.amount.amount ?? '', currency: budget?.amount.currency ?? 'EUR', hard: budget?.hard ?? false,
    thresholds: (budget?.thresholds ?? [50, 80, 100]).join(', '), graceMinutes: budget?.graceMinutes ?? 15, active: budget?.active ?? true,
  });
  const set = (change: Partial<typeof draft>) => { setDraft({ ...draft, ...change }); setFaults(new Map()); };
  const save = useMutation({
    mutationFn: () => send('PUT', budgetPath(draft.id), {
      ...(budget ? { ifMatch: `"${budget.version}"` } : { create: true }),
      body: {
        scopeKind: draft.scopeKind, scope: draft.scopeKind === 'ORGANISATION' ? '' : draft.scope, period: draft.period,
        amount: { amount: draft.amount, currency: draft.currency }, hard: draft.hard,
        thresholds: draft.thresholds.split(/[\s,]+/).filter(Boolean).map(Number), graceMinutes: draft.graceMinutes, active: draft.active,
      },
    }),
    onSuccess: () => {
      notifications.show({ message: x.saved });
      void client.invalidateQueries({ queryKey: ['budgets'] });
      onClose();
    },
    onError: (cause) => {
      const told = cause instanceof ProblemError ? faultsOf(cause.problem) : new Map<string, string>();
      const stale = cause instanceof ProblemError && cause.status === 412;
      setFaults(told.size > 0 ? told : new Map([['', stale ? x.stale : cause.message]]));
      if (stale) void client.invalidateQueries({ queryKey: ['budgets'] });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 14 }}>
      {faults.get('') ? <p role="alert" style={{ color: 'var(--bad)' }}>{faults.get('')}</p> : null}
      <TextInput label={x.id} aria-required description={x.idHint} value={draft.id} disabled={budget !== undefined} error={faults.get('/id')} onChange={(event) => set({ id: event.currentTarget.value.trim() })} />
      <Select label={x.scope} value={draft.scopeKind} data={Object.entries(x.kinds).map(([value, label]) => ({ value, label }))} error={faults.get('/scopeKind')} onChange={(value) => set({ scopeKind: (value ?? draft.scopeKind) as Budget['scopeKind'] })} />
      {draft.scopeKind === 'ORGANISATION' ? null : <TextInput label={x.scopeName} aria-required value={draft.scope} error={faults.get('/scope')} onChange={(event) => set({ scope: event.currentTarget.value.trim() })} />}
      <Select label={x.period} value={draft.period} data={Object.entries(x.periods).map(([value, label]) => ({ value, label }))} error={faults.get('/period')} onChange={(value) => set({ period: (value ?? draft.period) as Budget['period'] })} />
      <div className={css.pair}>
        <TextInput label={x.amount} aria-required inputMode="decimal" value={draft.amount} error={faults.get('/amount/amount') ?? faults.get('/amount')} onChange={(event) => set({ amount: event.currentTarget.value.trim() })} />
        <TextInput label={x.currency} value={draft.currency} maxLength={3} error={faults.get('/amount/currency') ?? faults.get('/currency')} onChange={(event) => set({ currency: event.currentTarget.value.toUpperCase() })} />
      </div>
      <Switch label={x.hard} description={x.def.hard} checked={draft.hard} onChange={(event) => set({ hard: event.currentTarget.checked })} />
      <TextInput label={x.thresholds} value={draft.thresholds} error={faults.get('/thresholds')} onChange={(event) => set({ thresholds: event.currentTarget.value })} />
      <WholeNumber label={x.grace} min={0} value={draft.graceMinutes} error={faults.get('/graceMinutes')} onChange={(graceMinutes) => set({ graceMinutes })} />
      <Switch label={x.active} checked={draft.active} onChange={(event) => set({ active: event.currentTarget.checked })} />
      <FormActions submit={t.common.save} busy={save.isPending} disabled={!draft.id || !draft.amount} onCancel={onClose} />
    </form>
  );
}
