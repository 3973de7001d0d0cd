import type { Budget } from '~/api/types';
import { t } from '~/text';
import { money } from '~/ui/format';
import { Flag } from '~/ui/StatusChip';
import css from './BudgetsPage.module.css';

const x = t.money.budgets;

export const scopeOf = (budget: Budget): string => (budget.scopeKind === 'ORGANISATION' ? x.kinds['ORGANISATION'] ?? '' : `${x.kinds[budget.scopeKind] ?? budget.scopeKind} ${budget.scope}`);
export const amountOf = (budget: Budget): number => Number(budget.amount.amount);

/** Used and held against the amount, with the thresholds as marks. The words say what the bar shows. */
export function BudgetUse({ budget }: { budget: Budget }) {
  const whole = Math.max(amountOf(budget), Number(budget.used.amount) + Number(budget.held.amount)) || 1;
  const width = (value: string | number) => `${(Number(value) / whole) * 100}%`;
  return (
    <span className={css.bar} role="img" aria-label={`${x.used} ${money(budget.used)}, ${x.held} ${money(budget.held)}, ${x.amount} ${money(budget.amount)}`}>
      <i className={css.used} style={{ width: width(budget.used.amount) }} />
      <i className={css.held} style={{ width: width(budget.held.amount) }} />
      {budget.thresholds.map((threshold) => <b key={threshold} style={{ left: width((amountOf(budget) * threshold) / 100) }} />)}
    </span>
  );
}

/** What it means for jobs, as the server says it. */
export function BudgetState({ budget }: { budget: Budget }) {
  switch (budget.state) {
    case 'OFF': return <Flag tone="calm">{x.off}</Flag>;
    case 'OVERRIDDEN': return <Flag tone="info">{x.overridden}</Flag>;
    case 'BLOCKS': return <Flag tone="bad">{x.blocks}</Flag>;
    case 'GRACE': return <Flag tone="bad">{x.inGrace}</Flag>;
    case 'OVER': return <Flag tone="bad">{x.over}</Flag>;
    case 'WARNED': return <Flag tone="warn">{x.reached(Math.max(...budget.reached))}</Flag>;
    case 'WITHIN': return <Flag tone="good">{x.within}</Flag>;
  }
}
