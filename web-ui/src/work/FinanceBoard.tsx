import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { booksQuery, monthToDateQuery } from '~/api/queries';
import { monthOf } from '~/money/period';
import { t } from '~/text';
import { hours, money, month, percent } from '~/ui/format';
import { Figure, Figures } from '~/ui/Page';
import { Loaded } from '~/ui/states';

const x = t.work.finance;

/** What finance asks first: the month until now, what has no price, whether the books are sound. */
export function FinanceBoard({ books }: { books: boolean }) {
  const costs = useQuery(monthToDateQuery);
  const checks = useQuery({ ...booksQuery, enabled: books });
  return (
    <Loaded query={costs} lines={3}>
      {({ period, total }) => (
        <Figures>
          <Figure name={x.amount(month(monthOf(period)))} value={money(total.amount)} hint={<Link to="/costs">{t.nav.costs}</Link>} />
          <Figure name={x.hours} value={hours(total.gpuHours)} unit={t.common.gpuHours} hint={x.borrowed(percent(Number(total.borrowedGpuHours), Number(total.gpuHours)))} />
          <Figure name={x.unrated} value={hours(total.unratedGpuHours ?? '0')} unit={t.common.gpuHours} hint={<Link to="/rate-cards">{t.nav.rateCards}</Link>} />
          {books ? (
            <Figure name={x.books} value={checks.data ? x.sound(checks.data.checks.filter((check) => check.ok).length, checks.data.checks.length) : '–'}
              hint={<Link to="/reconciliation">{t.nav.reconciliation}</Link>} />
          ) : null}
        </Figures>
      )}
    </Loaded>
  );
}
