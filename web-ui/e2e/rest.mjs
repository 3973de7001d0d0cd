// What a walk needs of REST: to bring about the situation that a person then sees in the browser.
import { randomUUID } from 'node:crypto';
import { URL_ } from './browser.mjs';

/** Calls of the signed-in person: they go with the page's session. */
export function restOf(page) {
  async function call(method, path, { body, headers = {} } = {}) {
    const cookies = await page.context().cookies(URL_);
    const token = cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value;
    const answer = await page.request.fetch(`${URL_}/api/v1${path}`, {
      method, data: body, headers: { ...(token ? { 'X-XSRF-TOKEN': decodeURIComponent(token) } : {}), ...headers },
    });
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
    return { data: text && /json/.test(answer.headers()['content-type'] ?? '') ? JSON.parse(text) : text, etag: answer.headers()['etag'] };
  }
  const job = (project, name, { workers = 1, gpus = 8, ...spec } = {}) => ({
    project, name,
    spec: {
      type: 'BATCH', image: 'registry.example/walk/train:1', maxRuntime: '1h', preemptible: true, gpuModel: 'H200-141GB',
      podSets: [{ name: 'main', count: workers, gpusPerPod: gpus }],
      simulation: { runFor: '10m', startDelay: '0s', stopDelay: '0s', exitCode: 0 }, ...spec,
    },
  });
  return {
    get: async (path) => (await call('GET', path)).data,
    read: (path) => call('GET', path),
    create: (path, body) => call('PUT', path, { body, headers: { 'If-None-Match': '*' } }),
    post: async (path, body) => (await call('POST', path, { body })).data,
    put: (path, body, etag) => call('PUT', path, { body, headers: { 'If-Match': etag } }),
    plan: async (...of) => (await call('POST', '/jobs:plan', { body: job(...of) })).data,
    submit: async (...of) => (await call('POST', '/jobs', { body: job(...of) })).data,
    async submitAs(token, ...of) {
      // Of its own context: the session of the page must not speak for the token.
      const answer = await fetch(`${URL_}/api/v1/jobs`, { method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: JSON.stringify(job(...of)) });
      if (!answer.ok) throw new Error(`POST /jobs: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    until: async (id, goal) => (await call('GET', `/jobs/${id}?waitFor=${goal}&timeout=60s`)).data,
    async cancel(id) {
      const { phase } = await this.get(`/jobs/${id}`);
      if (['QUEUED', 'ADMITTED', 'RUNNING'].includes(phase)) await call('POST', `/jobs/${id}:cancel`, { body: {} });
      return this.until(id, 'TERMINAL');
    },
  };
}

/** A further person, made for a walk, with a role on a scope; the whole organisation when none is named. */
export async function person(page, login, role, project) {
  const rest = restOf(page);
  const password = `pw-${randomUUID()}`;
  await rest.create(`/users/${login}`, { displayName: login, password });
  const { roles } = await rest.get('/me');
  const scope = project ? { kind: 'PROJECT', name: project } : roles.find((each) => each.scope.kind === 'ORG').scope;
  await rest.post('/role-bindings', { login, role, scope });
  return { user: login, password };
}

/** A name that no other walk has. */
export const fresh = (name) => `${name}-${Date.now().toString(36)}`;
