import type { Availability, Job } from '~/api/types';
import { t } from '~/text';
import { count } from '~/ui/format';

export interface NextStep {
  label: string;
  /** What the submit form is opened with, or another page. */
  to: '/submit' | '/quotas' | '/availability' | '/queue' | '/budgets';
  search?: Record<string, string>;
}

const w = t.work.job.why;

/** What the owner of a waiting job can do, best first. Only steps that the figures support. */
export function nextSteps(job: Job, available: Availability | undefined): NextStep[] {
  const code = job.waiting?.reasons[0]?.code ?? '';
  const steps: NextStep[] = [];
  const asked = Number(job.gpus);
  const from = job.id;
  const podSet = job.spec.podSets.length === 1 ? job.spec.podSets[0] : undefined;
  if (code === 'TopologyPlacementFailed' && job.spec.podSets.some((set) => set.topology?.mode === 'REQUIRED')) {
    steps.push({ label: w.prefer, to: '/submit', search: { from, topology: 'PREFERRED' } });
  }
  const own = available?.models.find((model) => model.gpuModel === job.spec.gpuModel || model.flavor === job.spec.gpuModel);
  for (const model of available?.models ?? []) {
    if (model !== own && model.largestGang >= asked && job.spec.gpuModel && model.gpuModel) {
      steps.push({ label: w.otherModel(model.gpuModel, count(model.free)), to: '/submit', search: { from, model: model.gpuModel } });
    }
  }
  const room = roomOf(job, available, own);
  if (podSet && podSet.count > 1 && podSet.gpusPerPod > 0) {
    const workers = Math.floor(room / podSet.gpusPerPod);
    if (workers >= 1 && workers < podSet.count) {
      steps.push({ label: w.fewer(workers), to: '/submit', search: { from, workers: String(workers) } });
    }
  }
  if (code === 'WaitingForQuota' || code === 'ExceedsMaxQuota') {
    steps.push({ label: w.seeQuota, to: '/quotas' });
  } else if (code === 'BudgetExhausted') {
    steps.push({ label: w.seeBudgets, to: '/budgets' });
  } else if (code === 'BehindInQueue') {
    steps.push({ label: w.seeQueue, to: '/queue' });
  } else {
    steps.push({ label: w.seeFree, to: '/availability' });
  }
  return steps;
}

/** GPUs that a smaller job could get now: limited by nodes, and by quota when quota is the reason. */
function roomOf(job: Job, available: Availability | undefined, own: Availability['models'][number] | undefined): number {
  const reason = job.waiting?.reasons[0];
  const flavor = reason?.detail?.['flavor'];
  const nodes = (available?.models.find((model) => model.flavor === flavor) ?? own)?.largestGang ?? 0;
  if (reason?.code !== 'WaitingForQuota') return nodes;
  const quota = Number(reason.detail?.['free'] ?? 0);
  return Number.isFinite(quota) ? Math.min(nodes, quota) : 0;
}
