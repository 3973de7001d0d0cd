import { Button, Modal, NumberInput, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { flavorsQuery, newKey, rateCardPath, rateProposalsQuery } from '~/api/queries';
import type { RateCard, RateProposal } from '~/api/types';
import { t } from '~/text';
import { FormActions } from '~/ui/FormActions';
import { day, price, words } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { Ago, useToday } from '~/ui/time';
import { faultsOf } from '~/work/submit/Faults';
import { ModelField, PoolField } from './KnownNames';
import css from './RateProposals.module.css';
import { keyOf, type Rate, type RateChange, rateDiff, withPrice } from './rateDiff';
import { TimeBandField } from './TimeBandField';

const x = t.money.proposals;
const r = t.money.rates;
const TONES = { added: 'good', removed: 'bad', changed: 'warn', same: 'calm' } as const;
const nameOf = (rate: Rate): string =>
  [rate.model, rate.pool, rate.class, rate.meter, rate.timeBand].filter((part) => part && part !== '*').map((part) => words(part ?? '')).join(', ') || t.money.rates.anyPool;

/** What a proposed card changes in the one in force; unchanged prices are only counted. */
export function RateDiff({ changes, currency }: { changes: RateChange[]; currency: string }) {
  const shown = changes.filter((change) => change.kind !== 'same');
  const until = (rate: Rate) => (rate.validTo ? day(rate.validTo) : t.money.rates.open);
  return (
    <ul className={css.diff}>
      {shown.map(({ kind, rate, before }) => (
        <li key={`${kind}/${keyOf(rate)}`}>
          <Flag tone={TONES[kind]}>{x.kinds[kind]}</Flag>
          <span><b>{rate.model && rate.model !== '*' ? rate.model : nameOf(rate)}</b> <span className="quiet">{rate.model && rate.model !== '*' ? nameOf({ ...rate, model: '*' }) : ''}</span></span>
          <span className="num">
            {before && before.pricePerGpuHour !== rate.pricePerGpuHour ? <><s className="quiet">{price(before.pricePerGpuHour, currency)}</s> </> : null}
            {price(rate.pricePerGpuHour, currency)}
          </span>
          <span className="small soft">{day(rate.validFrom)} – {before && before.validTo !== rate.validTo ? <><s className="quiet">{until(before)}</s> </> : null}{until(rate)}</span>
        </li>
      ))}
      <li className="quiet small">{x.same(changes.length - shown.length)}</li>
    </ul>
  );
}

/** Versions that wait for a second person. */
export function RateProposals({ cards, login }: { cards: RateCard[]; login: string | undefined }) {
  const query = useQuery(rateProposalsQuery);
  return (
    <Loaded query={query} lines={2}>
      {(proposals) => proposals.map((proposal) => (
        <Proposal key={`${proposal.card.name}/${proposal.card.version ?? 0}`} proposal={proposal} login={login}
          now={cards.find((card) => card.name === proposal.card.name)} />
      ))}
    </Loaded>
  );
}

function Proposal({ proposal, now, login }: { proposal: RateProposal; now: RateCard | undefined; login: string | undefined }) {
  const client = useQueryClient();
  const { card, author, createdAt } = proposal;
  const approve = useMutation({
    mutationFn: () => send('POST', `${rateCardPath(card.name)}/proposals/${card.version ?? 0}/approve`, { body: {}, idempotencyKey: newKey() }),
    onSuccess: () => {
      notifications.show({ message: x.approved(card.name) });
      void client.invalidateQueries({ queryKey: ['rate-cards'] });
    },
    onError: (cause) => notifications.show({ color: 'red', title: t.problem.title, message: cause.message }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['rate-card-proposals'] }),
  });
  const reject = useMutation({
    mutationFn: () => send('POST', `${rateCardPath(card.name)}/proposals/${card.version ?? 0}/reject`, { body: {}, idempotencyKey: newKey() }),
    onSuccess: () => notifications.show({ message: x.rejected(card.name) }),
    onError: (cause) => notifications.show({ color: 'red', title: t.problem.title, message: cause.message }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['rate-card-proposals'] }),
  });
  const end = login === author ? x.takeBack : x.reject;
  return (
    <Panel title={x.title(card.name)} note={<>{x.by(author)} <Ago at={createdAt} /></>}
      actions={login === undefined ? undefined : (
        <>
          {login === author ? <span className="quiet small">{x.notOwn}</span> : null}
          <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate()} aria-label={`${end} ${card.name}`}>{end}</Button>
          {login === author ? null : <Button loading={approve.isPending} onClick={() => approve.mutate()} aria-label={`${x.approve} ${card.name}`}>{x.approve}</Button>}
        </>
      )}>
      {proposal.warnings.map((each) => <Warning key={each} text={each} />)}
      <RateDiff changes={rateDiff(now?.rates ?? [], card.rates)} currency={card.currency} />
    </Panel>
  );
}

/** Allowed, but perhaps a slip. */
const Warning = ({ text }: { text: string }) => <p role="note" className={css.warning}><Flag tone="warn">{x.warning}</Flag> {text}</p>;

/** One new price of a card; the rest of the card stays. The change is shown before it is sent. */
export function ProposePrice({ card }: { card: RateCard }) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={dialog.open} aria-label={`${x.propose} ${card.name}`}>{x.propose}</Button>
      <Modal opened={opened} onClose={dialog.close} title={x.propose} size="lg" closeButtonProps={{ 'aria-label': t.common.close }}>
        <Form card={card} onDone={dialog.close} />
      </Modal>
    </>
  );
}

const DAY_MS = 86_400_000;
const CLASSES = ['NOMINAL', 'BORROWED', 'RESERVED', 'SPOT', 'INTERNAL'];
const METERS = ['SETUP', 'RUN', 'TEARDOWN'];
const anyOr = (values: string[]) => [{ value: '', label: r.anyPool }, ...values.map((value) => ({ value, label: words(value) }))];

function Form({ card, onDone }: { card: RateCard; onDone: () => void }) {
  const client = useQueryClient();
  const today = useToday();
  const { data: flavors } = useQuery(flavorsQuery);
  const [key, setKey] = useState({ model: '', pool: '', class: '', meter: '', timeBand: '*' });
  const [amount, setAmount] = useState<string | number>('');
  const [list, setList] = useState<string | number>('');
  const [from, setFrom] = useState(() => new Date(Date.parse(`${today}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10));
  const ready = amount !== '' && /^\d{4}-\d{2}-\d{2}$/.test(from);
  const added = {
    model: key.model || '*', pool: key.pool || '*', class: key.class || '*', meter: key.meter || '*', timeBand: key.timeBand,
    pricePerGpuHour: String(amount), listPricePerGpuHour: String(list === '' ? amount : list), validFrom: `${from}T00:00:00Z`, validTo: null,
  };
  const wanted = ready ? withPrice(card.rates, added) : card.rates;
  const propose = useMutation({
    mutationFn: () => send('POST', `${rateCardPath(card.name)}/proposals`, {
      body: { currency: card.currency, rates: wanted }, ifMatch: `"${card.version ?? ''}"`, idempotencyKey: newKey(),
    }),
    onSuccess: () => {
      notifications.show({ message: x.proposed });
      void client.invalidateQueries({ queryKey: ['rate-card-proposals'] });
      onDone();
    },
  });
  const faults = propose.error instanceof ProblemError ? [...faultsOf(propose.error.problem)].map(([at, detail]) => `${at.slice(1)} ${detail}`) : [];
  const set = (change: Partial<typeof key>) => { setKey({ ...key, ...change }); propose.reset(); };
  function submit(event: FormEvent) {
    event.preventDefault();
    propose.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <p className="soft">{x.detail}</p>
      <div className={css.pair}>
        <ModelField label={r.model} description={x.anyHint} value={key.model} onChange={(model) => set({ model })} />
        <PoolField label={r.pool} description={x.anyHint} value={key.pool} onChange={(pool) => set({ pool })} />
        <Select label={r.class} value={key.class} onChange={(value) => set({ class: value ?? '' })} data={anyOr(CLASSES)} />
        <Select label={r.meter} value={key.meter} onChange={(value) => set({ meter: value ?? '' })} data={anyOr(METERS)} />
        <NumberInput label={`${t.money.rates.price} (${card.currency})`} aria-required description={t.money.rates.perHour} min={0} decimalScale={6} value={amount} onChange={setAmount} />
        <NumberInput label={`${r.listPrice} (${card.currency})`} description={r.listHint} min={0} decimalScale={6} value={list} onChange={setList} />
        <TextInput type="date" label={t.money.rates.from} description="UTC" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
      </div>
      <TimeBandField onChange={(timeBand) => set({ timeBand })} />
      {ready ? <RateDiff changes={rateDiff(card.rates, wanted)} currency={card.currency} /> : null}
      {ready && key.model && flavors && !flavors.some((each) => each.gpuModel === key.model) ? <Warning text={x.noModel(key.model)} /> : null}
      {ready && key.pool && flavors && !flavors.some((each) => each.name === key.pool) ? <Warning text={x.noPool(key.pool)} /> : null}
      {propose.error ? <div role="alert" style={{ color: 'var(--bad)' }}>{faults.length > 0 ? faults.map((each) => <p key={each}>{each}</p>) : propose.error.message}</div> : null}
      <FormActions submit={x.propose} busy={propose.isPending} disabled={!ready} onCancel={onDone} />
    </form>
  );
}
