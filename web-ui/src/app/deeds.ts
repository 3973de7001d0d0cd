import {
  IconCalculator, IconContract, IconDatabase, IconFileInvoice, IconKey, IconLock, IconNotebook, IconPigMoney, IconReceiptRefund, IconRobot, IconServerCog, IconUserPlus, IconUserShield,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { NavigateOptions } from '@tanstack/react-router';
import type { Me } from '~/api/types';
import { monthBefore } from '~/money/period';
import { t } from '~/text';
import { dayIn } from '~/ui/time';
import { may } from './nav';
import type { Wish } from './wishes';

/** What a person can do from anywhere: where that is, and the dialog that then opens. */
export interface Deed {
  text: string;
  icon: Icon;
  needs: string;
  go: NavigateOptions;
  wish?: Wish;
}

const deeds = (lastMonth: string): Deed[] => [
  { text: t.work.notebooks.start, icon: IconNotebook, needs: 'job.submit', go: { to: '/submit', search: { type: 'NOTEBOOK' } } },
  { text: t.palette.estimate, icon: IconCalculator, needs: 'job.submit', go: { to: '/estimator' } },
  { text: t.data.addSource, icon: IconDatabase, needs: 'data.write', go: { to: '/data' }, wish: 'data' },
  { text: t.data.addSecret, icon: IconLock, needs: 'data.write', go: { to: '/data' }, wish: 'secret' },
  { text: t.capacity.clusters.add, icon: IconServerCog, needs: 'capacity.write', go: { to: '/clusters' }, wish: 'cluster' },
  { text: t.money.budgets.make, icon: IconPigMoney, needs: 'budget.write', go: { to: '/budgets', search: { edit: 'new' } } },
  { text: t.money.closing.close, icon: IconFileInvoice, needs: 'period.close', go: { to: '/statements', search: { month: lastMonth } } },
  { text: t.money.adjustments.ask, icon: IconReceiptRefund, needs: 'adjustment.write', go: { to: '/adjustments' }, wish: 'adjustment' },
  { text: t.money.commitments.propose, icon: IconContract, needs: 'rate.write', go: { to: '/commitments' }, wish: 'commitment' },
  { text: t.manage.people.add.title, icon: IconUserPlus, needs: 'user.write', go: { to: '/people' }, wish: 'person' },
  { text: t.manage.people.grant, icon: IconUserShield, needs: 'binding.write', go: { to: '/people' }, wish: 'role' },
  { text: t.manage.tokens.make, icon: IconKey, needs: 'token.write', go: { to: '/tokens' }, wish: 'token' },
  { text: t.palette.trust, icon: IconRobot, needs: 'binding.write', go: { to: '/ci-trust', search: { edit: 'new' } } },
];

/** The deeds of one person. */
export function deedsFor(me: Me, now: number): Deed[] {
  const lastMonth = monthBefore(dayIn(me.timeZone, now));
  return deeds(lastMonth).filter((deed) => may(me, deed.needs));
}

/** Every word that was typed is somewhere in the text, in whatever order. */
export function named(text: string, typed: string): boolean {
  const known = text.toLowerCase();
  return typed.toLowerCase().split(/\s+/).every((word) => known.includes(word));
}
