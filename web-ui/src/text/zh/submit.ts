export const submit = {
  title: '提交作业', lead: '输入时，右侧的计划由调度器即时给出。', mode: '视图', form: '表单', yaml: 'YAML',
  section: { what: '运行内容', resources: 'GPU', limits: '限制与优先级', more: '环境与标签', simulated: '模拟运行' },
  project: '项目', name: '名称', nameHint: '最多 253 个字符', restored: '已恢复草稿', type: '类型', batch: '批处理', notebook: '笔记本', image: '容器镜像', imageHint: 'registry.example/team/train:2026.11', command: '命令',
  commandHint: 'torchrun train.py --epochs 3', args: '参数', model: 'GPU 型号', anyModel: '任意型号', modelFree: (model: string, free: string) => `${model}，空闲 ${free}`, workers: '工作进程数', gpusPerWorker: '每个的 GPU 数',
  sum: (workers: number, gpus: number, total: string) => `${workers} × ${gpus} = ${total} GPU`, group: (name: string) => `工作组 ${name}`, groupName: '组名', addGroup: '添加工作组', removeGroup: '移除此组', minWorkers: '最少启动数',
  minWorkersHint: '留空：全部或不启动', cpu: '每个的 CPU', memory: '每个的内存', resourceHint: '留空：按节点份额', topology: '就近放置', topologyNone: '任意', topologyPreferred: '优先同一', topologyRequired: '必须同一', level: '层级',
  maxRuntime: '最长运行时间', maxRuntimeHint: '90m、12h、3d', priority: '优先级', preemptible: '可被抢占', preemptibleHint: '当更有权的作业需要 GPU 时会被停止，并重新排队。', checkpoint: '检查点间隔', checkpointHint: '说明停止会损失多少', attempts: '最多尝试次数',
  env: '环境变量', labels: '标签', key: '名称', value: '值', add: '添加', remove: (key: string) => `移除 ${key || '此行'}`, runFor: '运行时长', runForHint: '此处集群为模拟：Pod 的运行时长', exitCode: '退出码', busyFor: 'GPU 繁忙时长', busyForHint: '留空：整个运行期间', submit: '提交', startOver: '重新开始',
  submitted: (name: string) => `${name} 已提交`, copyAs: '复制为', copyCurl: 'curl 命令', copyCommand: 'gpuaas 命令', copyCi: 'GitHub Actions 步骤', copyYaml: 'YAML 文件', saveTemplate: '存为模板', templateHint: '除名称外全部保存在此浏览器。', templateName: '模板名称',
  templateSaved: (name: string) => `${name} 已存为模板`, line: (n: number) => `第 ${n} 行`, replaces: (name: string) => `此作业被接受后取消等待中的 ${name}`, faults: (n: number) => `${n} 处需要修正`, yamlFault: '无法读取此 YAML', yamlLabel: '作业 YAML', yamlLeave: 'Tab 键缩进；先按 Escape 再按 Tab 可离开文本框。',
  yamlShape: '文档必须包含 project、name 和 spec.podSets。', noProject: '您无权向任何项目提交，可请管理员授权。',
  plan: {
    title: '计划', NOW: '立即启动', LATER: '需要等待', clears: '腾出资源后启动', anyway: '仍然提交', NEVER: '永远无法运行', waiting: '正在询问调度器', free: '当前空闲', largest: '此规格当前最大组', asks: '请求', quota: '配额', nominal: '标称', borrowed: '借用', perHour: '每小时',
    atMax: (runtime: string) => `${runtime} 合计`, atMaxAny: '至最长运行时间', unpriced: '价目表中没有价格', whenPlaced: '放置后可知', preempts: '会停止', hidden: '一个作业', warnings: '注意', noPlan: '标出的字段正确后显示计划。', gpus: (n: string) => `${n} 个 GPU`,
  },
};
