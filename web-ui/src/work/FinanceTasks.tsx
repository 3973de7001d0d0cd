import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCalendarDollar, IconContract, IconGavel, IconPigMoney, IconReceipt2, IconReceiptRefund } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { chargePoliciesQuery, commitmentsQuery } from '~/api/charges';
import { adjustmentsQuery, budgetsQuery, disputesQuery, rateProposalsQuery, statementsQuery } from '~/api/queries';
import type { Me } from '~/api/types';
import { may } from '~/app/nav';
import { monthBefore } from '~/money/period';
import { t } from '~/text';
import { month as monthText } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Skeleton } from '~/ui/states';
import css from './HomePage.module.css';

const x = t.work.finance;

interface Task {
  icon: Icon;
  text: string;
  to: '/statements' | '/adjustments' | '/commitments' | '/rate-cards' | '/budgets';
  month?: string;
}

/** What waits for somebody who looks after money: a month to close, things to decide, budgets that are used up. */
export function FinanceTasks({ me, month }: { me: Me; month: string }) {
  const last = monthBefore(month);
  const statements = useQuery(statementsQuery({ month: last }));
  const adjustments = useQuery(adjustmentsQuery);
  const disputes = useQuery(disputesQuery);
  const proposals = useQuery(rateProposalsQuery);
  const commitments = useQuery(commitmentsQuery);
  const policies = useQuery({ ...chargePoliciesQuery, enabled: may(me, 'rate.read') });
  const budgets = useQuery({ ...budgetsQuery, enabled: may(me, 'cost.read') });
  const open = statements.data?.filter((each) => each.status !== 'CLOSED').length ?? 0;
  const asked = adjustments.data?.filter((each) => each.status === 'REQUESTED').length ?? 0;
  const disputed = disputes.data?.filter((each) => each.status === 'OPEN').length ?? 0;
  const proposed = proposals.data?.length ?? 0;
  const wanted = (commitments.data?.filter((each) => each.status === 'PROPOSED' || each.end).length ?? 0) + (policies.data?.filter((each) => each.status === 'PROPOSED').length ?? 0);
  const over = budgets.data?.filter((each) => ['BLOCKS', 'GRACE', 'OVER'].includes(each.state)).length ?? 0;
  const tasks: Task[] = [
    ...(open > 0 ? [{ icon: IconCalendarDollar, text: x.toClose(monthText(last), open), to: '/statements' as const, month: last }] : []),
    ...(asked > 0 ? [{ icon: IconReceiptRefund, text: x.toDecide(asked), to: '/adjustments' as const }] : []),
    ...(disputed > 0 ? [{ icon: IconGavel, text: x.toAnswer(disputed), to: '/adjustments' as const }] : []),
    ...(proposed > 0 ? [{ icon: IconReceipt2, text: x.toApprove(proposed), to: '/rate-cards' as const }] : []),
    ...(wanted > 0 ? [{ icon: IconContract, text: x.toAgree(wanted), to: '/commitments' as const }] : []),
    ...(over > 0 ? [{ icon: IconPigMoney, text: x.usedUp(over), to: '/budgets' as const }] : []),
  ];
  const known = statements.data && adjustments.data && disputes.data && proposals.data;
  return (
    <Panel title={x.tasks}>
      {tasks.length > 0 ? (
        <ul className={css.attention}>
          {tasks.map((task) => (
            <li key={task.text} data-tone="warn"><task.icon size={15} aria-hidden="true" /><Link to={task.to} search={task.month ? { month: task.month } : {}} className="plain">{task.text}</Link></li>
          ))}
        </ul>
      ) : known ? <p className="quiet">{x.noTasks}</p> : <Skeleton lines={3} />}
    </Panel>
  );
}
