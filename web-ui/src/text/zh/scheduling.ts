import type { Catalogue } from '~/text';

export const scheduling: Catalogue['scheduling'] = {
  site: {
    title: '全局规则', edit: '修改', of: '全局规则设置', saved: '规则已保存', effect: '现在会产生的影响',
    stale: '打开后有人修改了规则。现显示当前规则；您不同的值已保留。',
    order: '谁先运行', place: '如何填充节点', protect: '对运行中作业的保护', victims: '先牺牲谁的工作',
    byShare: '主导份额较低的项目优先；项目内按优先级',
    byPriority: '先是标称配额内的作业，然后优先级高者，然后先到者',
    byScore: (priority: string, share: string, half: string) => `先是标称配额内的作业，然后按得分 = ${priority} × 优先级 − ${share} × 超配额 GPU 小时（每 ${half} 减半）`,
    strategy: { PACK: '逐个填满', SPREAD: '均匀分散', LEAST_FRAGMENTATION: '为预期的工作保留空间' },
    protected: (minimum: string, notice: string, inARow: number) => `运行满 ${minimum} 后才可抢占；提前 ${notice} 通知；连续 ${inARow} 次无进展的抢占后暂不再抢占`,
    byLoss: '自上次检查点以来损失 GPU 秒最少的作业', byOrder: '优先级低者，然后较新者',
    classes: '优先级类别',
  },
  field: {
    fairSharing: '按主导份额比较项目', placement: '节点', checkpointAwareVictims: '选择牺牲者时计入损失的工作',
    minRuntime: '最短运行时间', notice: '提前通知', claim: '腾出的空间保留', inARow: '连续抢占次数', halfLife: '历史用量半衰期', priorityWeight: '每单位优先级的得分', shareWeight: '每超配额 GPU 小时的扣分',
  },
  idle: {
    title: '空闲笔记本', edit: '修改', off: '不会因空闲而停止任何作业。', told: (percent: number, window: string, notice: string) => `若笔记本的所有 GPU 在 ${window} 内繁忙程度均低于 ${percent}%，会先通知；${notice} 后若仍未使用则停止。`, detail: '适用于测量 GPU 繁忙程度的集群。任何使用都会重新计时。', active: '停止空闲笔记本', percent: 'GPU 空闲阈值（%）', window: '空闲时长', notice: '提前通知', saved: '规则已保存',
  },
  hint: { duration: '例如 0s、15m、12h、7d', halfLife: '0s：不计历史', inARow: '0：不因此保护' },
  quota: { drainBy: '从何时起驱逐超出部分', drainByHint: '空：削减不终止任何作业。否则填时刻，如 2027-01-31T18:00:00Z', drains: (at: string) => `${at} 起排空` },
  line: {
    place: '队列位置', score: (points: string, share: string, score: string) => `优先级 ${points} − 历史用量 ${share} = ${score} 分`,
    past: (hours: string) => `超配额 ${hours} GPU 小时（衰减后）`,
  },
  submit: { backend: '驱动方式', anyBackend: '按集群设置', backendHint: '集群上由什么创建其 Pod', placement: '节点填充', anyPlacement: '按全局规则', patience: '宁愿等待', patienceHint: '在分散到多个域启动之前等待单个域的时间：30m' },
};
