// A small made-up organisation for developing the pages. Not shipped; no page knows of it.
let state = 20261129;
export function random() {
  state = (state * 1664525 + 1013904223) % 4294967296;
  return state / 4294967296;
}
export const pick = (list) => list[Math.floor(random() * list.length)];
const iso = (ms) => new Date(ms).toISOString();
const HOUR = 3_600_000;

export const projects = [
  ['pretraining', 'Foundation pre-training', 'large-models', 'research', 96],
  ['alignment', 'Alignment', 'large-models', 'research', 48],
  ['speech', 'Speech', 'audio', 'research', 24],
  ['vision', 'Vision', 'perception', 'research', 32],
  ['robotics', 'Robotics', 'perception', 'research', 16],
  ['ads-ranking', 'Ads ranking', 'ranking', 'product', 40],
  ['search', 'Search relevance', 'ranking', 'product', 24],
  ['fraud', 'Fraud detection', 'risk', 'product', 16],
  ['translation', 'Translation', 'language-apps', 'product', 16],
  ['genomics', 'Genomics', 'life-science', 'science', 32],
  ['climate', 'Climate models', 'earth', 'science', 24],
  ['materials', 'Materials', 'earth', 'science', 16],
].map(([name, displayName, team, cohort, nominal]) => ({ name, displayName, team, cohort, nominal }));

export const people = ['ada', 'grace', 'linus', 'barbara', 'edsger', 'katherine', 'alan', 'margaret'];

export const nodes = [];
for (const [cluster, model, flavor, count] of [['east', 'H200-141GB', 'h200', 32], ['west', 'A100-80GB', 'a100', 16]]) {
  for (let i = 0; i < count; i++) {
    const rack = Math.floor(i / 4);
    nodes.push({
      cluster, name: `${cluster}-${flavor}-${String(i).padStart(2, '0')}`, gpuModel: model, gpuMemory: '141Gi',
      labels: { 'gpu.model': model, 'topology.block': `b${Math.floor(rack / 4)}`, 'topology.rack': `r${rack}`, 'kubernetes.io/hostname': `${cluster}-${flavor}-${String(i).padStart(2, '0')}` },
      capacity: { cpu: '192', memory: '2Ti', 'nvidia.com/gpu': '8' }, taints: [],
      ready: !(cluster === 'east' && i === 13), schedulable: !(cluster === 'east' && i === 21),
      gpus: 8, gpusUsed: 0, runs: [], version: 3, flavor,
    });
  }
}

export const jobs = [];
export const events = [];
let seq = 1000;
let nextId = 1;
export const listeners = new Set();

export function emit(job, kind, message, at = Date.now(), actor = 'system') {
  const event = { seq: seq++, at: iso(at), job: job.id, jobName: job.name, project: job.project, kind, phase: job.phase, actor, message, detail: {} };
  events.push(event);
  for (const listener of listeners) listener(event);
  return event;
}

const gpusOf = (spec) => spec.podSets.reduce((sum, p) => sum + p.count * p.gpusPerPod, 0);
const rate = { h200: 2.9, a100: 1.6 };

export function makeJob(body, user, at = Date.now()) {
  const id = `job_01J${String(nextId++).padStart(8, '0')}`;
  const job = {
    id, name: body.name, project: body.project, user, labels: body.labels ?? {}, phase: 'QUEUED', phaseSince: iso(at),
    reason: null, message: null, priority: body.spec.priority ?? 'normal', submittedAt: iso(at), queuedAt: iso(at), admittedAt: null,
    startedAt: null, endedAt: null, attempt: 1, gpus: String(gpusOf(body.spec)), exitCode: null, spec: body.spec,
    waiting: null, placement: null, cost: { gpuHours: '0.000000', amount: { amount: '0.00', currency: 'EUR' }, unratedGpuHours: '0.000000' }, version: 1,
  };
  jobs.push(job);
  emit(job, 'SUBMITTED', `Submitted by ${user}`, at, user);
  return job;
}

export function tryPlace(spec) {
  const flavors = spec.gpuModel ? [spec.gpuModel.startsWith('A') ? 'a100' : 'h200'] : ['h200', 'a100'];
  return flavors.map((flavor) => placeOn(spec, flavor)).find(Boolean) ?? null;
}

function placeOn(spec, flavor) {
  const chosen = new Map();
  for (const podSet of spec.podSets) {
    for (let pod = 0; pod < podSet.count; pod++) {
      const node = nodes.find((n) => n.flavor === flavor && n.ready && n.schedulable &&
        n.gpus - n.gpusUsed - (chosen.get(n.name)?.gpus ?? 0) >= podSet.gpusPerPod);
      if (!node) return null;
      const at = chosen.get(node.name) ?? { node, gpus: 0, ranks: [] };
      at.gpus += podSet.gpusPerPod;
      at.ranks.push(pod);
      chosen.set(node.name, at);
    }
  }
  return { flavor, chosen };
}

export function free(flavor) {
  return nodes.filter((n) => n.flavor === flavor && n.ready && n.schedulable).reduce((s, n) => s + n.gpus - n.gpusUsed, 0);
}

export function admit(job, at = Date.now()) {
  const placed = tryPlace(job.spec);
  if (!placed) return false;
  for (const { node, gpus, ranks } of placed.chosen.values()) {
    node.gpusUsed += gpus;
    node.runs.push({ job: job.id, jobName: job.name, project: job.project, pods: ranks.length });
  }
  job.flavor = placed.flavor;
  job.placement = job.spec.podSets.map((p) => ({
    podSet: p.name, count: p.count, flavors: { 'nvidia.com/gpu': placed.flavor },
    nodes: [...placed.chosen.values()].map(({ node, ranks }) => ({ cluster: node.cluster, node: node.name, count: ranks.length, ranks, labels: node.labels })),
  }));
  job.admittedAt = iso(at);
  move(job, 'ADMITTED', at, 'Quota and nodes are reserved');
  return true;
}

export function move(job, phase, at, message) {
  job.phase = phase;
  job.phaseSince = iso(at);
  job.version++;
  if (phase === 'RUNNING') job.startedAt = iso(at);
  if (['SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT'].includes(phase)) release(job, at);
  emit(job, phase, message, at);
}

function release(job, at) {
  job.endedAt = iso(at);
  for (const node of nodes) {
    const mine = node.runs.filter((r) => r.job === job.id);
    if (mine.length === 0) continue;
    const set = job.placement.flatMap((p) => p.nodes).find((n) => n.node === node.name);
    node.gpusUsed -= set.count * job.spec.podSets[0].gpusPerPod;
    node.runs = node.runs.filter((r) => r.job !== job.id);
  }
}

export function costOf(job, now = Date.now()) {
  if (!job.admittedAt) return job.cost;
  const hours = ((job.endedAt ? Date.parse(job.endedAt) : now) - Date.parse(job.admittedAt)) / HOUR * Number(job.gpus);
  return { gpuHours: hours.toFixed(6), amount: { amount: (hours * (rate[job.flavor] ?? 2.9)).toFixed(2), currency: 'EUR' }, unratedGpuHours: '0.000000' };
}

export function reasonsOf(job) {
  const flavor = (job.spec.gpuModel ?? '').startsWith('A') ? 'a100' : 'h200';
  const now = free(flavor);
  const asked = Number(job.gpus);
  return now < asked
    ? [{ code: 'WaitingForNodes', message: `${asked} ${flavor} GPUs asked, ${now} free on healthy nodes.`, detail: { asked, free: now, flavor, largestDomain: 6 }, nextStep: asked > 8 ? 'Ask for fewer workers, or wait.' : 'Use a100, which has room now.' },
      { code: 'WaitingForQuota', message: 'The project would borrow 24 GPUs; 9 can be lent now.', detail: { nominal: 32, used: 28, asked, lendable: 9 }, nextStep: 'Ask for more quota.' }]
    : [{ code: 'TopologyPlacementFailed', message: `${asked} GPUs must lie in one rack; the largest free rack holds ${Math.min(now, 12)}.`, detail: { asked, free: now, level: 'topology.rack', largestDomain: Math.min(now, 12) }, nextStep: 'Make the topology preferred instead of required.' }];
}

const words = ['llama-sft', 'vit-large', 'asr-finetune', 'rank-v7', 'protein-fold', 'reward-model', 'dpo', 'unet-seg', 'whisper-xl', 'moe-16x', 'tokenizer', 'eval-suite', 'embedder', 'gnn', 'weather-fno'];

function specOf() {
  const workers = pick([1, 1, 1, 2, 2, 4, 8]);
  return {
    type: random() < 0.12 ? 'NOTEBOOK' : 'BATCH', image: 'registry.example/ml/train:2026.11', command: ['torchrun', 'train.py'], args: ['--epochs', '3'],
    env: [{ name: 'NCCL_DEBUG', value: 'WARN' }],
    podSets: [{ name: 'main', count: workers, gpusPerPod: pick([1, 2, 4, 8, 8, 8]), topology: workers > 1 ? { mode: 'PREFERRED', level: 'topology.rack' } : { mode: 'UNCONSTRAINED' } }],
    gpuModel: random() < 0.7 ? 'H200-141GB' : 'A100-80GB', priority: pick(['low', 'normal', 'normal', 'normal', 'high']), preemptible: random() < 0.7, maxRuntime: '12h', maxAttempts: 3,
  };
}

export function seed(now = Date.now()) {
  for (let i = 0; i < 420; i++) {
    const at = now - (420 - i) * 0.35 * HOUR;
    const job = makeJob({ project: pick(projects).name, name: `${pick(words)}-${i}`, spec: specOf(), labels: { experiment: `exp-${i % 17}` } }, pick(people), at);
    const wait = random() ** 3 * 3 * HOUR;
    const end = at + wait + (0.2 + random() * 9) * HOUR;
    if (!admit(job, Math.min(at + wait, now - 60_000))) continue;
    move(job, 'RUNNING', Math.min(at + wait + 30_000, now - 30_000), 'All pods run');
    if (end < now) {
      const roll = random();
      job.exitCode = roll < 0.86 ? 0 : 1;
      move(job, roll < 0.86 ? 'SUCCEEDED' : roll < 0.93 ? 'FAILED' : roll < 0.97 ? 'CANCELLED' : 'TIMED_OUT', end, roll < 0.86 ? 'Exit code 0' : 'Ended');
    }
  }
  for (let i = 0; i < 9; i++) makeJob({ project: pick(projects).name, name: `${pick(words)}-w${i}`, spec: { ...specOf(), podSets: [{ name: 'main', count: pick([8, 12, 16]), gpusPerPod: 8, topology: { mode: 'REQUIRED', level: 'topology.rack' } }] } }, pick(people), now - random() * 5 * HOUR);
}
