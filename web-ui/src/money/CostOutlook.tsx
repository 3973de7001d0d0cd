import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { budgetsQuery } from '~/api/queries';
import type { Budget, Money, MonthToDate } from '~/api/types';
import type { Scope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { money, NOTHING, percent } from '~/ui/format';
import { Figure, Panel } from '~/ui/Page';
import { BudgetState, BudgetUse, scopeOf } from './BudgetUse';

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

type Change = MonthToDate['changes'][number];
const SHOWN = 5;

/** Whose costs have changed most against as much time of the month before, or all of it when the month is over. */
export function Movers({ month, goesOn, changes }: { month: string; goesOn: boolean; changes: Change[] }) {
  const up = (each: Change) => (each.change.amount.startsWith('-') ? '' : '+');
  const columns: Column<Change>[] = [
    { id: 'project', header: x.project, width: 190, grow: true, cell: (each) => <Link className="plain" to="/statements" search={{ project: each.project, month }}>{each.project}</Link> },
    { id: 'before', header: x.before, width: 140, number: true, cell: (each) => money(each.before) },
    { id: 'now', header: x.now, width: 140, number: true, cell: (each) => money(each.amount) },
    { id: 'change', header: x.change, width: 150, number: true, cell: (each) => `${up(each)}${money(each.change)}` },
    { id: 'share', header: '', width: 90, number: true, cell: (each) => (each.percent ? `${up(each)}${percent(Number(each.percent), 100)}` : NOTHING) },
  ];
  if (changes.length === 0) return null;
  return <Panel title={x.movers} note={goesOn ? x.moversNote : x.moversWhole} flush><DataTable label={x.movers} columns={columns} rows={changes.slice(0, SHOWN)} rowKey={(each) => each.project} /></Panel>;
}
