export const money = {
  costs: {
    title: 'Costs', lead: (period: string) => `Month to date, ${period}. Charged is what is allocated, from bind to release.`,
    amount: 'Amount', hours: 'GPU-hours', nominal: 'Nominal', borrowed: 'Borrowed', share: 'Borrowed share', project: 'Project',
    byProject: 'By project', daily: 'GPU-hours by day', byProjectLabel: 'GPU-hours of each project this month, nominal and borrowed',
    dailyLabel: 'GPU-hours of each day, nominal and borrowed', day: 'Day', total: 'Total', none: 'Nothing has been charged this month',
    noneDetail: 'Costs appear within a minute of the first job that holds GPUs.', statement: 'Statement', unrated: 'not rated', jobs: 'Jobs',
    days: 'Last 30 days',
  },
  estimator: {
    title: 'Price estimator', lead: 'The scheduler’s plan and the rate card answer; nothing is submitted.', ask: 'What you would run', duration: 'For how long', submit: 'Submit this',
    note: 'Charged is what is allocated. Borrowed GPUs can have another price than guaranteed ones; how many would be borrowed now is part of the plan.',
  },
  statements: {
    title: 'Statements', lead: 'One per project and month. A line is a pool, model, class and meter; amounts are rounded once, at the line.',
    download: 'Download', csv: 'Statements as CSV', focus: 'FOCUS 1.2', job: 'Job', user: 'Owner', behind: 'Jobs behind it', behindNote: 'Most GPU-hours first. Amounts are not rounded to lines.',
    month: 'Month', project: 'Project', status: 'Status', hours: 'GPU-hours', total: 'Total', unrated: 'Unrated', from: 'From', to: 'To',
    lines: 'Lines', none: 'No statements for this month', noneDetail: 'A project gets one as soon as it holds GPUs in the month.',
    model: 'Model', pool: 'Pool', class: 'Class', meter: 'Meter', unitPrice: 'Unit price', amount: 'Amount', back: 'All statements',
    of: (project: string, month: string) => `${project}, ${month}`, label: 'Statements', linesLabel: 'Statement lines',
    unratedNote: (h: string) => `${h} GPU-h have no price. They are not in the total.`, usage: 'Lines add up to the total.',
    status_: { OPEN: 'Open', ISSUED: 'Issued', CLOSED: 'Closed' } as Record<string, string>,
  },
  rates: {
    title: 'Rate cards', lead: 'Price of one GPU-hour. A price holds from its date on; past hours keep theirs.',
    none: 'No rate card yet', noneDetail: 'Without one, GPU-hours are counted but not rated.', pool: 'Pool', anyPool: 'any', model: 'Model', class: 'Class',
    meter: 'Meter', price: 'Price', perHour: 'per GPU-h', from: 'Valid from', to: 'Valid to', open: 'open end', now: 'In force', label: 'Rates',
    yes: 'In force', past: 'Past', future: 'Later', currency: 'Currency',
  },
  books: { title: 'Invariants of the books', asOf: 'checked', holds: 'Holds', broken: 'Broken', rows: (n: number) => (n === 1 ? '1 row breaks it' : `${n} rows break it`) },
  reconciliation: {
    title: 'Reconciliation', lead: 'Each GPU-second of each pool is accounted for once: capacity = nominal + borrowed + other + idle + down.',
    balanced: 'All hours balance', notBalanced: (n: number) => `${n} ${n === 1 ? 'hour does' : 'hours do'} not balance`, pool: 'Pool', model: 'Model', hour: 'Hour', hours: 'By pool and hour',
    capacity: 'Capacity', nominal: 'Nominal', borrowed: 'Borrowed', other: 'Other', idle: 'Idle', down: 'Down', plannedDown: 'Planned down',
    check: 'Balance', ok: 'Balances', bad: 'Does not', day: 'Day (UTC)', previous: 'Day before', next: 'Day after', unit: 'GPU-h', allPools: 'All pools',
    none: 'No hours for this day', noneDetail: 'Conservation is written for each full hour of a pool.', label: 'Conservation by pool and hour',
    chart: 'GPU-hours by hour of the day', chartLabel: 'GPU-hours of each hour by what became of them', total: 'Total',
  },
};
