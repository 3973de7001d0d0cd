export const money = {
  costs: {
    title: '成本', lead: (period: string) => `${period}。按占用计费，从绑定到释放。`, amount: '金额', charges: '用量之外', chargesHint: '截至上一整点', hours: 'GPU 小时', nominal: '标称', borrowed: '借用', share: '借用占比', ofHours: (share: string) => `占全部 GPU 小时的 ${share}`, project: '项目', byProject: '按项目', daily: '每日 GPU 小时',
    byProjectLabel: '本月各项目的 GPU 小时，标称与借用', dailyLabel: '每日 GPU 小时，标称与借用', day: '日', total: '合计', none: '该月没有费用', noneDetail: '首个占用 GPU 的作业开始后一分钟内显示成本。', statement: '账单', unrated: '未计价', jobs: '作业', view: '显示内容', byMonth: '按月', explore: '探索', exploreLead: '任意时间、任意分组的成本或用量。', forecast: '预测', noBand: '按目前趋势', band: (low: string, high: string) => `${low} 至 ${high}`, bandMeans: '若剩余每天的成本与最近四周中最低或最高的一周相同', movers: '最大变化', moversNote: '与上月同样长的时间相比', moversWhole: '与上月相比', before: '之前', now: '现在', change: '变化',
    idle: '本月空闲 GPU', idleNote: '按运行中 GPU 的标称价格；仅展示，不计费', idleFigure: '空闲 GPU', idleFigureHint: '不计费', holders: '闲置配额由谁持有', holdersNote: '按各项目未使用的保证 GPU 小时分摊', holder: '持有者', holderShare: '占比', platform: '不属于任何配额', idleNone: '没有空闲。', pool: '资源池', idleHours: '空闲', idleCost: '相当于', idleMost: '最大份额',
  },
  proposals: {
    title: (name: string) => `提案：${name}`, by: (author: string) => `提案人 ${author}`, takeBack: '撤回', reject: '拒绝', rejected: (name: string) => `${name} 的提案已结束`, warning: '请确认', noModel: (model: string) => `没有规格使用型号 ${model} 的 GPU；等到有了该型号，价格才会生效。`, noPool: (pool: string) => `没有资源池 ${pool}；等到有了该资源池，价格才会生效。`, approve: '批准', approved: (name: string) => `${name} 已生效`, notOwn: '须由他人批准', fromFile: '从 CSV 导入', notRead: '未提交任何提案', propose: '提议价格', proposed: '已提议，须由他人批准', detail: '第二人批准后生效。过去的小时保持原价。', anyHint: '留空：任意',
    same: (n: number) => `${n} 个价格保持不变`, kinds: { added: '新增', removed: '移除', changed: '变更', same: '不变' },
  },
  decide: {
    approve: '同意', reject: '拒绝', takeBack: '撤回', notOwn: '须由他人同意', approved: '已同意', rejected: '已拒绝', proposed: '已提议；他人同意后生效', states: { PROPOSED: '待决定', APPROVED: '已同意', REJECTED: '已拒绝' },
  },
  commitments: {
    title: '承诺', panel: '预留的 GPU', lead: '账单在用量之外收取的费用：预留的 GPU，以及按策略收取的空闲与出借。一人提议，另一人同意。', none: '没有预留', noneDetail: '承诺无论是否使用都向项目收费，通常价格较低。', propose: '提议承诺',
    detail: '从开始到结束无论是否使用都收费；其覆盖的用量会抵扣。不改变配额。开始前须由他人同意。', state: '状态', pool: '资源池', model: '型号', gpus: 'GPU', price: '价格', from: '从', to: '至', author: '提议人',
    decidedBy: (login: string) => `由 ${login} 决定`, wanted: (day: string, login: string) => `${day}，${login} 提议`, end: '提前结束', endAsk: (project: string) => `提前结束 ${project} 的承诺？`, endDetail: '此后既不收费，也不再覆盖用量。须在该日之前由他人同意。', endAt: '新的结束日', endedEarlier: '经同意提前的结束',
    kind: { commitment: '承诺', covered: '已覆盖', idle: '空闲', lent: '出借' },
    def: {
      commitment: '预留 GPU × 时间 × 价格，无论是否使用。', covered: '承诺范围内的标称与预留用量按其计费金额抵扣；每一时刻先抵扣最贵的 GPU。', idle: '项目分摊的空闲 GPU，前提是该池策略不由平台承担。', lent: '他人借用 GPU 的抵扣：其费用的百分比，按未使用的标称配额分配。',
    },
  },
  policies: {
    title: '收费策略', note: '最新在前', propose: '提议策略', none: '空闲 GPU 由平台承担', noneDetail: '没有策略时，无人为空闲 GPU 付费，借用者的付费归平台。', detail: '他人同意后，自该月一日起生效。已结账的月份永不改变。', pool: '资源池', allPools: '其余全部', since: '自', idle: '空闲 GPU',
    lenders: '出借者抵扣', lendersHint: '占借用 GPU 费用的比例', policy: { PLATFORM_ABSORBS: '由平台承担', PROPORTIONAL_TO_USAGE: '按用量分摊', PROPORTIONAL_TO_NOMINAL: '按标称配额分摊', UNUSED_NOMINAL: '按未用标称配额分摊' },
  },
  billing: {
    title: '展示与计费', note: '按部门', none: '还没有部门', department: '部门', mode: '账单', since: '起始', reason: '原因', author: '决定人', change: '更改',
    modes: { SHOW_BACK: '仅展示', CHARGE_BACK: '实际计费' }, means: { SHOW_BACK: '仅供参考', CHARGE_BACK: '由部门支付' }, always: '一直如此',
    next: (mode: string, month: string) => `${month}起${mode}`, ask: (department: string) => `${department} 的账单如何处理？`,
    detail: '“仅展示”的账单仅供参考。“实际计费”的账单需要支付：账单开具时，其总额记为该部门的应付款。已关闭的月份永不改变。',
    from: '起始月份', save: '保存', saved: '决定已保存', field: '计费方式',
  },
  maxCost: {
    label: '费用上限', hint: '达到前会通知其停止。留空：不限', none: '不限', set: '设置上限', change: '修改', remove: '取消上限', saved: '上限已保存', removed: '上限已取消', of: (part: string) => `已用 ${part}`, title: (name: string) => `${name} 最多可花费多少？`,
    detail: '所有尝试合计。当已产生费用与通知期费用之和达到上限时，通知其停止。', stopped: '已因此停止', amount: (currency: string) => `金额 (${currency})`,
  },
  pieces: {
    lead: '每一段只有一个价格。点击作业可到其页面，点击节点可到该节点。', label: '此行对应的用量段', job: '作业', attempt: '尝试', held: '节点', onNode: (gpus: string, h: string) => `${gpus} GPU，${h} GPU 小时`, nth: (n: number) => `第 ${n} 次尝试`, to: '至', priceVersion: '价格', devices: (list: string) => `GPU ${list}`, anyDevice: '由节点选择 GPU', from: '从', price: '价格', amount: '金额', version: (n: number) => `价目表版本 ${n}`,
  },
  closing: {
    guide: (month: string) => `${month} 结账`, look: '检查', settle: '结清（初步结账）', closeStep: '结账', fine: '正常', lookAt: '请查看', open: '查询中', softMeans: '用量已结清：之后入账的用量计入后续账单。调整仍可指定该月。也可不经此步直接结账。', lastBooked: '该月用量最后入账于', lateMeans: '距今一小时以上即为正常：迟到的事实已到齐。', nothingBooked: '该月没有入账。',
    allRated: '全部用量都有价格。', unrated: (h: string) => `${h} GPU 小时没有价格，将在之后计费。`, noAdjustments: '没有待决定的调整。', adjustments: (n: number) => `${n} 项调整待决定。`, noDisputes: '没有未处理的争议。', disputes: (n: number) => `${n} 项争议未处理。`, booksAsked: '正在检查账簿。', booksUnknown: '无法检查账簿。', booksSound: (n: number) => `账簿的 ${n} 项检查全部成立。`, booksBroken: (n: number) => `账簿有 ${n} 项检查不成立。`,
    doneBy: (login: string) => `操作人 ${login}`, issued: (n: number, first: string, last: string) => (n === 1 ? `已出具 1 份账单：${first}。` : `已出具 ${n} 份账单，${first} 至 ${last}。`), inAll: (total: string) => `合计 ${total}。`, afterwards: '账单不再变化。之后入账的用量以及争议中认可的部分计入发生当月的账单：',
    soft: '初步结账', softAsk: (month: string) => `结清 ${month} 的用量？`, softDetail: '之后入账的用量计入后续账单。在正式结账前，调整仍可指定该月。', softDone: (month: string, n: number) => `${month} 已初步结账：${n} 份账单`, steps: (open: number, soft: number, closed: number) => `未结 ${open}，初步结账 ${soft}，已结 ${closed}`,
    close: '结账', ask: (month: string) => `结 ${month} 的账？`, detail: '账单将出具且不再变化。之后的事实成为后续月份的调整。不可撤销。', confirm: (month: string) => `输入 ${month} 确认`, done: (month: string, n: number) => `${month} 已结账：${n} 份账单`,
  },
  budgets: {
    title: '预算', lead: '组织各部分在一个周期内可花费的金额。运行中的作业会占用其仍可能产生的费用。', none: '还没有预算', noneDetail: '预算在阈值处预警；硬预算用完后不再启动新作业。', make: '新建预算', edit: '修改', of: (scope: string) => `${scope} 的预算`, id: '编号', idHint: '小写字母、数字、连字符',
    scope: '对象', scopeName: '名称', state: '状态', period: '周期', hard: '硬', soft: '软', use: '已用与占用', used: '已用', held: '占用', amount: '预算', currency: '币种', forecast: '预测', thresholds: '预警百分比', grace: '宽限分钟', active: '启用', saved: '预算已保存',
    stale: '打开后有人修改了此预算。请关闭后重新打开；未保存任何内容。', off: '停用', overridden: '已放行', blocks: '阻止新作业', inGrace: '已用尽，宽限中', reached: (percent: number) => `已达 ${percent}%`, over: '已用尽', within: '预算内',
    kinds: { ORGANISATION: '组织', DEPARTMENT: '部门', PROJECT: '项目', USER: '个人' } as Record<string, string>, periods: { MONTH: '月', QUARTER: '季', YEAR: '年' } as Record<string, string>, override: '放行', overrideAsk: (scope: string) => `放行 ${scope} 的作业？`,
    overrideDetail: '预算虽已用完，新作业仍可启动。您的姓名与理由会记入审计。', overrideDone: '作业已放行', until: '时长', hours: (n: number) => `${n} 小时`, reason: '理由',
    def: { used: '本周期至今的费用。', held: '运行中的作业在已产生费用之外最多还会产生的费用；包括预算建立之前已在运行的作业。', forecast: '按目前趋势，周期结束时的用量。', hard: '已用与占用达到预算且宽限期过后，不再启动新作业；运行中的作业继续。' },
  },
  adjustments: {
    title: '调整与争议', panel: '调整', lead: '人工抵扣与更正。一人申请，另一人决定；批准后立即入账。', none: '还没有调整', noneDetail: '平台故障的抵扣或已结月份的更正会显示在此。', ask: '申请调整', askDetail: '第二人批准后入账。', asked: '已申请，须由他人决定', project: '项目', status: '状态', amount: '金额',
    amountHint: '抵扣为负数，例如 -12.50', code: '原因', explanation: '说明', month: '计入账单', monthHint: '其他月份须已初步结账', monthOwn: '批准当月', by: '申请人', at: '申请时间', decidedBy: '决定人', approve: '批准', reject: '拒绝', decided: '已决定', notOwn: '由您申请：须由他人决定，您可以撤回', takeBack: '撤回', takenBack: '已撤回', statuses: { REQUESTED: '待决定', APPROVED: '已批准', REJECTED: '已拒绝' } as Record<string, string>,
  },
  disputes: {
    title: '争议', lead: '对已出账账单的异议。账单不会更改：认可的部分成为调整。', none: '没有争议', noneDetail: '可查看已出账账单的人可在其页面提出异议。',
    statement: '账单', project: '项目', status: '状态', code: '原因', explanation: '说明', by: '提出人', at: '提出时间', statuses: { OPEN: '待处理', ACCEPTED: '已接受', REJECTED: '已拒绝' },
    raise: '提出异议', raiseTitle: (statement: string) => `对账单 ${statement} 提出异议`, raiseDetail: '由财务答复。账单保持不变；认可的部分成为之后月份的调整。', raised: (statement: string) => `已对账单 ${statement} 提出异议`,
    of: (statement: string) => `${statement} 的争议`, answerTitle: '答复', answer: '答复内容', answeredBy: '答复人', accept: '接受', reject: '拒绝', adjustment: '调整', adjustmentHint: '用于了结的本项目调整', answered: (statement: string) => `已答复 ${statement} 的争议`,
    notOwn: '由您提出：须由他人答复。',
  },
  estimator: {
    title: '价格估算', lead: '由调度器的计划与价目表给出，不会提交任何作业。', ask: '您要运行的内容', duration: '时长', submit: '提交', note: '按占用计费。借用的 GPU 价格可能不同；此刻会借用多少由计划给出。',
  },
  explore: {
    ask: '查询', show: '显示内容', cost: '成本', since: '从', until: '至（含当日）', backwards: '起始日不能晚于结束日。', step: '步长', noStep: '无', by: '分组', label: '按作业标签', labelHint: '键，例如 team', zone: '时区', zoneHint: '组织的时区', yearStart: '财年起始月', answer: '结果', rows: '数据', all: '全部', none: '此时间内没有数据', noneDetail: '没有符合条件且您可查看的用量。', chart: (figure: string) => figure,
    groups: { department: '部门', team: '团队', project: '项目', user: '个人', costCenter: '成本中心', model: '型号', pool: '资源池', class: '类别', meter: '计量', job: '作业' }, steps: { hour: '小时', day: '日', week: '周', month: '月', quarter: '季', year: '年' },
    figures: { gpuHours: 'GPU 小时', listAmount: '按标价', amount: '合同价', effectiveAmount: '实际', unbilledGpuHours: '不计费', unratedGpuHours: '未计价', jobs: '作业' } as Record<string, string>, files: { csv: '成本 CSV', parquet: '成本 Parquet' },
  },
  definitions: { title: '定义', lead: '门户、API 与导出中各项数据的含义。' },
  statements: {
    title: '账单', lead: '每个成本中心每月一份，由其各项目的账单组成。一行对应资源池、型号、类别与计量；金额在行上舍入一次。', closes: (month: string) => `${month} 结束后才能结账。`, toLast: (month: string) => `前往 ${month}`, download: '下载', csv: '账单 CSV', focus: (version: string) => `FOCUS ${version}`, byCostCenter: '按成本中心', byProject: '按项目', projects: '项目', noCenters: '可查看某成本中心全部项目的人，会在此看到其账单。', centerNote: '每次结账为每个成本中心出具一份账单，包含该次结账的项目。', ofCenter: (center: string, month: string) => `成本中心 ${center}，${month}`, noStatement: '没有这份账单', job: '作业', user: '所有者', behind: '相关作业', behindNote: 'GPU 小时最多的在前。金额未按行舍入。',
    noHours: '本月没有 GPU 小时', month: '月份', project: '项目', status: '状态', hours: 'GPU 小时', total: '合计', unrated: '未计价', from: '从', to: '至', lines: '行', none: '该月没有账单', noneDetail: '项目在当月占用 GPU 后即有账单。', model: '型号', pool: '资源池', class: '类别', meter: '计量',
    unitPrice: '单价', amount: '金额', back: '全部账单', of: (project: string, month: string) => `${project}，${month}`, label: '账单', linesLabel: '账单行', unratedNote: (h: string) => `${h} GPU 小时没有价格，未计入合计。`, usage: '已使用的部分。点开一行可查看其用量。',
    number: '编号', zone: '时区', costCenter: '成本中心', kind: '类型', adjustments: '调整', adjustmentsNote: '已计入合计。', charges: '费用与抵扣', chargesOpen: '承诺、空闲 GPU 与出借，截至现在；已计入合计。成本页显示截至上一整点。', chargesNote: '承诺、空闲 GPU 与出借；已计入合计。', reference: '参考', sum: '小计', pdf: 'PDF', notIssued: '尚未出账',
    status_: { OPEN: '未结', ISSUED: '已出账', SOFT_CLOSED: '初步结账', CLOSED: '已结' } as Record<string, string>,
  },
  rates: {
    title: '价目表', lead: '每 GPU 小时的价格。价格自其日期起生效；过去的小时保持原价。', none: '还没有价目表', noneDetail: '没有价目表时，GPU 小时会计数但不计价。', pool: '资源池', anyPool: '任意', model: '型号', class: '类别', meter: '计量', band: '每周时段', bandAll: '全部时间', bandSome: '部分时段', bandDays: '起始的星期', bandFrom: '从', bandTo: '至', bandZone: '按此时区的时钟', bandHint: '结束不晚于开始时，表示次日', days: { MON: '周一', TUE: '周二', WED: '周三', THU: '周四', FRI: '周五', SAT: '周六', SUN: '周日' }, price: '价格', listPrice: '标价', listHint: '折扣前的价格；留空即价格本身', perHour: '每 GPU 小时',
    from: '生效', to: '失效', open: '无期限', now: '生效中', label: '价格', yes: '生效中', past: '过去', future: '将来', currency: '币种',
  },
  books: { title: '账簿不变式', asOf: '检查于', holds: '成立', broken: '不成立', rows: (n: number) => `${n} 行违反`, night: '昨夜：', nightGood: (n: number) => `${n} 项全部成立`, nightBad: (names: string) => `不成立：${names}`, noNight: '尚无夜间检查' },
  reconciliation: {
    title: '对账', lead: '每个资源池的每个 GPU 秒只记一次：容量 = 标称 + 借用 + 其他 + 空闲 + 故障。', balanced: '所有小时平衡', notBalanced: (n: number) => `${n} 个小时不平衡`, pool: '资源池', model: '型号', hour: '小时', hours: '按资源池与小时', capacity: '容量', nominal: '标称',
    borrowed: '借用', other: '其他', idle: '空闲', down: '故障', plannedDown: '计划停机', check: '平衡', ok: '平衡', bad: '不平衡', day: '日 (UTC)', previous: '前一天', next: '后一天', unit: 'GPU 小时', allPools: '全部资源池', none: '当天没有小时数据',
    noneDetail: '每个资源池的每个整点都会记录守恒。', label: '按资源池与小时的守恒', chart: '一天中各小时的 GPU 小时', chartLabel: '各小时的 GPU 小时去向', total: '合计',
  },
};
