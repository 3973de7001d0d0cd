import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { budgetsQuery, costsQuery, monthToDateQuery } from '~/api/queries';
import { serverNow } from '~/api/serverClock';
import type { Budget, CostRow, Money, MonthToDate } from '~/api/types';
import type { Scope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { money, NOTHING, percent } from '~/ui/format';
import { Figure, Panel } from '~/ui/Page';
import { BudgetState, BudgetUse, scopeOf } from './BudgetUse';
import { boundsOf, monthBefore, type Span } from './period';

const x = t.money.costs;

/** What the month may come to, within what the last weeks have cost. */
export function ForecastFigure({ of }: { of: NonNullable<MonthToDate['forecast']> }) {
  const whole = ({ amount, currency }: Money) => money({ amount: Number(amount).toFixed(0), currency }).replace(/[.,]00(?=\D*$)/, '');
  return <Figure name={x.forecast} value={whole(of.expected)} hint={of.low && of.high ? <span title={x.bandMeans}>{x.band(whole(of.low), whole(of.high))}</span> : x.noBand} />;
}

/** The budgets of the part of the organisation that is looked at. */
export function BudgetsInScope({ scope }: { scope: Scope | undefined }) {
  const { data } = useQuery(budgetsQuery);
  const own = (data ?? []).filter((each) => each.active && covers(each, scope));
  const columns: Column<Budget>[] = [
    { id: 'scope', header: t.money.budgets.scope, width: 180, cell: (budget) => <Link to="/budgets" className="plain">{scopeOf(budget)}</Link> },
    { id: 'state', header: t.money.budgets.state, width: 128, narrow: 'head', cell: (budget) => <BudgetState budget={budget} /> },
    { id: 'bar', header: t.money.budgets.use, width: 100, grow: true, cell: (budget) => <BudgetUse budget={budget} /> },
    { id: 'used', header: t.money.budgets.used, width: 120, number: true, cell: (budget) => money(budget.used) },
    { id: 'held', header: t.money.budgets.held, width: 110, number: true, cell: (budget) => money(budget.held) },
    { id: 'amount', header: t.money.budgets.amount, width: 120, number: true, cell: (budget) => money(budget.amount) },
    { id: 'forecast', header: t.money.budgets.forecast, width: 120, number: true, cell: (budget) => <span title={percent(Number(budget.forecast.amount), Number(budget.amount.amount))}>{money(budget.forecast)}</span> },
  ];
  if (own.length === 0) return null;
  return <Panel title={t.money.budgets.title} flush><DataTable label={t.money.budgets.title} columns={columns} rows={own} rowKey={(budget) => budget.id} /></Panel>;
}

function covers(budget: Budget, scope: Scope | undefined): boolean {
  if (!scope) return budget.scopeKind !== 'USER';
  return (budget.scopeKind === 'PROJECT' && scope.projects.includes(budget.scope)) || (scope.kind === 'department' && budget.scopeKind === 'DEPARTMENT' && budget.scope === scope.name);
}

interface Move {
  project: string;
  now: number;
  before: number;
}

const SHOWN = 5;

/** Whose costs have changed most against as much time of the month before. */
export function Movers({ month, bounds, items }: { month: string; bounds: Span; items: MonthToDate['items'] }) {
  const before = useQuery(monthToDateQuery(monthBefore(month)));
  const past = before.data ? boundsOf(before.data.period) : null;
  // By the minute, so that the question is the same one for a while.
  const elapsed = Math.floor((Math.min(serverNow(), Date.parse(bounds.to)) - Date.parse(bounds.from)) / 60_000) * 60_000;
  const ended = Date.parse(bounds.to) <= serverNow();
  const until = past ? (ended ? past.to : new Date(Math.min(Date.parse(past.to), Date.parse(past.from) + elapsed)).toISOString()) : '';
  const { data } = useQuery({ ...costsQuery({ from: past?.from ?? '', to: until, groupBy: 'project', jobs: 'false' }), enabled: past !== null });
  const moves = useMemo(() => (data ? movesOf(items, data.rows) : []), [items, data]);
  const currency = items.find((item) => item.amount)?.amount?.currency ?? 'EUR';
  const cash = (value: number) => money({ amount: value.toFixed(2), currency });
  const columns: Column<Move>[] = [
    { id: 'project', header: x.project, width: 190, grow: true, cell: (each) => <Link className="plain" to="/statements" search={{ project: each.project, month }}>{each.project}</Link> },
    { id: 'before', header: x.before, width: 140, number: true, cell: (each) => cash(each.before) },
    { id: 'now', header: x.now, width: 140, number: true, cell: (each) => cash(each.now) },
    { id: 'change', header: x.change, width: 150, number: true, cell: (each) => `${each.now > each.before ? '+' : ''}${cash(each.now - each.before)}` },
    { id: 'share', header: '', width: 90, number: true, cell: (each) => (each.before > 0 ? `${each.now > each.before ? '+' : ''}${percent(each.now - each.before, each.before)}` : NOTHING) },
  ];
  if (moves.length === 0) return null;
  return <Panel title={x.movers} note={ended ? x.moversWhole : x.moversNote} flush><DataTable label={x.movers} columns={columns} rows={moves} rowKey={(each) => each.project} /></Panel>;
}

/** The largest changes first, whichever way. */
export function movesOf(items: MonthToDate['items'], before: CostRow[]): Move[] {
  const moves = new Map<string, Move>();
  for (const row of before) moves.set(String(row['project']), { project: String(row['project']), now: 0, before: Number(row.amount) });
  for (const item of items) {
    const known = moves.get(item.project);
    moves.set(item.project, { project: item.project, now: Number(item.amount?.amount ?? 0), before: known?.before ?? 0 });
  }
  return [...moves.values()]
    .filter((move) => move.now !== move.before)
    .sort((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))
    .slice(0, SHOWN);
}
