// What a walk needs of REST: to bring about the situation that a person then sees in the browser.
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
    put: (path, body, etag) => call('PUT', path, { body, headers: { 'If-Match': etag } }),
    plan: async (...of) => (await call('POST', '/jobs:plan', { body: job(...of) })).data,
    submit: async (...of) => (await call('POST', '/jobs', { body: job(...of) })).data,
    until: async (id, goal) => (await call('GET', `/jobs/${id}?waitFor=${goal}&timeout=60s`)).data,
    async cancel(id) {
      const { phase } = await this.get(`/jobs/${id}`);
      if (['QUEUED', 'ADMITTED', 'RUNNING'].includes(phase)) await call('POST', `/jobs/${id}:cancel`, { body: {} });
      return this.until(id, 'TERMINAL');
    },
  };
}

/** A name that no other walk has. */
export const fresh = (name) => `${name}-${Date.now().toString(36)}`;
