export const data = {
  title: '数据与密钥', lead: '作业除 GPU 外可按名称使用的内容。数据留在原处，密钥的值不会保存在此。', sources: '数据', addSource: '添加数据', noSources: '还没有登记数据', noSourcesDetail: '作业可挂载此处登记的数据，或获知其位置。',
  secrets: '密钥', addSecret: '允许使用密钥', noSecrets: '还没有允许的密钥', noSecretsDetail: '各集群上项目命名空间中的 Secret 可在此按名称允许使用。', name: '名称', project: '项目', kind: '类型', place: '位置', access: '访问', readOnly: '只读', readWrite: '读写', keys: '键', secret: '含其密钥的 Secret', none: '无',
  kinds: { CLAIM: '卷申领', OBJECT_STORE: '对象存储', NFS: 'NFS 导出', FOLDER: '所有节点上的目录' },
  hints: { CLAIM: '项目命名空间中 PersistentVolumeClaim 的名称', OBJECT_STORE: 's3://存储桶/目录；由程序自行读取', NFS: '服务器:/路径', FOLDER: '/路径，Slurm 集群的每个节点上都有' },
  nameHint: '作业中使用的名称', secretHint: '集群上 Secret 的名称', keysHint: '作业可使用的键', readOnlyHint: '无论作业如何请求都不可写', added: (name: string) => `作业可以使用 ${name}`, removed: (name: string) => `${name} 已移除`, remove: '移除', removeAsk: (name: string) => `移除 ${name}？`,
  removeDetail: '数据留在原处。此前提交的作业仍会使用它。', removeSecretDetail: 'Secret 仍在集群上。此前提交的作业仍会使用它。', taken: (name: string) => `项目已有 ${name}。`,
  form: {
    section: '数据与密钥', source: '数据名', mountPath: '挂载到', told: (variable: string) => `由变量 ${variable} 告知`, use: '使用数据', useSecret: '来自密钥的变量', variable: '变量', key: '密钥与键', nothing: '项目没有登记数据或密钥。', name: '去登记',
    removeData: (name: string) => `不使用 ${name || '此项'}`,
  },
  sourcesOf: {
    title: '来源', field: '字段', value: '取值', source: '来自', asked: (value: string) => `请求：${value}`,
    by: { SUBMITTED: '提交', MANIFEST: '清单', DEFAULT: '默认值', PRIORITY_CLASS: '优先级类', DATA_SOURCE: '数据', FLAVOR: '规格', POLICY: '调度策略', CLUSTER: '集群' },
  },
};
