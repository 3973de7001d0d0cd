export const money = {
  costs: {
    title: '成本', lead: (period: string) => `本月至今，${period}。按占用计费，从绑定到释放。`, amount: '金额', hours: 'GPU 小时', nominal: '标称', borrowed: '借用', share: '借用占比', project: '项目', byProject: '按项目', daily: '每日 GPU 小时',
    byProjectLabel: '本月各项目的 GPU 小时，标称与借用', dailyLabel: '每日 GPU 小时，标称与借用', day: '日', total: '合计', none: '本月尚无费用', noneDetail: '首个占用 GPU 的作业开始后一分钟内显示成本。', statement: '账单', unrated: '未计价', jobs: '作业', days: '最近 30 天',
  },
  estimator: {
    title: '价格估算', lead: '由调度器的计划与价目表给出，不会提交任何作业。', ask: '您要运行的内容', duration: '时长', submit: '提交', note: '按占用计费。借用的 GPU 价格可能不同；此刻会借用多少由计划给出。',
  },
  statements: {
    title: '账单', lead: '每个项目每月一份。一行对应资源池、型号、类别与计量；金额在行上舍入一次。', download: '下载', csv: '账单 CSV', focus: 'FOCUS 1.2', job: '作业', user: '所有者', behind: '相关作业', behindNote: 'GPU 小时最多的在前。金额未按行舍入。',
    month: '月份', project: '项目', status: '状态', hours: 'GPU 小时', total: '合计', unrated: '未计价', from: '从', to: '至', lines: '行', none: '该月没有账单', noneDetail: '项目在当月占用 GPU 后即有账单。', model: '型号', pool: '资源池', class: '类别', meter: '计量',
    unitPrice: '单价', amount: '金额', back: '全部账单', of: (project: string, month: string) => `${project}，${month}`, label: '账单', linesLabel: '账单行', unratedNote: (h: string) => `${h} GPU 小时没有价格，未计入合计。`, usage: '各行之和等于合计。',
    status_: { OPEN: '未结', ISSUED: '已出账', CLOSED: '已结' } as Record<string, string>,
  },
  rates: {
    title: '价目表', lead: '每 GPU 小时的价格。价格自其日期起生效；过去的小时保持原价。', none: '还没有价目表', noneDetail: '没有价目表时，GPU 小时会计数但不计价。', pool: '资源池', anyPool: '任意', model: '型号', class: '类别', meter: '计量', price: '价格', perHour: '每 GPU 小时',
    from: '生效', to: '失效', open: '无期限', now: '生效中', label: '价格', yes: '生效中', past: '过去', future: '将来', currency: '币种',
  },
  books: { title: '账簿不变式', asOf: '检查于', holds: '成立', broken: '不成立', rows: (n: number) => `${n} 行违反` },
  reconciliation: {
    title: '对账', lead: '每个资源池的每个 GPU 秒只记一次：容量 = 标称 + 借用 + 其他 + 空闲 + 故障。', balanced: '所有小时平衡', notBalanced: (n: number) => `${n} 个小时不平衡`, pool: '资源池', model: '型号', hour: '小时', hours: '按资源池与小时', capacity: '容量', nominal: '标称',
    borrowed: '借用', other: '其他', idle: '空闲', down: '故障', plannedDown: '计划停机', check: '平衡', ok: '平衡', bad: '不平衡', day: '日 (UTC)', previous: '前一天', next: '后一天', unit: 'GPU 小时', allPools: '全部资源池', none: '当天没有小时数据',
    noneDetail: '每个资源池的每个整点都会记录守恒。', label: '按资源池与小时的守恒', chart: '一天中各小时的 GPU 小时', chartLabel: '各小时的 GPU 小时去向', total: '合计',
  },
};
