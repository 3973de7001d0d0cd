export const manage = {
  quotas: {
    title: '配额与公平', lead: '标称配额有保障。未用的可在队列组内借出，所有者需要时收回。', name: '项目或队列组', nominal: '标称', used: '使用', borrowed: '借用', lent: '借出', available: '可得', waiting: '等待', running: '运行作业', share: '公平份额', use: '使用', all: '全部规格',
    flavor: '规格', resource: '资源', tree: '配额树', edit: '修改', jobsWaiting: (n: number) => `${n} 个作业`, label: '配额树：队列组及其下的项目', updated: '截至', none: '还没有配额', noneDetail: '有配额的队列组或项目会显示在此。', pairs: '谁借出，谁借用', lenders: '借出', borrowers: '借用',
    nobodyLends: '当前没有借出。', pairsNote: '借用的 GPU 不属于某个特定的出借方：各出借方按其未用且可借出的配额比例计算。', lenderBorrower: '出借方 ↓  借用方 →', sum: '合计', hiddenParty: '其他', starved: '有配额却在等待', starvedNone: '没有项目在自身配额被借出或未用时等待。', starvedNote: '其自身配额被借出或未用，却仍在等待。',
    starvedText: (asks: string, unused: string) => `在等待 ${asks} 个 GPU，自身配额还有 ${unused} 未用`, editTitle: (name: string) => `${name} 的配额`, borrowingLimit: '最多借用', lendingLimit: '最多借出', limitHint: '留空：不限', withBelow: (below: string, all: string) => `队列组自身的配额；其下另有 ${below}，表中合计 ${all}。`, save: '保存配额',
    saved: (name: string) => `${name} 的配额已保存`, change: (from: string, to: string) => `${from} → ${to}`, effect: '变化', noChange: '尚无修改。', unreadable: '上方字段有效后显示。', above: (sum: string, there: string) => `如此共保证 ${sum} 个 GPU，而现有 ${there} 个；不存在的资源无法给出。`, below: (used: string) => `当前使用 ${used}：超过新配额的部分变为借用，可被收回。`,
    stale: '打开后有人修改了此配额。下方显示当前值；您不同的数值已保留。', shareHint: '主导份额：该资源借用 ÷ 可借出的最大值，以千分之一计。低者优先。', definitions: '各列含义',
    def: { nominal: '对项目或队列组的保障。', used: '当前绑定到作业的 GPU。', borrowed: '超出标称的使用，最先被收回。', lent: '标称中当前被他人使用的部分。', available: '含借用在内还可获得的数量。', waiting: '等待作业请求的 GPU。' },
  },
  effect: {
    title: '此刻的影响', asking: '正在询问调度器', unknown: '无法给出影响：数值尚不正确。', nothing: '此刻没有影响：没有作业因此启动或停止。', starts: (n: number) => `${n} 个等待作业会启动`, startsNoMore: (n: number) => `${n} 个本可启动的作业会等待`,
    stops: (n: number) => `${n} 个运行作业会被停止`, rejects: (n: number) => `${n} 个等待作业将永远无法运行`, hidden: (n: number) => `其中 ${n} 个您无权查看。`, more: (n: number) => `还有 ${n} 个`, capacity: '空闲 GPU', quotas: '配额', flavor: '规格', free: '空闲', gang: '最大组',
    borrowed: '借用', available: '可得', incomplete: '队列很长：未检查全部等待作业。',
  },
  waits: {
    title: '等待与服务', lead: '从提交到首次获得 GPU，按此时间内提交的作业。', by: '分组', key: { size: '作业规模', model: 'GPU 型号', project: '项目', priority: '优先级', day: '日' }, groups: (by: string) => `按${by}的等待`,
    sizes: { 0: '不足 1 GPU', 1: '1 GPU', 2: '2–7 GPU', 8: '8 GPU', 9: '9–64 GPU', 65: '超过 64 GPU' } as Record<string, string>, noModel: '尚未放置', jobs: '作业', waiting: '仍在等待', median: '中位数', p90: '90%', p95: '95%', longest: '最长', neverStarted: '从未启动', running: '到运行', slowdown: '减速比', slowdown95: '减速比 95%',
    none: '此时间内没有作业', noneDetail: '请选择更长的时间或更大的范围。', daily: '按提交日的等待', dailyLabel: '每日作业等待的中位数与第 95 百分位', minutes: '分钟', seconds: '秒', hours: '小时', atOnce: '< 1 秒',
    def: { median: '一半作业的等待不超过此值。是实际发生的等待，不是平均。', p95: '100 个作业中 95 个的等待不超过此值。', waiting: '按至今的等待计入，因此卡住的队列会显现。', running: '从提交到全部 Pod 运行：一半作业不超过此值。仍在等待的作业按至今计入。', slowdown: '已结束的作业：从提交到结束的时间除以占用 GPU 的时间（至少按十秒计）。1 表示没有等待；取中位数。', neverStarted: '获得 GPU 前被取消或拒绝；不计入百分位。' },
  },
  preemption: {
    title: '抢占与可靠性', lead: '被停止的运行：谁的、为谁；以及运行如何结束。', byReason: '按原因的停止', stops: '停止', reason: '原因', victim: '被停止', claimant: '为', nobody: '无', runs: '运行', jobs: '作业', lost: '损失', notice: '通知到释放', outcome: '结束', held: '占用', kept: '有效', goodput: '有效产出', goodputHint: '占已结束运行的占用', heldHint: '已结束的运行', causes: { NODE: '节点或 GPU', KILLED: '被终止，通常因内存不足', PROGRAM: '程序自身' },
    rate: '每千 GPU 小时', outcomes: '运行如何结束', none: '此时间内没有运行被停止或结束', noneDetail: '请选择更长的时间或更大的范围。', noStops: '此时间内没有运行被停止。',
    def: { lost: 'GPU 数乘以自上个检查点以来需要重做的工作。', notice: '从通知到集群确认 GPU 释放的中位时间。', rate: '所有运行每占用一千 GPU 小时，以此方式结束或停止的运行数。', kept: '没有白费的部分：成功的运行全部计入，其余计至最后一个检查点。', goodput: '有效占用的比例。' },
  },
  busy: {
    title: '占用的 GPU 有多繁忙', note: '最近一小时，最空闲的在前', job: '作业', project: '项目', user: '人员', utilised: '利用率', effective: '有效率', idle: '空闲', idleGpus: '占用但空闲', idleHint: '一小时内从未达到 5%', ofMeasured: (measured: string, held: string) => `已测量 ${measured} 个 GPU，占用 ${held} 个`,
    ofAvailable: (there: string) => `占 ${there} 个在役 GPU`, none: '没有集群对您可见的运行测量满五分钟。',
  },
  utilisation: {
    title: '利用率', lead: '硬件的小时去向：绑定到作业、空闲或故障。', pool: '资源池', allPools: '全部资源池', day: '日', weekday: '星期', weekdays: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'], nominal: '标称', borrowed: '借用', other: '其他', idle: '空闲', idleWanted: '空闲（有需求）', idleUnwanted: '空闲（无需求）', plannedDown: '计划停机',
    quota: '配额使用', quotaBar: '去向', quotaNote: '按各时刻的保证量', project: '项目', guaranteed: '保证', used: '其中使用', unused: '未使用', starved: '饥饿', overQuota: '超配额', since: '饥饿始于', noQuota: '您可见的项目都没有配额。', jain: '均衡度', jainHint: (n: number) => `${n} 个项目的 Jain 指数`, ofAll: (share: string) => `占容量的 ${share}`,
    down: '故障', capacity: '容量', allocated: '已分配', ofAvailable: '占在役', borrowedShare: '借用', ofAllocated: '占已分配', daily: '每日 GPU 小时', heat: '一周各小时的分配', heatNote: '百分比，UTC', byPool: '按资源池', none: '此时间内没有小时数据',
    noneDetail: '每个资源池的每个整点都有一行。', utilised: '实际利用',
    def: { allocated: '绑定到作业的 GPU，占既未故障也未排空的比例。不说明其繁忙程度。', idle: '在役且未绑定到作业。', idleWanted: '空闲，但同时有作业在等待且本可使用：因为配额、连续空间或次序。', down: '未就绪或已排空。', starved: '保证而未使用，且该项目同时在等待此类 GPU，各时刻取两者中较小者。未使用：该项目无人等待。', jain: '各项目使用其保证量的均衡程度：占比相同为 1，n 个项目中只有一个使用为 1/n。', utilised: '已分配并不等于繁忙：作业 GPU 的繁忙程度见其页面。' },
  },
  policies: {
    title: '策略', lead: '各项目队列如何接纳作业，其作业可以停止谁。', none: '没有您可见的项目', weight: '权重', weightHint: '借用容量时相对他人的份额：2 是 1 的两倍。', edit: '修改', of: (name: string) => `${name} 的策略`, saved: (name: string) => `${name} 的策略已保存`,
    stale: '打开后有人修改了此项目。现显示当前规则；您不同的值已保留。', drains: '保存后此项目中运行的作业会立即停止。',
    rule: { queueingStrategy: '排队', stopPolicy: '接纳', withinProject: '抢占本项目作业', reclaimWithinCohort: '收回借出配额', borrowWithinCohort: '借用时抢占' },
    def: {
      queueingStrategy: '放不下的作业如何影响其后的作业。', stopPolicy: '队列是否接纳新作业。', withinProject: '可为本项目作业停止哪些同项目作业。', reclaimWithinCohort: '为归还借出配额可停止哪些借用者。', borrowWithinCohort: '自身需要借用配额时，其作业可否停止他人的作业。整个队列组借出的配额无论如何都可收回。',
    },
    word: {
      BEST_EFFORT_FIFO: '其他可先行', STRICT_FIFO: '严格顺序', NONE: '开放', HOLD: '暂停', HOLD_AND_DRAIN: '暂停并排空', NEVER: '从不', LOWER_PRIORITY: '较低优先级', LOWER_OR_NEWER_EQUAL_PRIORITY: '较低，或同级较新', ANY: '任意',
    } as Record<string, string>,
  },
  people: {
    add: {
      title: '添加人员', lead: '在此用密码登录的账户；授予角色之前不能做任何事。', login: '登录名', loginHint: '不可更改，审计日志以此为名', name: '姓名', password: '密码', passwordHint: (least: number) => `至少 ${least} 个字符`, done: (name: string) => `${name} 可以登录，接着授予角色。`, taken: (login: string) => `${login} 已被占用。`,
    },
    whoSees: '谁能看到某个项目，为什么', pickProject: '选择项目', whoSeesHint: '选择一个项目，查看所有有角色的人及其来源。', why: '来源', direct: '项目自身的角色', inherited: (scope: string) => `来自${scope}的角色，对其下全部有效`,
    title: '人员与权限', lead: '某范围上的角色对其下全部有效。没有角色允许的一律不允许。', users: '人员', bindings: '角色绑定', login: '账号', name: '姓名', active: '启用', inactive: '停用', state: '状态', roles: '角色', role: '角色', scope: '范围', grant: '授予角色',
    granted: (login: string) => `${login} 已获得该角色`, revoke: '撤销', revokeAsk: (role: string, login: string) => `撤销 ${login} 的 ${role}？`, revokeDetail: '下次调用即生效，可再次授予。', revoked: '角色已撤销', none: '还没有人员', kind: '范围类型', scopeName: '范围名称',
    kinds: { ORG: '组织', DEPARTMENT: '部门', TEAM: '团队', PROJECT: '项目' } as Record<string, string>, noRoles: '没有您可见的角色', label: '人员', bindingsLabel: '角色绑定',
  },
  tokens: {
    title: '令牌', lead: '供流水线与脚本使用。令牌属于一个项目，仅在创建时显示一次。', make: '新建令牌', name: '名称', owner: '所有者', anyProject: '其所有者的任意项目', anything: '其所有者的全部权限', project: '项目', scopes: '权限', created: '创建', expires: '到期', used: '上次使用', never: '从未', label: '令牌',
    none: '还没有令牌', noneDetail: '创建一个，以便从流水线提交作业。', days: '有效天数', daysHint: '最多 365', revoke: '撤销', revokeAsk: (name: string) => `撤销 ${name}？`, revokeDetail: '使用它的一切立即失效，不可撤销。', revoked: '令牌已撤销', once: '请立即复制：不会再次显示。',
    from: '来源', anywhere: '任意', addresses: '仅限来源', addressesHint: '地址或网段，例如 10.20.0.0/16；留空则不限', rotate: '轮换', rotateAsk: (name: string) => `轮换 ${name}？`, rotateDetail: '生成权限与有效期相同的新密钥。旧密钥在一段时间内仍有效，便于无间断切换。',
    overlap: '旧密钥继续有效', overlapHint: '例如 24h 或 7d，最多 30d', oldUntil: (at: string) => `旧密钥有效至 ${at}。`, oldEnded: '旧密钥已失效。',
    made: (name: string) => `令牌 ${name}`, copy: '复制令牌', done: '完成',
  },
  trust: {
    title: 'CI 信任', lead: '流水线以自身身份操作，无需存储密钥：其令牌换取有效期 15 分钟的本系统令牌。',
    make: '新建规则', edit: '修改', of: (name: string) => `信任规则 ${name}`, none: '还没有受信任的流水线', noneDetail: '规则按令牌的声明规定哪个流水线可在哪个项目做什么。', name: '名称', issuer: '签发者', issuerHint: '令牌的 iss：流水线系统的地址',
    issuers: { 'https://token.actions.githubusercontent.com': 'GitHub Actions', 'https://gitlab.com': 'GitLab' } as Record<string, string>, audience: '受众', audienceHint: '令牌的 aud', claims: '声明', project: '项目', login: '以其身份', loginHint: '在该项目有角色、且其角色均在您可授予范围内的账号',
    claimsHint: '须全部符合；值末尾的 * 表示以此开头。其中之一须是他人无法取得的编号，例如 repository_id。', scopes: '权限', hours: '可续期', hoursHint: '小时，最多 168', saved: (name: string) => `规则 ${name} 已保存`, taken: (name: string) => `已有名为 ${name} 的规则。`,
    stale: '打开后有人修改了此规则。请关闭后重新打开；未保存任何内容。', removeAsk: (name: string) => `删除 ${name}？`, removeDetail: '其流水线不再获得新令牌。已有的令牌在 15 分钟内自行失效。', removed: (name: string) => `规则 ${name} 已删除`,
    question: '令牌会得到什么？', questionDetail: '粘贴流水线步骤的身份令牌。仅检查，不消耗也不保存。', token: '身份令牌 (JWT)', explain: '解释', refused: '被拒绝', fits: '符合', fitsNot: '不符合',
    gets: (login: string, project: string, rule: string) => `将以 ${login} 的身份在 ${project} 操作，依据规则 ${rule}。`, getsNothing: '什么也得不到：没有您可见的规则符合。', claimsFound: '令牌的声明',
  },
  audit: {
    title: '审计', lead: '谁在何时做了什么、结果如何；包括被拒绝的调用。最新的在前。', at: '时间', actor: '谁', action: '操作', resource: '对象', result: '结果', label: '审计记录', none: '尚无记录', noneDetail: '每次修改调用都会写入一行。', detail: '备注', request: '请求编号', byActor: '谁（账号）', byResource: '对象（开头）', apply: '筛选', intact: '未被篡改', broken: (row: string) => `第 ${row} 行被更改`, sealed: (n: string) => `已封存 ${n} 行`,
    scope: '范围', method: '登录方式', token: '令牌', from: '来源地址', number: '行号', before: '之前', after: '之后', changed: '修改内容', same: '前后相同：没有任何修改。', noCopy: '此类调用不保存修改前后的副本：以上各行即全部记录。',
  },
  settings: {
    title: '设置', look: '外观', lookDetail: '除非在此选择，否则跟随系统。保存在此浏览器。', account: '账号', login: '账号', name: '姓名', roles: '角色', projects: '项目', permissions: '权限', keys: '键盘',
    key: { palette: '搜索或跳转', filter: '筛选作业', rows: '在行间移动', open: '打开一行', peek: '在表格旁显示一行' }, projectsTable: '项目', team: '团队', cohort: '队列组', strategy: '排队', stop: '停止策略', zone: (zone: string) => `时间以 ${zone} 显示。`, definitions: '定义',
  },
};
