export const manage = {
  quotas: {
    title: 'Quotas & fairness',
    lead: 'Nominal is guaranteed. What is not used can be lent in the cohort, and is taken back when its owner needs it.',
    name: 'Project or cohort', nominal: 'Nominal', used: 'Used', borrowed: 'Borrowed', lent: 'Lent', available: 'Available', waiting: 'Waiting',
    running: 'Running jobs', share: 'Fair share', use: 'Use', all: 'All flavors', flavor: 'Flavor', resource: 'Resource', tree: 'Quota tree', edit: 'Edit', jobsWaiting: (n: number) => (n === 1 ? '1 job' : `${n} jobs`),
    label: 'Quota tree: cohorts, below them their projects', updated: 'As of', none: 'No quotas yet', noneDetail: 'A cohort or project with a quota appears here.',
    pairs: 'Who lends, who borrows', lenders: 'Lends', borrowers: 'Borrows', nobodyLends: 'Nothing is lent now.',
    pairsNote: 'Within a cohort lent GPUs are one pool: who holds whose is not decided until the owner asks for them.',
    starved: 'Starved', starvedNone: 'No project waits while its own quota is lent out or unused.',
    starvedText: (asks: string, unused: string) => `waits for ${asks} GPUs with ${unused} of its own quota unused`,
    editTitle: (name: string) => `Quota of ${name}`, borrowingLimit: 'Borrow at most', lendingLimit: 'Lend at most', limitHint: 'Empty: no limit',
    save: 'Save quota', saved: (name: string) => `Quota of ${name} is saved`, change: (from: string, to: string) => `${from} → ${to}`,
    effect: 'What changes', noChange: 'Nothing is changed yet.', below: (used: string) => `It uses ${used} now: what is above the new quota becomes borrowed and can be taken back.`,
    stale: 'Someone has changed this quota since you opened it. The present one is shown below; your figures are kept where they differ.',
    shareHint: 'Dominant share: borrowed ÷ lendable of the resource where that is largest, in thousandths. Lower goes first.',
    definitions: 'What the columns mean',
    def: {
      nominal: 'Guaranteed to the project or cohort.', used: 'GPUs bound to jobs now.', borrowed: 'Used above nominal; the first to be taken back.',
      lent: 'Of its nominal, what others use now.', available: 'What it could still get now, with borrowing.', waiting: 'GPUs that its waiting jobs ask for.',
    },
  },
  people: {
    title: 'People & access', lead: 'A role on a scope holds for everything below it. Nothing is allowed that no role allows.',
    users: 'People', bindings: 'Role bindings', login: 'Login', name: 'Name', active: 'Active', inactive: 'Inactive', state: 'State', roles: 'Roles', role: 'Role', scope: 'Scope',
    grant: 'Grant a role', granted: (login: string) => `${login} has the role now`, revoke: 'Revoke', revokeAsk: (role: string, login: string) => `Revoke ${role} of ${login}?`,
    revokeDetail: 'It takes effect with the next call. It can be granted again.', revoked: 'The role is revoked', none: 'Nobody yet', kind: 'Scope kind', scopeName: 'Scope name',
    kinds: { ORG: 'Organisation', DEPARTMENT: 'Department', TEAM: 'Team', PROJECT: 'Project' } as Record<string, string>, noRoles: 'no role that you may see', label: 'People', bindingsLabel: 'Role bindings',
  },
  tokens: {
    title: 'Tokens', lead: 'For pipelines and scripts. A token belongs to one project and is shown once, when it is made.',
    make: 'New token', name: 'Name', owner: 'Owner', anyProject: 'any of its owner', project: 'Project', scopes: 'May', created: 'Created', expires: 'Expires', used: 'Last used', never: 'never', label: 'Tokens',
    none: 'No tokens yet', noneDetail: 'Make one to submit jobs from a pipeline.', days: 'Valid for days', daysHint: 'At most 365', revoke: 'Revoke', revokeAsk: (name: string) => `Revoke ${name}?`,
    revokeDetail: 'Whatever uses it stops working at once. This cannot be undone.', revoked: 'The token is revoked',
    once: 'Copy it now: it is not shown again.', made: (name: string) => `Token ${name}`, copy: 'Copy token', done: 'Done',
  },
  audit: {
    title: 'Audit', lead: 'Who did what, when, and with what result; refused calls too. Newest first.', at: 'When', actor: 'Who', action: 'Action', resource: 'On', result: 'Result', label: 'Audit trail',
    none: 'Nothing recorded yet', noneDetail: 'Each changing call writes a row.', detail: 'Note', request: 'Request id',
  },
  settings: {
    title: 'Settings', look: 'Appearance', lookDetail: 'Follows the system unless chosen here. Kept in this browser.', account: 'Account', login: 'Login', name: 'Name', roles: 'Roles', projects: 'Projects', permissions: 'Permissions',
    keys: 'Keyboard', key: {
      palette: 'Search or jump', filter: 'Filter jobs', rows: 'Move between rows', open: 'Open a row', peek: 'Show a row beside the table',
    },
    organisation: 'Organisation', clusters: 'Clusters', cluster: 'Cluster', backend: 'Backend', nodes: 'Nodes', gpus: 'GPUs', free: 'Free', health: 'State', healthy: 'Healthy', unhealthy: 'Not healthy',
    projectsTable: 'Projects', team: 'Team', cohort: 'Cohort', strategy: 'Queueing', stop: 'Stop policy', zone: (zone: string) => `Times are shown in ${zone}.`, definitions: 'Definitions',
  },
};
