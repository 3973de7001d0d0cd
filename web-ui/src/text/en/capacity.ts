export const capacity = {
  use: {
    nominal: 'Nominal', borrowed: 'Borrowed', idle: 'Idle', down: 'Down', reserved: 'Reserved', lent: 'Lent', used: 'In use',
  },
  availability: {
    title: 'Availability', lead: 'What would start this minute. Largest gang: the most GPUs that one job could get.',
    free: 'Free', of: (total: string) => `of ${total}`, largest: 'Largest gang', shapes: 'Workers that fit now',
    shape: (gpus: number) => `${gpus} GPU${gpus === 1 ? '' : 's'} each`, submit: 'Submit with this', pending: 'GPUs waited for', oldest: 'Oldest wait',
    nodes: 'Nodes by free GPUs', nodesWith: (free: string) => `${free} free`, nodeCount: (n: string) => (n === '1' ? '1 node' : `${n} nodes`), nothing: 'No node has a free GPU.',
    none: 'No GPU model is known yet', noneDetail: 'A flavor with nodes makes a model appear here.', total: 'All models',
  },
  queue: {
    title: 'Queue', lead: 'All waiting jobs that you may see, oldest first, each with the reason that decides.',
    reasons: 'By reason', all: 'All reasons', label: 'Waiting jobs, oldest first', none: 'Nothing waits', noneDetail: 'Every job that was submitted has its GPUs.',
    unexplained: 'not yet explained', gpus: (n: string) => (n === '1' ? '1 GPU' : `${n} GPUs`), waited: 'Waited', jobs: 'Waiting jobs', waitingGpus: 'GPUs waited for', project: 'Project',
    allProjects: 'All projects',
  },
  fragmentation: {
    title: 'Fragmentation', lead: 'A worker lies on one node. What is left of a node below its size is free and of no use to it.', none: 'No GPU model is known yet',
    size: 'Workers of', workers: 'Fit now', usable: 'Usable', lost: 'Of no use', fragmentation: 'Fragmentation', share: 'Free GPUs', free: (free: string, of: string) => `${free} of ${of} free`, largest: 'Largest gang', map: 'Map',
    def: {
      usable: 'Free GPUs that workers of this size could get now.', fragmentation: '1 − usable ÷ free. 0 %: every free GPU is good for this size.', largest: 'The most GPUs that one job could get now; a gang lies in one cluster.',
    },
  },
  clusters: {
    title: 'Clusters', lead: 'Where jobs are dispatched to. A cluster’s nodes become capacity when their labels match a flavor.', add: 'Add a cluster', added: (name: string) => `${name} is added`, none: 'No clusters yet', noneDetail: 'Add one, then its nodes.',
    name: 'Name', state: 'State', healthy: 'Healthy', unhealthy: 'Not healthy', backend: 'Backend', backendHint: 'What drives it: simulated, or a backend that is installed', nodes: 'Nodes', free: 'Free', use: 'In use', settings: 'Settings',
    taken: (name: string) => `There is a cluster named ${name} already.`, removeAsk: (name: string) => `Delete ${name}?`, removeDetail: 'It has no nodes. Nothing is dispatched to it any more.', removed: (name: string) => `${name} is deleted`,
    drained: 'Drained', drain: 'Drain', drainOf: (name: string) => `Drain ${name}`, undrain: 'Reopen', undrainOf: (name: string) => `Reopen ${name}`, drainAsk: (name: string) => `Drain cluster ${name}?`,
    drainDetail: (nodes: number, gpus: string) => `Nothing new comes to its ${nodes} nodes, and what runs there goes on. ${gpus} free GPUs leave the pools.`, drainedDone: (name: string) => `${name} is drained`, undrainedDone: (name: string) => `${name} takes jobs again`,
    stale: 'The cluster has changed since you looked. Its present state is shown now; try again.', taints: 'Taints', actions: 'Actions',
    others: 'Others', othersOf: (name: string) => `Others on ${name}`, foreign: 'Held by others', foreignLead: 'Pods with GPUs that did not come through here. They take room, and are billed to the project that the cluster’s settings name.', foreignHeld: (gpus: string) => `${gpus} GPUs now`,
    workload: 'Workload', queue: 'Queue', noQueue: 'none', payer: 'Paid by', node: 'Node', since: 'Since', kueue: 'Queues of Kueue', noKueue: 'Kueue is not installed on this cluster.',
    cohort: (name: string) => `Cohort ${name}`, admits: 'Admits', admitsNot: 'Does not admit', workloads: (admitted: number, pending: number) => `${admitted} admitted, ${pending} waiting`,
    quota: (resource: string, flavor: string, used: string, nominal: string) => `${resource} of ${flavor}: ${used} of ${nominal}`, borrowed: (amount: string) => `${amount} borrowed`, localQueue: (name: string, project: string) => `${name} is paid by ${project}`,
  },
  nodes: {
    title: 'Nodes', map: 'Map', table: 'Table', view: 'View', cluster: 'Cluster', allClusters: 'All clusters',
    total: 'Nodes', gpus: 'GPUs', inUse: 'In use', free: 'Free', down: 'Down', drained: 'Drained', node: 'Node', model: 'Model', rack: 'Rack', state: 'State',
    ready: 'Ready', notReady: 'Not ready', drainedState: 'Drained', draining: 'Draining', jobs: 'Jobs', none: 'No nodes yet', noneDetail: 'A cluster that is connected brings its nodes.',
    rackTitle: (name: string) => `Rack ${name}`, noRack: 'Without rack', labels: 'Labels', capacity: 'Capacity', runs: 'Jobs on it', noRuns: 'Nothing runs on it.',
    drain: 'Drain node', undrain: 'Take back into service', drainAsk: (name: string) => `Drain ${name}?`,
    drainDetail: (jobs: number, gpus: number) => `No new job is placed on it. ${jobs === 0 ? 'No job runs on it now.' : `${jobs} running ${jobs === 1 ? 'job stays' : 'jobs stay'} until the end.`} ${gpus} free GPUs leave the pool.`,
    drainedDone: (name: string) => `${name} is drained`, undrainedDone: (name: string) => `${name} is back in service`,
    stale: 'The node has changed since you looked. Its present state is shown now; try again.',
    cells: (used: number, total: number) => `${used} of ${total} GPUs in use`, pods: (n: number) => (n === 1 ? '1 worker' : `${n} workers`),
    free1: 'free', label: 'Nodes',
  },
};
