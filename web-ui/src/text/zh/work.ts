export const work = {
  phase: {
    QUEUED: '排队中', ADMITTED: '启动中', RUNNING: '运行中', STOPPING: '停止中', SUCCEEDED: '成功', FAILED: '失败', CANCELLED: '已取消', TIMED_OUT: '超时', REJECTED: '被拒绝',
  },
  column: {
    status: '状态', name: '名称', project: '项目', user: '所有者', gpus: 'GPU', model: '型号', priority: '优先级', time: '等待 / 运行', cost: '成本', submitted: '提交时间',
    reason: '等待原因', waited: '已等待', ahead: '前方',
  },
  home: {
    title: '首页', hello: (name: string) => `已登录：${name}`, latest: '最新作业', whose: '谁的作业', all: '全部作业', mine: '我的作业', mineEmpty: '您还没有作业', mineEmptyDetail: '您提交的作业会显示在这里，最新的在前。', allMine: '我的全部作业',
    start: '开始', startBatch: '批处理作业', startBatchDetail: '一个或一组工作进程，自行结束。', startNotebook: '笔记本', startNotebookDetail: '交互式，由您停止。', freeNow: '当前空闲',
    quota: '我的项目配额', quotaMore: '全部配额', quotaNone: '您还没有加入任何项目，请管理员授权。', now: '当前', nowAvailable: '可用', nowAllocated: '已分配', nowFree: '空闲',
    nowLargest: '可立即启动的最大作业', nowPending: '排队需求', nowOldest: '最长等待', ofCapacity: (share: string) => `占可用的 ${share}`, downHint: (n: number) => `${n} 个故障或已排空`,
    jobsWaiting: (n: number) => `${n} 个作业`, pools: '资源池', attention: '需要关注', attentionNone: '没有。节点正常，没有项目在自身配额未用时等待。', nodeDown: (name: string) => `节点 ${name} 未就绪`,
    nodeDrained: (name: string) => `节点 ${name} 已排空`, clusterDrained: (name: string) => `集群 ${name} 不再接收新作业`, starved: (name: string, asks: string, free: string) => `${name} 在等待 ${asks} 个 GPU，自身配额还有 ${free} 未用`,
    oldWait: (name: string, wait: string) => `${name} 已等待 ${wait}`,
  },
  finance: {
    amount: (month: string) => `${month} 费用`, hours: 'GPU 小时', borrowed: (share: string) => `借用 ${share}`, unrated: '没有价格', books: '账簿', tasks: '待您处理', noTasks: '没有：上月已结，也没有待决定的事项。', toClose: (month: string, n: number) => `${month}尚未结账：${n} 份账单待出账`, toDecide: (n: number) => `${n} 项调整待决定`, toAnswer: (n: number) => `${n} 项争议待答复`, toApprove: (n: number) => `${n} 份价目表待批准`, toAgree: (n: number) => `${n} 个承诺或收费策略待决定`, usedUp: (n: number) => `${n} 个预算已用完`, sound: (ok: number, all: number) => `${all} 项检查中 ${ok} 项成立`,
  },
  notebooks: {
    title: '笔记本', lead: '交互式作业。在停止或到时之前一直占用 GPU。', start: '启动笔记本', active: '活动的', show: '显示', of: '所有者', everyone: '所有人的', mine: '我的', limit: '最长',
    none: '没有运行中的笔记本', noneDetail: '笔记本让您亲手使用 GPU，直到您停止它。',
  },
  templates: {
    title: '模板', lead: '作业的起点，提交前一切都可修改。', platform: '内置', own: '您的（保存在此浏览器）', none: '尚未保存', noneDetail: '在提交页的“复制为”菜单中选择“存为模板”。', use: '使用',
    removed: (name: string) => `${name} 已删除。`, preemptible: '可被抢占', notPreemptible: '不可抢占', upTo: (time: string) => `最长 ${time}`, checkpoints: (time: string) => `每 ${time} 检查点`,
    oneGpu: '一个 GPU，一小时', oneGpuDetail: '试试能否运行。', oneNode: '单节点微调', oneNodeDetail: '使用整个节点的 GPU，带检查点，节点故障后重启。', gang: '分布式训练',
    gangDetail: '四个节点同时启动，尽量在同一机架。', low: '有空位时运行', lowDetail: '低优先级，可被抢占：使用无人需要的资源。', notebook: '笔记本', notebookDetail: '一个 GPU，交互使用，不可抢占。',
  },
  views: {
    title: '视图', none: '还没有保存的视图', save: '保存此视图', name: '视图名称', hint: '保存筛选与排序，仅在此浏览器。', remove: (name: string) => `删除 ${name}`, removed: (name: string) => `视图 ${name} 已删除。`,
  },
  jobs: {
    title: '作业', label: '作业，默认最新的在前', filter: '筛选', filterHint: 'phase:running  project:…  user:…  或名称的一部分', filterKeys: '添加筛选', removeToken: (token: string) => `移除 ${token}`,
    presets: { all: '全部', active: '活动', queued: '排队', ended: '已结束', mine: '我的' }, none: '还没有作业', noneDetail: '作业由一个或多个需要 GPU 的工作进程组成。提交一个即可在此看到。',
    peek: '作业', open: '打开作业页', behind: '查看这些作业', tooMany: (n: number) => `文件包含前 ${n} 行。`,
  },
  job: {
    cancel: '取消作业', stop: '停止', cancelled: (name: string) => `正在取消 ${name}`, cancelAsk: (name: string) => `取消 ${name}？`, cancelDetail: '工作进程会停止，GPU 会归还。不可撤销，但可以克隆作业。',
    keep: '保留', clone: '克隆并修改', attempt: (n: number) => `第 ${n} 次尝试`, exitCode: (n: number) => `退出码 ${n}`, facts: '摘要',
    fact: {
      owner: '所有者', project: '项目', gpus: 'GPU', model: '型号', priority: '优先级', preemptible: '可抢占', submitted: '提交', waited: '等待', ran: '运行', maxRuntime: '最长运行', cost: '目前成本', id: '编号',
      labels: '标签', attempt: '尝试', outcome: '结果', image: '镜像',
    },
    costTotal: '成本',
    heldUp: '已获得资源，但集群尚未启动：',
    why: {
      title: '等待原因', none: '调度器尚未给出原因。每次变化后一秒内会检查每个作业。', asked: '请求', free: '当前空闲', ahead: '前方', aheadJobs: (jobs: string) => `${jobs} 个作业`, also: '另外', since: '已等待',
      next: '您可以', clone: '修改后重新提交', fewer: (workers: number) => `使用 ${workers} 个工作进程`, otherModel: (model: string, free: string) => `使用 ${model}（空闲 ${free}）`, prefer: '同机架改为优先而非必需',
      thatJob: (end: string) => `作业 …${end}`, seeQuota: '查看配额', seeBudgets: '查看预算', seeFree: '查看空闲 GPU', seeQueue: '查看队列',
    },
    frees: {
      title: '什么会腾出资源', never: '运行中的作业都无济于事：即使全部结束它也无法启动。', now: '无需等待其他作业结束：即将启动。', by: '最迟启动于', note: '假设运行中的作业都用足其声明的时长，且没有新作业到来。以下作业需先结束：',
      hidden: '一个作业', ends: '最迟结束于', endless: '未声明结束时间',
    },
    timeline: {
      title: '时间线', empty: '还没有事件。', by: (actor: string) => `由 ${actor}`, segment: { queued: '排队', starting: '启动', running: '运行', stopping: '停止' }, label: '各阶段用时',
    },
    placement: {
      title: '放置', none: '尚未放置。作业被接纳时选定 GPU。', released: '此作业的 GPU 已归还。', last: '上次运行的位置。这些 GPU 已归还。', rack: (name: string) => `机架 ${name}`, noRack: '无机架标签', rank: (n: number) => `rank ${n}`,
      cell: (gpu: number, rank: string) => `GPU ${gpu}：${rank}`, spread: (nodes: number, racks: number) => `${nodes} 个节点${racks === 0 ? '' : `，${racks} 个机架`}`, mine: '本作业及其序号', cells: { others: '他人使用', free: '空闲', unknown: '不属于本作业' },
    },
    cost: {
      title: '各次尝试的成本', attempt: '尝试', state: '状态', cluster: '集群', gpus: 'GPU', class: '类别', bound: '从', released: '至', duration: '占用', hours: 'GPU 小时', amount: '金额', none: '尚未占用 GPU，因此没有费用。',
      unrated: (h: string) => `${h} GPU 小时在价目表中没有价格。它们不是免费的，只是尚未计价。`, total: '合计',
    },
    log: {
      title: '日志', stream: '输出流', both: '全部', out: '输出', err: '错误', errMark: '错误', attempt: '尝试', allAttempts: '全部尝试', worker: '工作进程', allWorkers: '全部工作进程', rank: (n: string) => `rank ${n}`,
      find: '在日志中查找', download: '下载', newest: '最新', lines: (n: string) => `${n} 行`, following: '持续更新', complete: '完整', closing: '收尾中',
      notStarted: '作业尚未启动，还没有输出。', silent: '工作进程还没有输出。', noMatch: (text: string) => `没有包含“${text}”的行。`, dropped: (n: string) => `较早的 ${n} 行未显示；文件中有全部。`,
    },
    use: {
      title: 'GPU 使用情况', gpu: 'GPU 繁忙', memory: 'GPU 显存', label: (pods: number) => `其 ${pods} 个 Pod 的 GPU 平均繁忙程度`, rank: '序号', pod: 'Pod 名称', mean: '平均', least: '最低', last: '最近', notMeasured: '其集群不测量 GPU 的繁忙程度。', notStarted: '作业尚未启动，没有测量。', soon: '尚无测量。',
      idle: '无人使用，始于', stopsAt: (at: string) => `若不使用，将于 ${at} 停止。`,
    },
    objects: { title: '集群对象', detail: (backend: string) => `发送给后端 ${backend} 的内容，或将会发送的内容。`, none: '此后端没有对象。', notYet: '尚无运行：获准后才会创建对象。可用 `gpuaas render` 预览。', unmet: '此后端无法满足的', of: (cluster: string) => `位于 ${cluster}` },
    changes: { title: '变更', field: '字段', before: '之前', after: '现在', against: '对比', open: '打开该作业', none: '除名称外没有变更。', first: '此项目没有更早的同名作业可对比。' },
    spec: { title: '作业定义', asked: '提交内容', copy: '复制 YAML', copied: '已复制' },
  },
};
