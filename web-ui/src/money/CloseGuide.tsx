import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { periodQuery, type PeriodState } from '~/api/charges';
import { adjustmentsQuery, booksQuery, disputesQuery, statementTotalsQuery } from '~/api/queries';
import { t } from '~/text';
import { hours, money, month as monthText } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Skeleton } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { Ago, useNow } from '~/ui/time';
import { CloseMonth } from './CloseMonth';
import css from './CloseGuide.module.css';
import { PeriodSteps, SoftClose } from './SoftClose';

const x = t.money.closing;
const QUIET_MS = 3_600_000;

/** The way through the end of a month: look, settle, close, and what came of it. */
export function CloseGuide({ month }: { month: string }) {
  const { data: states } = useQuery(periodQuery(month));
  if (!states || states.length === 0) return null;
  const closed = states.every((each) => each.status === 'CLOSED');
  const open = states.some((each) => each.status === 'OPEN');
  return (
    <Panel title={x.guide(monthText(month))} note={<PeriodSteps month={month} />}>
      {closed ? <Closed month={month} states={states} /> : (
        <ol className={css.steps}>
          <li data-step="look"><h3>{x.look}</h3><Checklist month={month} states={states} /></li>
          <li data-step="settle" data-done={!open || undefined}>
            <h3>{x.settle}</h3>
            <p className="soft">{x.softMeans}</p>
            {open ? <SoftClose month={month} /> : <Done states={states.filter((each) => each.status === 'SOFT_CLOSED')} />}
          </li>
          <li data-step="close">
            <h3>{x.closeStep}</h3>
            <p className="soft">{x.detail}</p>
            <CloseMonth month={month} />
          </li>
        </ol>
      )}
    </Panel>
  );
}

/** By whom and when. */
function Done({ states }: { states: PeriodState[] }) {
  const last = [...states].sort((a, b) => String(b.closedAt).localeCompare(String(a.closedAt)))[0];
  return last?.closedAt ? <p className="small">{x.doneBy(last.closedBy ?? '')} <Ago at={last.closedAt} /></p> : null;
}

interface Check {
  ok: boolean | undefined;
  told: ReactNode;
}

/** What should be in order before a month is settled. Nothing here forbids it. */
function Checklist({ month, states }: { month: string; states: PeriodState[] }) {
  const now = useNow();
  const totals = useQuery(statementTotalsQuery(month));
  const adjustments = useQuery(adjustmentsQuery);
  const disputes = useQuery(disputesQuery);
  const books = useQuery(booksQuery);
  if (!totals.data || !adjustments.data || !disputes.data) return <Skeleton lines={5} />;
  const last = states.map((each) => each.lastBookedAt ?? '').sort().at(-1) ?? '';
  const unrated = totals.data.unratedGpuHours;
  const asked = adjustments.data.filter((each) => each.status === 'REQUESTED').length;
  const disputed = disputes.data.filter((each) => each.status === 'OPEN').length;
  const broken = books.data?.checks.filter((check) => !check.ok).length;
  const checks: Check[] = [
    { ok: !last || now - Date.parse(last) > QUIET_MS, told: last ? <>{x.lastBooked} <Ago at={last} />. {x.lateMeans}</> : x.nothingBooked },
    { ok: Number(unrated) === 0, told: Number(unrated) === 0 ? x.allRated : <>{x.unrated(hours(unrated))} <Link className="inline" to="/rate-cards">{t.nav.rateCards}</Link></> },
    { ok: asked === 0, told: asked === 0 ? x.noAdjustments : <>{x.adjustments(asked)} <Link className="inline" to="/adjustments">{t.nav.adjustments}</Link></> },
    { ok: disputed === 0, told: disputed === 0 ? x.noDisputes : <>{x.disputes(disputed)} <Link className="inline" to="/adjustments">{t.nav.adjustments}</Link></> },
    { ok: broken === undefined ? undefined : broken === 0, told: <>{broken === undefined ? (books.error ? x.booksUnknown : x.booksAsked) : broken === 0 ? x.booksSound(books.data?.checks.length ?? 0) : x.booksBroken(broken)} <Link className="inline" to="/reconciliation">{t.nav.reconciliation}</Link></> },
  ];
  return (
    <ul className={css.checks}>
      {checks.map((check, at) => (
        <li key={at}><Flag tone={check.ok === undefined ? 'calm' : check.ok ? 'good' : 'warn'}>{check.ok === undefined ? x.open : check.ok ? x.fine : x.lookAt}</Flag><span>{check.told}</span></li>
      ))}
    </ul>
  );
}

/** What came of it, and where later facts go. */
function Closed({ month, states }: { month: string; states: PeriodState[] }) {
  const { data } = useQuery(statementTotalsQuery(month));
  const numbers = states.map((each) => each.number ?? '').filter(Boolean).sort();
  return (
    <div className={css.closed}>
      <p>{x.issued(states.length, numbers[0] ?? '', numbers.at(-1) ?? '')} {data ? x.inAll(money(data.total)) : null}</p>
      <Done states={states} />
      <p className="soft">{x.afterwards} <Link className="inline" to="/adjustments">{t.nav.adjustments}</Link></p>
    </div>
  );
}
