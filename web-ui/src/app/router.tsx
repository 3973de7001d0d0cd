import {
  createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect, retainSearchParams,
} from '@tanstack/react-router';
import { notifications } from '@mantine/notifications';
import { ProblemError } from '~/api/http';
import { meQuery } from '~/api/session';
import { t } from '~/text';
import { ProblemView } from '~/ui/ProblemView';
import type { Changes } from '~/work/submit/submission';
import { queryClient, sessionLost } from './queryClient';
import { Shell } from './Shell';
import { SignInPage } from './SignInPage';

interface SubmitSearch extends Changes {
  from?: string;
  template?: string;
  project?: string;
  type?: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

const root = createRootRoute({
  component: Outlet,
  errorComponent: ({ error }) => <ProblemView cause={error} />,
  notFoundComponent: () => <ProblemView cause={new ProblemError(404, {})} />,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string; expired?: string; error?: string } => ({
    next: text(search['next']),
    expired: text(search['expired']),
    error: text(search['error']),
  }),
  component: SignInPage,
});

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  // The scope stays from page to page.
  validateSearch: (search: Record<string, unknown>): { scope?: string } => ({ scope: text(search['scope']) }),
  search: { middlewares: [retainSearchParams(['scope'])] },
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(meQuery);
    } catch (cause) {
      if (cause instanceof ProblemError && cause.status === 401) {
        throw redirect({ to: '/sign-in', search: { next: location.href } });
      }
      throw cause;
    }
  },
  component: Shell,
  errorComponent: ({ error }) => <ProblemView cause={error} page />,
  notFoundComponent: () => <ProblemView cause={new ProblemError(404, {})} />,
});

const bare = () => ({ getParentRoute: () => inside }) as const;

const home = createRoute({
  ...bare(), path: '/', component: lazyRouteComponent(() => import('~/work/HomePage'), 'HomePage'),
});
const jobs = createRoute({
  ...bare(), path: '/jobs',
  validateSearch: (s: Record<string, unknown>): { q?: string; where?: string; sort?: string; peek?: string } => ({
    q: text(s['q']), where: text(s['where']), sort: text(s['sort']), peek: text(s['peek']),
  }),
  component: lazyRouteComponent(() => import('~/work/JobsPage'), 'JobsPage'),
});
const job = createRoute({
  ...bare(), path: '/jobs/$id',
  component: lazyRouteComponent(() => import('~/work/JobPage'), 'JobPage'),
});
const submit = createRoute({
  ...bare(), path: '/submit',
  validateSearch: (s: Record<string, unknown>): SubmitSearch => ({
    from: text(s['from']), template: text(s['template']), project: text(s['project']), type: text(s['type']), model: text(s['model']),
    workers: text(s['workers']), topology: text(s['topology']), preemptible: text(s['preemptible']),
  }),
  component: lazyRouteComponent(() => import('~/work/SubmitPage'), 'SubmitPage'),
});
const availability = createRoute({
  ...bare(), path: '/availability',
  component: lazyRouteComponent(() => import('~/capacity/AvailabilityPage'), 'AvailabilityPage'),
});
const queue = createRoute({
  ...bare(), path: '/queue',
  validateSearch: (s: Record<string, unknown>): { project?: string } => ({ project: text(s['project']) }),
  component: lazyRouteComponent(() => import('~/capacity/QueuePage'), 'QueuePage'),
});
const nodes = createRoute({
  ...bare(), path: '/nodes',
  validateSearch: (s: Record<string, unknown>): { cluster?: string; node?: string; view?: string } => ({
    cluster: text(s['cluster']), node: text(s['node']), view: text(s['view']),
  }),
  component: lazyRouteComponent(() => import('~/capacity/NodesPage'), 'NodesPage'),
});
const costs = createRoute({
  ...bare(), path: '/costs',
  validateSearch: (s: Record<string, unknown>): { view?: string; month?: string; since?: string; until?: string; step?: string; group?: string; show?: string; zone?: string; year?: string } => ({
    view: text(s['view']), month: text(s['month']), since: text(s['since']), until: text(s['until']), step: text(s['step']), group: text(s['group']), show: text(s['show']), zone: text(s['zone']), year: text(s['year']),
  }),
  component: lazyRouteComponent(() => import('~/money/CostsPage'), 'CostsPage'),
});
const statements = createRoute({
  ...bare(), path: '/statements',
  validateSearch: (s: Record<string, unknown>): { project?: string; center?: string; number?: string; month?: string } => ({
    project: text(s['project']), center: text(s['center']), number: text(s['number']), month: text(s['month']),
  }),
  component: lazyRouteComponent(() => import('~/money/StatementsPage'), 'StatementsPage'),
});
const rateCards = createRoute({
  ...bare(), path: '/rate-cards',
  component: lazyRouteComponent(() => import('~/money/RateCardsPage'), 'RateCardsPage'),
});
const reconciliation = createRoute({
  ...bare(), path: '/reconciliation',
  validateSearch: (s: Record<string, unknown>): { day?: string; pool?: string } => ({
    day: text(s['day']), pool: text(s['pool']),
  }),
  component: lazyRouteComponent(() => import('~/money/ReconciliationPage'), 'ReconciliationPage'),
});
const quotas = createRoute({
  ...bare(), path: '/quotas',
  validateSearch: (s: Record<string, unknown>): { edit?: string; resource?: string } => ({
    edit: text(s['edit']), resource: text(s['resource']),
  }),
  component: lazyRouteComponent(() => import('~/manage/QuotasPage'), 'QuotasPage'),
});
const people = createRoute({
  ...bare(), path: '/people',
  component: lazyRouteComponent(() => import('~/manage/PeoplePage'), 'PeoplePage'),
});
const tokens = createRoute({
  ...bare(), path: '/tokens',
  component: lazyRouteComponent(() => import('~/manage/TokensPage'), 'TokensPage'),
});
const trust = createRoute({
  ...bare(), path: '/ci-trust',
  validateSearch: (s: Record<string, unknown>): { edit?: string } => ({ edit: text(s['edit']) }),
  component: lazyRouteComponent(() => import('~/manage/TrustPage'), 'TrustPage'),
});
const audit = createRoute({
  ...bare(), path: '/audit',
  validateSearch: (s: Record<string, unknown>): { actor?: string; resource?: string } => ({ actor: text(s['actor']), resource: text(s['resource']) }),
  component: lazyRouteComponent(() => import('~/manage/AuditPage'), 'AuditPage'),
});
const settings = createRoute({
  ...bare(), path: '/settings',
  component: lazyRouteComponent(() => import('~/manage/SettingsPage'), 'SettingsPage'),
});

const notebooks = createRoute({
  ...bare(), path: '/notebooks',
  validateSearch: (s: Record<string, unknown>): { show?: string; of?: string; peek?: string } => ({ show: text(s['show']), of: text(s['of']), peek: text(s['peek']) }),
  component: lazyRouteComponent(() => import('~/work/NotebooksPage'), 'NotebooksPage'),
});
const templates = createRoute({
  ...bare(), path: '/templates',
  component: lazyRouteComponent(() => import('~/work/TemplatesPage'), 'TemplatesPage'),
});
const data = createRoute({
  ...bare(), path: '/data',
  component: lazyRouteComponent(() => import('~/work/DataPage'), 'DataPage'),
});
const clusters = createRoute({
  ...bare(), path: '/clusters',
  component: lazyRouteComponent(() => import('~/capacity/ClustersPage'), 'ClustersPage'),
});
const fragmentation = createRoute({
  ...bare(), path: '/fragmentation',
  component: lazyRouteComponent(() => import('~/capacity/FragmentationPage'), 'FragmentationPage'),
});
const waits = createRoute({
  ...bare(), path: '/waits',
  validateSearch: (s: Record<string, unknown>): { by?: string; days?: string } => ({ by: text(s['by']), days: text(s['days']) }),
  component: lazyRouteComponent(() => import('~/manage/WaitsPage'), 'WaitsPage'),
});
const preemption = createRoute({
  ...bare(), path: '/preemption',
  validateSearch: (s: Record<string, unknown>): { days?: string } => ({ days: text(s['days']) }),
  component: lazyRouteComponent(() => import('~/manage/PreemptionPage'), 'PreemptionPage'),
});
const utilisation = createRoute({
  ...bare(), path: '/utilisation',
  validateSearch: (s: Record<string, unknown>): { pool?: string; days?: string } => ({ pool: text(s['pool']), days: text(s['days']) }),
  component: lazyRouteComponent(() => import('~/manage/UtilisationPage'), 'UtilisationPage'),
});
const policies = createRoute({
  ...bare(), path: '/policies',
  validateSearch: (s: Record<string, unknown>): { edit?: string } => ({ edit: text(s['edit']) }),
  component: lazyRouteComponent(() => import('~/manage/PoliciesPage'), 'PoliciesPage'),
});
const budgets = createRoute({
  ...bare(), path: '/budgets',
  validateSearch: (s: Record<string, unknown>): { edit?: string } => ({ edit: text(s['edit']) }),
  component: lazyRouteComponent(() => import('~/money/BudgetsPage'), 'BudgetsPage'),
});
const adjustments = createRoute({
  ...bare(), path: '/adjustments',
  component: lazyRouteComponent(() => import('~/money/AdjustmentsPage'), 'AdjustmentsPage'),
});
const commitments = createRoute({
  ...bare(), path: '/commitments',
  component: lazyRouteComponent(() => import('~/money/CommitmentsPage'), 'CommitmentsPage'),
});
const estimator = createRoute({
  ...bare(), path: '/estimator',
  component: lazyRouteComponent(() => import('~/money/EstimatorPage'), 'EstimatorPage'),
});

const definitions = createRoute({
  ...bare(), path: '/definitions',
  component: lazyRouteComponent(() => import('~/money/DefinitionsPage'), 'DefinitionsPage'),
});

const device = createRoute({
  ...bare(), path: '/device',
  validateSearch: (s: Record<string, unknown>): { code?: string } => ({ code: text(s['code']) }),
  component: lazyRouteComponent(() => import('~/manage/DevicePage'), 'DevicePage'),
});

const routeTree = root.addChildren([
  signIn,
  inside.addChildren([
    home, jobs, job, submit, availability, queue, nodes, costs, statements, rateCards,
    reconciliation, quotas, people, tokens, trust, audit, settings, notebooks, templates, data, clusters, fragmentation, waits, preemption, utilisation, policies, estimator, budgets, adjustments, commitments, definitions, device,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // A page that fails leaves the frame around it.
  defaultErrorComponent: ({ error }) => <ProblemView cause={error} />,
  scrollRestoration: true,
});

sessionLost.handler = () => {
  if (router.state.location.pathname === '/sign-in') return;
  queryClient.removeQueries({ queryKey: ['me'] });
  void router.navigate({
    to: '/sign-in',
    search: { next: router.state.location.href, expired: '1' },
  });
};

sessionLost.told = () => {
  notifications.show({
    id: 'session-lost', color: 'red', autoClose: false, title: t.session.endedTitle,
    message: <a className="inline" href="/sign-in" target="_blank" rel="noopener">{t.session.endedDetail}</a>,
  });
};

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
