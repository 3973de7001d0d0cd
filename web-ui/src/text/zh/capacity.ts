export const capacity = {
  use: { nominal: '标称', borrowed: '借用', idle: '空闲', down: '故障', reserved: '预留', lent: '借出', used: '使用中' },
  availability: {
    title: '可用资源', lead: '此刻可以启动什么。最大组：一个作业可获得的最多 GPU。', free: '空闲', of: (total: string) => `共 ${total}`, largest: '最大组', shapes: '当前可容纳的工作进程', shape: (gpus: number) => `每个 ${gpus} GPU`, submit: '用它提交',
    pending: '排队需要的 GPU', oldest: '最长等待', nodes: '按空闲 GPU 的节点', nodesWith: (free: string) => `空闲 ${free}`, nodeCount: (n: string) => `${n} 个节点`, nothing: '没有节点有空闲 GPU。', none: '还没有 GPU 型号',
    noneDetail: '有节点的规格会使型号显示在此。', total: '全部型号',
  },
  queue: {
    title: '队列', lead: '您可见的全部等待作业，最早提交的在前，附决定性原因。', reasons: '按原因', all: '全部原因', label: '等待作业，最早的在前', none: '没有等待的作业', noneDetail: '提交的作业都已获得 GPU。', unexplained: '尚未说明',
    gpus: (n: string) => `${n} 个 GPU`, waited: '已等待', jobs: '等待作业', waitingGpus: '等待的 GPU', project: '项目', allProjects: '全部项目',
    pressure: '队列压力', pressureHint: (asked: string, there: string) => `需要 ${asked}，现有 ${there}`, drain: '排空时间', drainHint: '按最近七天的速度', drainNever: '最近七天没有任何作业开始',
  },
  fragmentation: {
    title: '碎片', lead: '一个工作进程位于一个节点。节点上小于其需求的剩余虽空闲却用不上。', none: '还没有 GPU 型号', size: '工作进程', workers: '可容纳', usable: '可用', lost: '用不上', fragmentation: '碎片率', share: '空闲 GPU',
    free: (free: string, of: string) => `空闲 ${free}，共 ${of}`, largest: '最大组', map: '地图', def: { usable: '此规模的工作进程当前可用的空闲 GPU。', fragmentation: '1 − 可用 ÷ 空闲。0%：每个空闲 GPU 都适合此规模。', largest: '一个作业当前可获得的最多 GPU；一组位于同一集群。' },
  },
  clusters: {
    title: '集群', lead: '作业派发到这里。节点标签与规格匹配时即成为容量。', add: '添加集群', added: (name: string) => `${name} 已添加`, none: '还没有集群', noneDetail: '先添加集群，再添加节点。', name: '名称', state: '状态', healthy: '正常', unhealthy: '异常', backend: '后端',
    backends: '可以驱动集群的后端', install: (what: string) => `需要 ${what}。`, cannot: (what: string) => `不支持：${what}。`,
    abilities: { BATCH: '批处理作业', NOTEBOOK: '笔记本', SEVERAL_POD_SETS: '多个 Pod 组', GPU_SHARES: 'GPU 份额', MIG_DEVICES: 'MIG 设备' },
    setting: '添加设置', settingHint: (preset: string | null, example: string) => (preset ? `留空则为：${preset}。例如：${example}` : `例如：${example}`), withoutSetting: (key: string) => `去掉 ${key}`, nodes: '节点', free: '空闲', use: '使用', settings: '设置', taken: (name: string) => `已有名为 ${name} 的集群。`, removeAsk: (name: string) => `删除 ${name}？`, removeDetail: '它没有节点，不再派发作业。',
    removed: (name: string) => `${name} 已删除`, drained: '已排空', drain: '排空', drainOf: (name: string) => `排空 ${name}`, undrain: '恢复使用', undrainOf: (name: string) => `恢复使用 ${name}`, drainAsk: (name: string) => `排空集群 ${name}？`,
    drainDetail: (nodes: number, gpus: string) => `其 ${nodes} 个节点不再接收新作业，运行中的作业继续。${gpus} 个空闲 GPU 退出资源池。`, drainedDone: (name: string) => `${name} 已排空`, undrainedDone: (name: string) => `${name} 已恢复使用`,
    stale: '集群在您查看后已变化。现显示当前状态，请重试。', taints: '污点', actions: '操作',
    others: '查看 Pod', othersOf: (name: string) => `查看 Pod：${name} 上的外部使用`, foreign: '被外部占用', foreignLead: '未经本平台提交、占用 GPU 的 Pod。它们占用容量，费用记入集群设置指定的项目。', foreignHeld: (gpus: string) => `当前 ${gpus} 个 GPU`,
    workload: '工作负载', queue: '队列', noQueue: '无', payer: '付费项目', node: '节点', since: '开始', kueue: 'Kueue 队列', noKueue: '此集群未安装 Kueue。',
    cohort: (name: string) => `队列组 ${name}`, admits: '可准入', admitsNot: '不可准入', workloads: (admitted: number, pending: number) => `已准入 ${admitted}，等待 ${pending}`,
    quota: (resource: string, flavor: string, used: string, nominal: string) => `${flavor} 的 ${resource}：${nominal} 中使用 ${used}`, borrowed: (amount: string) => `借用 ${amount}`, localQueue: (name: string, project: string) => `${name} 由 ${project} 付费`,
  },
  nodes: {
    title: '节点', map: '地图', table: '表格', view: '视图', cluster: '集群', allClusters: '全部集群', total: '节点', gpus: 'GPU', inUse: '使用中', free: '空闲', down: '故障', drained: '已排空', node: '节点', model: '型号', rack: '机架', state: '状态', ready: '就绪',
    notReady: '未就绪', drainedState: '已排空', draining: '排空中', jobs: '作业', none: '还没有节点', noneDetail: '接入的集群会带来节点。', rackTitle: (name: string) => `机架 ${name}`, noRack: '无机架', labels: '标签', capacity: '容量', runs: '其上的作业', noRuns: '没有作业在运行。',
    drain: '排空节点', undrain: '恢复使用', drainAsk: (name: string) => `排空 ${name}？`, drainDetail: (jobs: number, gpus: number) => `不再放置新作业。${jobs === 0 ? '当前没有作业在运行。' : `${jobs} 个运行中的作业会运行到结束。`}${gpus} 个空闲 GPU 退出资源池。`,
    drainedDone: (name: string) => `${name} 已排空`, undrainedDone: (name: string) => `${name} 已恢复使用`, stale: '节点在您查看后已变化。现显示当前状态，请重试。', cells: (used: number, total: number) => `${total} 个 GPU 中使用 ${used} 个`, pods: (n: number) => `${n} 个工作进程`,
    free1: '空闲', label: '节点',
  },
};
