export const shell = {
  product: 'GPU 即服务',
  skip: '跳到正文',
  nav: {
    label: '主导航', work: '工作', capacity: '容量', money: '费用', manage: '管理', home: '首页', jobs: '作业', notebooks: '笔记本', templates: '模板', data: '数据与密钥',
    submit: '提交作业', availability: '可用资源', queue: '队列', nodes: '节点', clusters: '集群', fragmentation: '碎片', costs: '成本', statements: '账单', budgets: '预算', adjustments: '调整', commitments: '承诺',
    rateCards: '价目表', reconciliation: '对账', estimator: '价格估算', quotas: '配额与公平', waits: '等待与服务', preemption: '抢占', utilisation: '利用率', policies: '策略',
    people: '人员与权限', tokens: '令牌', trust: 'CI 信任', audit: '审计', settings: '设置', open: '打开导航', close: '关闭导航',
  },
  session: {
    title: '登录', lead: '查看空闲资源，提交作业，了解成本。', login: '账号', password: '密码', submit: '登录', refused: '账号或密码不正确。',
    expired: '会话已结束。登录后可从原处继续。', endedTitle: '会话已结束', endedDetail: '请在新标签页登录，然后在此重试。已输入的内容不会丢失。', signOut: '退出登录', account: '账号：', providerWith: (name: string) => `使用 ${name} 登录`, or: '或',
    stepUp: '请确认是您本人', stepUpDetail: '价格与权限须在登录后 15 分钟内修改。请重新登录以继续；已输入的内容不会丢失。', stepUpElsewhere: '在新标签页登录', stepUpDone: '我已登录', goOn: '继续',
  },
  device: {
    title: '允许命令行登录', lead: '输入 `gpuaas login` 显示的代码。', code: '代码', look: '查看', unknown: '没有与此代码对应的等待请求。代码十分钟内有效。',
    question: (machine: string) => `允许 ${machine} 上的命令行登录吗？`,
    detail: '它将获得一个令牌，30 天内可执行您有权执行的一切操作。仅当您本人刚刚运行了 `gpuaas login` 时才允许：发给您此代码的人将以您的身份行事。',
    from: '地址', asked: '请求时间', allow: '允许', deny: '拒绝', allowed: '已允许。请回到终端继续；令牌列于“令牌”页。', denied: '已拒绝。',
  },
  scope: { label: '范围', all: '整个组织', whole: '此页显示整个组织', department: '部门', team: '团队', project: '项目' },
  theme: { label: '主题', system: '跟随系统', light: '浅色', dark: '深色' },
  language: { label: '语言' },
  live: {
    open: '实时', connecting: '连接中', lost: (since: string) => `实时更新已中断 ${since}，所见可能已过时。`, retry: '立即重试', openHint: '变化会自动显示。',
    clockBehind: (by: string) => `本机时钟比服务器慢 ${by}，此处时间以服务器为准。`, clockAhead: (by: string) => `本机时钟比服务器快 ${by}，此处时间以服务器为准。`,
  },
  palette: { open: '搜索或跳转', placeholder: '页面、操作、项目、人员或作业', none: '没有找到', pages: '页面', jobs: '作业', deeds: '操作', projects: '项目', people: '人员', jobsOf: (who: string) => `${who} 的作业`, estimate: '估算作业价格', trust: '新建 CI 信任规则' },
  problem: {
    title: '操作未成功', unreachable: '无法连接服务器', unreachableDetail: '服务器可能正在重启，或网络已断开。已输入的内容不会丢失。', forbidden: '您无权查看',
    forbiddenDetail: '您的角色不包含此权限，可请项目或组织管理员授权。', notFound: '未找到', notFoundDetail: '它不存在，或您的角色无权查看。', retry: '重试', requestId: '请求编号',
    copy: '复制', copied: '已复制', stale: '无法载入最新数据，以下为先前的数据。', crash: '此页面出错',
  },
  table: {
    columns: '选择列', loading: '载入中', more: '载入更多', noMatch: '没有符合筛选条件的内容。', clear: '清除筛选', csv: 'CSV', csvHint: '将此筛选的全部行下载为 CSV',
    fresh: (n: number) => `${n} 条新记录，显示`, actions: '操作', rows: (n: number) => `${n} 行`, sortedBy: (column: string) => `按${column}排序`,
  },
  common: {
    time: '时间', lastDays: (days: number) => `${days} 天`, definitions: '名词解释', cancel: '取消', undo: '撤销', save: '保存', close: '关闭', copy: '复制', copied: '已复制',
    all: '全部', none: '无', unlimited: '不限', gpu: 'GPU', gpus: 'GPU', gpuHours: 'GPU 小时', unrated: '未计价', backHome: '回到首页', project: '项目', updated: '更新于',
    refresh: '刷新', delete: '删除', yes: '是', no: '否', needed: '* 必填', chart: '图表', table: '表格',
  },
  codes: {
    NOMINAL: '标称', BORROWED: '借用', RESERVED: '预留', SPOT: '竞价', INTERNAL: '内部', SETUP: '准备', RUN: '运行', GRACE: '宽限', TEARDOWN: '清理', NONBILLABLE: '不计费',
    low: '低', normal: '普通', high: '高', urgent: '紧急', SUCCEEDED: '成功', FAILED: '失败', STOPPED: '被停止', NODE_FAILED: '节点故障', USER_CANCEL: '用户取消', MAX_RUNTIME: '超过最长运行时间',
    BATCH: '批处理', NOTEBOOK: '笔记本',
  } as Record<string, string>,
};
