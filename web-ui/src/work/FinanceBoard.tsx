import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { booksQuery, monthToDateQuery } from '~/api/queries';
import type { Me, MonthToDate } from '~/api/types';
import { may } from '~/app/nav';
import { monthOf } from '~/money/period';
import { t } from '~/text';
import { Bar, Legend } from '~/ui/Bar';
import { hours, money, month, percent } from '~/ui/format';
import { Figure, Figures, Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { FinanceTasks } from './FinanceTasks';
import css from './HomePage.module.css';

const x = t.work.finance;

/** What finance asks first: the month until now, whether the books are sound, and what waits for a decision. */
export function FinanceBoard({ me }: { me: Me }) {
  const costs = useQuery(monthToDateQuery());
  const books = may(me, 'conservation.read');
  const checks = useQuery({ ...booksQuery, enabled: books });
  return (
    <Loaded query={costs} lines={8}>
      {({ period, total, items }) => (
        <>
          <Figures>
            <Figure name={x.amount(month(monthOf(period)))} value={<Link to="/costs">{money(total.amount)}</Link>} />
            <Figure name={x.hours} value={hours(total.gpuHours)} unit={t.common.gpuHours} hint={x.borrowed(percent(Number(total.borrowedGpuHours), Number(total.gpuHours)))} />
            <Figure name={x.unrated} value={<Link to="/rate-cards">{hours(total.unratedGpuHours ?? '0')}</Link>} unit={t.common.gpuHours} />
            {books ? (
              <Figure name={x.books} value={checks.data ? x.sound(checks.data.checks.filter((check) => check.ok).length, checks.data.checks.length) : '–'}
                hint={<Link to="/reconciliation">{t.nav.reconciliation}</Link>} />
            ) : null}
          </Figures>
          <div className={css.halves}>
            <Projects items={items} month={monthOf(period)} />
            {may(me, 'period.close') ? <FinanceTasks me={me} month={monthOf(period)} /> : null}
          </div>
        </>
      )}
    </Loaded>
  );
}

const SHOWN = 10;

/** The projects that cost most this month; each leads to its statement. */
function Projects({ items, month: of }: { items: MonthToDate['items']; month: string }) {
  const most = [...items].sort((a, b) => Number(b.amount?.amount ?? 0) - Number(a.amount?.amount ?? 0)).slice(0, SHOWN);
  const longest = Math.max(1, ...most.map((item) => Number(item.gpuHours)));
  return (
    <Panel title={t.money.costs.byProject} actions={<Legend uses={['nominal', 'borrowed']} />}>
      <div className={css.lines}>
        {most.map((item) => (
          <div key={item.project} className={css.line}>
            <Link to="/statements" search={{ project: item.project, month: of }} className="plain cut">{item.project}</Link>
            <span className="num"><b>{money(item.amount)}</b></span>
            <Bar label={item.project} whole={longest} parts={[{ use: 'nominal', value: Number(item.nominalGpuHours) }, { use: 'borrowed', value: Number(item.borrowedGpuHours) }]} />
          </div>
        ))}
      </div>
    </Panel>
  );
}
