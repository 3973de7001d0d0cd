export const scheduling = {
  site: {
    title: 'Site-wide rules', edit: 'Edit', of: 'Site-wide rules', saved: 'The rules are saved', effect: 'What it would do now',
    stale: 'Someone has changed the rules since you opened them. The present ones are shown; yours are kept where they differ.',
    order: 'Who goes first', place: 'How nodes are filled', protect: 'Protection of running jobs', victims: 'Whose work is lost first',
    byShare: 'Projects with the lower dominant share; priority counts within a project',
    byPriority: 'Within nominal quota first, then higher priority, then earlier',
    byScore: (priority: string, share: string, half: string) => `Within nominal quota first, then score = ${priority} × priority − ${share} × GPU-hours over quota, which count half after ${half}`,
    strategy: { PACK: 'Filled up one by one', SPREAD: 'Spread evenly', LEAST_FRAGMENTATION: 'Kept open for the pods that are expected' },
    protected: (minimum: string, notice: string, inARow: number) => `Not before ${minimum} of running; ${notice} of notice; after ${inARow} ${inARow === 1 ? 'preemption' : 'preemptions'} without progress left alone for a while`,
    byLoss: 'Jobs that lose the fewest GPU-seconds since their last checkpoint', byOrder: 'Lower priority, then the younger',
    classes: 'Priority classes',
  },
  field: {
    fairSharing: 'Compare projects by dominant share', placement: 'Nodes are', checkpointAwareVictims: 'Lost work counts in the choice of victims',
    minRuntime: 'Minimum run time', notice: 'Notice', claim: 'Cleared room is kept for', inARow: 'Preemptions in a row', halfLife: 'Half-life of past use', priorityWeight: 'Points for each unit of priority', shareWeight: 'Points for each GPU-hour over quota',
  },
  idle: {
    title: 'Idle notebooks', edit: 'Edit', off: 'Nobody is stopped for being idle.', told: (percent: number, window: string, notice: string) => `A notebook none of whose GPUs was ${percent} % busy for ${window} is told so, and stopped ${notice} later unless it is used.`,
    detail: 'Of clusters that measure how busy GPUs are. Any use begins the time anew.', active: 'Stop idle notebooks', percent: 'A GPU is idle below, per cent', window: 'Idle for', notice: 'Notice', saved: 'The rule is saved',
  },
  hint: { duration: '0s, 15m, 12h, 7d', halfLife: '0s: the past does not count', inARow: '0: never protected for that' },
  quota: { drainBy: 'Evict what is above it from', drainByHint: 'Empty: a cut ends nothing. Otherwise an instant such as 2027-01-31T18:00:00Z', drains: (at: string) => `drains from ${at}` },
  line: {
    place: 'Place in line', score: (points: string, share: string, score: string) => `${points} for priority − ${share} for past use = ${score} points`,
    past: (hours: string) => `${hours} GPU-hours over quota, decayed`,
  },
  submit: { backend: 'Driven by', anyBackend: 'As its cluster is', backendHint: 'What its pods are made by on the cluster', placement: 'Fill nodes', anyPlacement: 'As the site does', patience: 'Rather wait', patienceHint: 'So long for one domain before it starts in several: 30m' },
};
