import {
  IconAdjustments, IconArrowsShuffle, IconBinaryTree2, IconCalculator, IconContract, IconPigMoney, IconRobot, IconReceiptRefund, IconCalendarStats, IconClockHour4, IconHeartbeat, IconLayoutGrid, IconNotebook, IconServerCog, IconTemplate, IconChartBar, IconCpu, IconDatabase, IconFileInvoice, IconHome, IconKey, IconList, IconListCheck,
  IconReceipt2, IconScale, IconServer2, IconShieldCheck, IconUsers, IconPlus,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { Me } from '~/api/types';
import { t } from '~/text';

export interface NavEntry {
  to: '/' | '/jobs' | '/submit' | '/notebooks' | '/templates' | '/data' | '/availability' | '/queue' | '/nodes' | '/clusters' | '/fragmentation' | '/costs' | '/statements' | '/rate-cards'
    | '/reconciliation' | '/estimator' | '/budgets' | '/adjustments' | '/commitments' | '/quotas' | '/waits' | '/preemption' | '/utilisation' | '/policies' | '/people' | '/tokens' | '/ci-trust' | '/audit' | '/settings';
  text: string;
  icon: Icon;
  /** Shown to those who hold one of these; to all when left out. */
  needs?: string[];
}

export interface NavGroup {
  text: string;
  entries: NavEntry[];
}

export const navigation: NavGroup[] = [
  { text: t.nav.work, entries: [
    { to: '/', text: t.nav.home, icon: IconHome },
    { to: '/jobs', text: t.nav.jobs, icon: IconList, needs: ['job.read'] },
    { to: '/notebooks', text: t.nav.notebooks, icon: IconNotebook, needs: ['job.read'] },
    { to: '/submit', text: t.nav.submit, icon: IconPlus, needs: ['job.submit'] },
    { to: '/templates', text: t.nav.templates, icon: IconTemplate, needs: ['job.submit'] },
    { to: '/data', text: t.nav.data, icon: IconDatabase, needs: ['job.read'] },
  ] },
  { text: t.nav.capacity, entries: [
    { to: '/availability', text: t.nav.availability, icon: IconCpu, needs: ['capacity.read'] },
    { to: '/queue', text: t.nav.queue, icon: IconListCheck, needs: ['job.read'] },
    { to: '/nodes', text: t.nav.nodes, icon: IconServer2, needs: ['capacity.read'] },
    { to: '/clusters', text: t.nav.clusters, icon: IconServerCog, needs: ['capacity.read'] },
    { to: '/fragmentation', text: t.nav.fragmentation, icon: IconLayoutGrid, needs: ['capacity.read'] },
  ] },
  { text: t.nav.money, entries: [
    { to: '/costs', text: t.nav.costs, icon: IconChartBar, needs: ['cost.read'] },
    { to: '/budgets', text: t.nav.budgets, icon: IconPigMoney, needs: ['cost.read'] },
    { to: '/statements', text: t.nav.statements, icon: IconFileInvoice, needs: ['statement.read'] },
    { to: '/adjustments', text: t.nav.adjustments, icon: IconReceiptRefund, needs: ['statement.read'] },
    { to: '/commitments', text: t.nav.commitments, icon: IconContract, needs: ['statement.read'] },
    { to: '/rate-cards', text: t.nav.rateCards, icon: IconReceipt2, needs: ['rate.read'] },
    { to: '/estimator', text: t.nav.estimator, icon: IconCalculator, needs: ['job.submit'] },
    { to: '/reconciliation', text: t.nav.reconciliation, icon: IconScale, needs: ['conservation.read'] },
  ] },
  { text: t.nav.manage, entries: [
    { to: '/quotas', text: t.nav.quotas, icon: IconCalendarStats, needs: ['quota.read'] },
    { to: '/policies', text: t.nav.policies, icon: IconBinaryTree2, needs: ['quota.read'] },
    { to: '/waits', text: t.nav.waits, icon: IconClockHour4, needs: ['job.read'] },
    { to: '/preemption', text: t.nav.preemption, icon: IconArrowsShuffle, needs: ['job.read'] },
    { to: '/utilisation', text: t.nav.utilisation, icon: IconHeartbeat, needs: ['conservation.read'] },
    { to: '/people', text: t.nav.people, icon: IconUsers, needs: ['user.read', 'binding.read'] },
    { to: '/tokens', text: t.nav.tokens, icon: IconKey, needs: ['token.read'] },
    { to: '/ci-trust', text: t.nav.trust, icon: IconRobot, needs: ['binding.read'] },
    { to: '/audit', text: t.nav.audit, icon: IconShieldCheck, needs: ['audit.read'] },
    { to: '/settings', text: t.nav.settings, icon: IconAdjustments },
  ] },
];

export function may(me: Me, ...permissions: string[]): boolean {
  return permissions.some((permission) => me.permissions.includes(permission));
}

/** Navigation of one person: entries without a use for them are left out, then empty groups. */
export function navigationFor(me: Me): NavGroup[] {
  return navigation
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => !entry.needs || may(me, ...entry.needs)) }))
    .filter((group) => group.entries.length > 0);
}
