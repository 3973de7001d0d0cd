// Mock of REST v1 for developing the pages: node mock/server.mjs [port]. Any login, password "demo".
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as money from './money.mjs';
import * as w from './world.mjs';

const port = Number(process.argv[2] ?? 8099);
const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
w.seed();

setInterval(() => {
  const now = Date.now();
  for (const job of w.jobs) {
    const age = now - Date.parse(job.phaseSince);
    if (job.phase === 'QUEUED' && age > 1200) w.admit(job);
    else if (job.phase === 'ADMITTED' && age > 1500) w.move(job, 'RUNNING', now, 'All pods run');
    else if (job.phase === 'RUNNING' && age > (job.runMs ?? 1e12)) { job.exitCode = 0; w.move(job, 'SUCCEEDED', now, 'Exit code 0'); }
    else if (job.phase === 'STOPPING' && age > 900) w.move(job, 'CANCELLED', now, 'Stopped');
  }
}, 300);

class Refusal extends Error {
  constructor(status, code, title, extra = {}) { super(title); this.body = { type: 'about:blank', status, code, title, requestId: 'req_mock', ...extra }; }
}
const ms = { s: 1000, m: 60_000, h: 3_600_000 };
const duration = (text) => { const m = /^(\d+)([smh])$/.exec(text ?? ''); return m ? Number(m[1]) * ms[m[2]] : undefined; };

function view(job) {
  const rest = { ...job, flavor: undefined, runMs: undefined };
  const waiting = job.phase === 'QUEUED' ? { reasons: w.reasonsOf(job), jobsAhead: w.jobs.filter((j) => j.phase === 'QUEUED' && j.submittedAt < job.submittedAt).length, gpusAhead: w.jobs.filter((j) => j.phase === 'QUEUED' && j.submittedAt < job.submittedAt).reduce((s, j) => s + Number(j.gpus), 0) } : null;
  return { ...rest, waiting, cost: w.costOf(job) };
}

function check(body) {
  const errors = [];
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(body?.name ?? '')) errors.push({ pointer: '/name', code: 'INVALID', detail: 'Lower-case letters, digits and hyphens, 1 to 63.', value: body?.name });
  if (!w.projects.some((p) => p.name === body?.project)) errors.push({ pointer: '/project', code: 'UNKNOWN', detail: 'No such project.', value: body?.project });
  if (!body?.spec?.image) errors.push({ pointer: '/spec/image', code: 'REQUIRED', detail: 'An image is needed.' });
  (body?.spec?.podSets ?? []).forEach((p, i) => { if (p.gpusPerPod > 8) errors.push({ pointer: `/spec/podSets/${i}/gpusPerPod`, code: 'MAX_EXCEEDED', detail: `${p.gpusPerPod} GPUs per worker; the largest node has 8.`, value: p.gpusPerPod, limit: 8 }); });
  if (errors.length) throw new Refusal(422, 'VALIDATION', `The job has ${errors.length} fault(s)`, { errors });
}

function listJobs(q) {
  let items = w.jobs.map(view);
  if (q.get('project')) items = items.filter((j) => q.get('project').split(',').includes(j.project));
  if (q.get('phase')) items = items.filter((j) => q.get('phase').split(',').includes(j.phase));
  if (q.get('user')) items = items.filter((j) => j.user === q.get('user'));
  if (q.get('q')) items = items.filter((j) => j.name.includes(q.get('q')) || j.id === q.get('q'));
  const sort = q.get('sort') || '-submittedAt';
  const key = sort.replace('-', '');
  const value = (j) => (key === 'gpus' ? Number(j.gpus) : String(j[key] ?? ''));
  items.sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (sort.startsWith('-') ? -1 : 1));
  const from = Number(q.get('cursor') ?? 0);
  const limit = Number(q.get('limit') ?? 50);
  const hasMore = items.length > from + limit;
  return { items: items.slice(from, from + limit), hasMore, nextCursor: hasMore ? String(from + limit) : null };
}

function plan(body) {
  check(body);
  const asked = body.spec.podSets.reduce((s, p) => s + p.count * p.gpusPerPod, 0);
  const flavor = (body.spec.gpuModel ?? 'H').startsWith('A') ? 'a100' : 'h200';
  const price = flavor === 'a100' ? 1.6 : 2.9;
  const now = w.tryPlace(body.spec);
  const never = asked > w.nodes.filter((n) => n.flavor === flavor).length * 8;
  const hours = (duration(body.spec.maxRuntime) ?? 0) / ms.h;
  const nominal = Math.min(asked, 14);
  return {
    feasible: never ? 'NEVER' : now ? 'NOW' : 'LATER',
    reasons: now ? [] : never ? [{ code: 'ExceedsMaxQuota', message: `${asked} GPUs asked; all of ${flavor} is ${w.nodes.filter((n) => n.flavor === flavor).length * 8}.`, detail: { asked }, nextStep: 'Ask for fewer GPUs.' }] : w.reasonsOf({ spec: body.spec, gpus: asked }),
    gpus: asked, freeNow: w.free(flavor), largestGang: Math.floor(w.free(flavor) / 2), quota: { nominal, borrowed: asked - nominal },
    price: { perHour: { amount: (asked * price).toFixed(2), currency: 'EUR' }, atMaxRuntime: hours ? { amount: (asked * price * hours).toFixed(2), currency: 'EUR' } : null },
    placement: null, wouldPreempt: asked > 40 ? [{ job: w.jobs[3].id, jobName: w.jobs[3].name, project: w.jobs[3].project, gpus: 8 }] : [], warnings: asked - nominal > 0 ? ['The borrowed part can be taken back.'] : [],
  };
}

function quotaTree() {
  const cell = (name) => {
    const p = w.projects.find((x) => x.name === name);
    const used = w.jobs.filter((j) => j.project === name && ['ADMITTED', 'RUNNING', 'STOPPING'].includes(j.phase)).reduce((s, j) => s + Number(j.gpus), 0);
    return [{ flavor: 'h200', resource: 'nvidia.com/gpu', nominal: String(p.nominal), subtreeQuota: String(p.nominal), borrowingLimit: null, lendingLimit: String(Math.floor(p.nominal * 0.8)), used: String(used), borrowed: String(Math.max(0, used - p.nominal)), lent: String(Math.max(0, Math.min(6, p.nominal - used))), available: String(Math.max(0, p.nominal - used) + 9) },
      { flavor: 'a100', resource: 'nvidia.com/gpu', nominal: '8', subtreeQuota: '8', borrowingLimit: '8', lendingLimit: null, used: '4', borrowed: '0', lent: '0', available: '6' }];
  };
  const add = (lists) => lists[0].map((_, i) => ({ ...lists[0][i], ...Object.fromEntries(['nominal', 'subtreeQuota', 'used', 'borrowed', 'lent', 'available'].map((k) => [k, String(lists.reduce((s, l) => s + Number(l[i][k]), 0))])) }));
  const nodes = [];
  const project = (p) => ({ kind: 'PROJECT', name: p.name, displayName: p.displayName, parent: p.cohort, depth: 2, cells: cell(p.name), waitingJobs: w.jobs.filter((j) => j.project === p.name && j.phase === 'QUEUED').length, waitingGpus: w.jobs.filter((j) => j.project === p.name && j.phase === 'QUEUED').reduce((s, j) => s + Number(j.gpus), 0), runningJobs: w.jobs.filter((j) => j.project === p.name && j.phase === 'RUNNING').length, dominantShare: 0 });
  const sum = (list, k) => list.reduce((s, x) => s + x[k], 0);
  for (const cohort of ['research', 'product', 'science']) {
    const list = w.projects.filter((p) => p.cohort === cohort).map(project);
    nodes.push({ kind: 'COHORT', name: cohort, displayName: cohort[0].toUpperCase() + cohort.slice(1), parent: 'org', depth: 1, cells: add(list.map((p) => p.cells)), waitingJobs: sum(list, 'waitingJobs'), waitingGpus: sum(list, 'waitingGpus'), runningJobs: sum(list, 'runningJobs'), dominantShare: null }, ...list);
  }
  const tops = nodes.filter((n) => n.depth === 1);
  nodes.unshift({ kind: 'COHORT', name: 'org', displayName: 'Organisation', parent: null, depth: 0, cells: add(tops.map((n) => n.cells)), waitingJobs: sum(tops, 'waitingJobs'), waitingGpus: sum(tops, 'waitingGpus'), runningJobs: sum(tops, 'runningJobs'), dominantShare: null });
  return { generatedAt: new Date().toISOString(), nodes };
}

function availability() {
  return {
    models: ['h200', 'a100'].map((flavor) => {
      const all = w.nodes.filter((n) => n.flavor === flavor);
      const nodesFree = {};
      for (const n of all) if (n.ready && n.schedulable && n.gpus > n.gpusUsed) nodesFree[n.gpus - n.gpusUsed] = (nodesFree[n.gpus - n.gpusUsed] ?? 0) + 1;
      return { flavor, gpuModel: all[0].gpuModel, gpus: all.length * 8, free: w.free(flavor), largestGang: (nodesFree[8] ?? 0) * 8, nodesFree };
    }),
    pendingGpus: w.jobs.filter((j) => j.phase === 'QUEUED').reduce((s, j) => s + Number(j.gpus), 0),
    oldestWaitSeconds: Math.round((Date.now() - Math.min(...w.jobs.filter((j) => j.phase === 'QUEUED').map((j) => Date.parse(j.queuedAt)), Date.now())) / 1000),
  };
}

const store = {
  quotas: new Map(w.projects.map((p) => [p.name, { quotas: [{ flavor: 'h200', resource: 'nvidia.com/gpu', nominal: String(p.nominal), borrowingLimit: null, lendingLimit: null }, { flavor: 'a100', resource: 'nvidia.com/gpu', nominal: '8', borrowingLimit: '8', lendingLimit: null }], version: 1 }])),
  tokens: [{ id: 'tok_1', name: 'github-nightly', project: 'vision', scopes: ['jobs.submit', 'jobs.read'], createdAt: '2026-10-01T08:00:00.000Z', expiresAt: '2027-04-01T00:00:00.000Z', lastUsedAt: new Date(Date.now() - 3e6).toISOString() }],
  bindings: [{ id: 'rb_1', login: 'ada', role: 'org-admin', scope: { kind: 'ORG', name: 'org' } }, { id: 'rb_2', login: 'grace', role: 'project-admin', scope: { kind: 'PROJECT', name: 'vision' } }, { id: 'rb_3', login: 'linus', role: 'data-scientist', scope: { kind: 'TEAM', name: 'large-models' } }],
};
const ME = {
  displayName: 'Ada Admin', roles: [{ role: 'org-admin', scope: { kind: 'ORG', name: 'org' } }],
  permissions: 'project.read project.write organisation.write quota.read quota.write capacity.read capacity.write job.read job.submit job.cancel cost.read statement.read rate.read rate.write conservation.read user.read user.write binding.read binding.write token.read token.write simulation.run operation.read audit.read'.split(' '),
};

function sse(req, res, jobId) {
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  const after = Number(req.headers['last-event-id'] ?? -1);
  const write = (event) => { if (!jobId || event.job === jobId) res.write(`id: ${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`); };
  if (after >= 0) w.events.filter((e) => e.seq > after).forEach(write);
  res.write(': hello\n\n');
  w.listeners.add(write);
  const beat = setInterval(() => res.write(': beat\n\n'), 15_000);
  req.on('close', () => { clearInterval(beat); w.listeners.delete(write); });
}

const page = (items) => ({ items, nextCursor: null, hasMore: false });
const found = (value) => { if (!value) throw new Refusal(404, 'NOT_FOUND', 'Not found'); return value; };

function answer(method, path, q, body, req) {
  const m = (pattern) => new RegExp(`^${pattern}$`).exec(path);
  let hit;
  if (path === '/me') return { ...ME, login: login(req), projects: w.projects.map((p) => p.name), defaultProject: 'vision' };
  if (path === '/jobs' && method === 'GET') return listJobs(q);
  if (path === '/jobs') { check(body); const job = w.makeJob(body, login(req)); job.runMs = duration(body.spec.simulation?.runFor) ?? 8000; return [202, view(job)]; }
  if (path === '/jobs:plan') return plan(body);
  if ((hit = m('/jobs/([^/:]+):cancel'))) { const job = found(w.jobs.find((j) => j.id === hit[1])); w.move(job, job.phase === 'QUEUED' ? 'CANCELLED' : 'STOPPING', Date.now(), 'Cancelled by its owner'); return [202, view(job)]; }
  if ((hit = m('/jobs/([^/:]+)/runs'))) { const job = found(w.jobs.find((j) => j.id === hit[1])); return job.admittedAt ? [{ id: `run_${job.id}`, attempt: 1, state: job.endedAt ? 'RELEASED' : 'RUNNING', cluster: job.placement[0].nodes[0].cluster, boundAt: job.admittedAt, startedAt: job.startedAt, endedAt: job.endedAt, releasedAt: job.endedAt, outcome: job.endedAt ? job.phase : null, exitCode: job.exitCode, reason: null, holdings: [{ pool: job.flavor, model: job.spec.gpuModel, class: 'NOMINAL', gpus: Number(job.gpus) }], gpuHours: w.costOf(job).gpuHours, amount: w.costOf(job).amount }] : []; }
  if ((hit = m('/jobs/([^/:]+)/events'))) return page(w.events.filter((e) => e.job === hit[1]));
  if ((hit = m('/jobs/([^/:]+)'))) return view(found(w.jobs.find((j) => j.id === hit[1])));
  if (path === '/availability') return availability();
  if (path === '/quota-tree') return quotaTree();
  if ((hit = m('/(?:projects|cohorts)/([^/]+)/quotas'))) {
    const quotas = store.quotas.get(hit[1]) ?? { quotas: [], version: 1 };
    if (method === 'GET') return [200, quotas, { ETag: `"${quotas.version}"` }];
    if (req.headers['if-match'] !== `"${quotas.version}"`) throw new Refusal(412, 'STALE', 'The quotas have changed since you read them');
    const bad = body.quotas.findIndex((x) => !/^\d+$/.test(x.nominal));
    if (bad >= 0) throw new Refusal(422, 'VALIDATION', 'The quotas have 1 fault', { errors: [{ pointer: `/quotas/${bad}/nominal`, code: 'INVALID', detail: 'A whole number of GPUs, 0 or more.' }] });
    const next = { quotas: body.quotas, version: quotas.version + 1 };
    store.quotas.set(hit[1], next);
    w.projects.find((p) => p.name === hit[1]).nominal = Number(body.quotas[0].nominal);
    return [200, next, { ETag: `"${next.version}"` }];
  }
  if (path === '/projects') return page(w.projects.map((p) => ({ ...p, fairWeight: '1', queueingStrategy: 'BEST_EFFORT_FIFO', stopPolicy: 'NONE', version: 1 })));
  if (path === '/departments') return page(['research', 'product', 'science'].map((n) => ({ name: n, displayName: n, version: 1 })));
  if (path === '/teams') return page([...new Set(w.projects.map((p) => p.team))].map((n) => ({ name: n, displayName: n, department: w.projects.find((p) => p.team === n).cohort, version: 1 })));
  if (path === '/flavors') return page([{ name: 'h200', gpuModel: 'H200-141GB', topology: 'fabric', version: 1 }, { name: 'a100', gpuModel: 'A100-80GB', topology: 'fabric', version: 1 }]);
  if (path === '/topologies') return page([{ name: 'fabric', levels: ['topology.block', 'topology.rack', 'kubernetes.io/hostname'], version: 1 }]);
  if (path === '/clusters') return page(['east', 'west'].map((name) => { const list = w.nodes.filter((n) => n.cluster === name); return { name, backend: 'simulated', version: 1, nodes: list.length, gpus: list.length * 8, gpusFree: list.reduce((s, n) => s + n.gpus - n.gpusUsed, 0), healthy: true }; }));
  if (path === '/nodes') return page(w.nodes.filter((n) => !q.get('cluster') || n.cluster === q.get('cluster')));
  if ((hit = m('/clusters/([^/]+)/nodes/([^/]+)'))) { const node = found(w.nodes.find((n) => n.name === hit[2])); if (method === 'PUT') { if (req.headers['if-match'] !== `"${node.version}"`) throw new Refusal(412, 'STALE', 'Changed'); node.schedulable = body.schedulable; node.version++; } return [200, node, { ETag: `"${node.version}"` }]; }
  if (path === '/users') return page(w.people.map((login) => ({ login, displayName: login[0].toUpperCase() + login.slice(1), active: true })));
  if (path === '/role-bindings') { if (method === 'POST') { store.bindings.push({ id: `rb_${Date.now()}`, ...body }); return [201, store.bindings.at(-1)]; } return page(store.bindings); }
  if ((hit = m('/role-bindings/(.+)'))) { store.bindings = store.bindings.filter((b) => b.id !== hit[1]); return [204, null]; }
  if (path === '/tokens') { if (method === 'POST') { const token = { id: `tok_${Date.now()}`, createdAt: new Date().toISOString(), lastUsedAt: null, ...body }; store.tokens.push(token); return [201, { ...token, token: 'gaas_st_example_shown_once' }]; } return page(store.tokens); }
  if ((hit = m('/tokens/(.+)'))) { store.tokens = store.tokens.filter((b) => b.id !== hit[1]); return [204, null]; }
  if (path === '/audit') return page(w.events.slice(-60).reverse().map((e) => ({ seq: e.seq, at: e.at, actor: e.actor, action: 'job.submit', resource: e.job, result: 'OK', reason: '', requestId: `req_${e.seq}` })));
  const paid = money.answer(path, q, w);
  if (paid) return paid;
  throw new Refusal(404, 'NOT_FOUND', 'Not found');
}

const login = (req) => /session=([^;]+)/.exec(req.headers.cookie ?? '')?.[1];

async function api(req, res, url) {
  const path = decodeURIComponent(url.pathname.slice('/api/v1'.length));
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : null;
  const reply = (status, value, headers = {}) => { res.writeHead(status, { 'Content-Type': status >= 400 ? 'application/problem+json' : 'application/json', ...headers }); res.end(value === null ? '' : JSON.stringify(value)); };
  if (path === '/session' && req.method === 'POST') {
    return body.password === 'demo' ? reply(204, null, { 'Set-Cookie': `session=${body.login}; Path=/; HttpOnly` }) : reply(401, { status: 401, title: 'Wrong login or password' });
  }
  if (path === '/session') return reply(204, null, { 'Set-Cookie': 'session=; Path=/; Max-Age=0' });
  if (!login(req)) return reply(401, { status: 401, code: 'UNAUTHENTICATED', title: 'Not signed in' });
  if (path === '/events') return sse(req, res);
  try {
    const result = answer(req.method, path, url.searchParams, body, req);
    return Array.isArray(result) && typeof result[0] === 'number' ? reply(...result) : reply(200, result);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return reply(cause.body.status, cause.body);
  }
}

const types = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };
createServer((req, res) => {
  const url = new URL(req.url, 'http://localhost');
  if (url.pathname.startsWith('/api/')) return void api(req, res, url).catch((cause) => { console.error(cause); res.writeHead(500).end('{}'); });
  const file = join(dist, url.pathname);
  const known = extname(url.pathname) && existsSync(file);
  res.writeHead(200, { 'Content-Type': known ? (types[extname(file)] ?? 'application/octet-stream') : 'text/html' });
  createReadStream(known ? file : join(dist, 'index.html')).pipe(res);
}).listen(port, '127.0.0.1', () => console.log(`mock of REST v1 and the built pages at http://127.0.0.1:${port}`));
