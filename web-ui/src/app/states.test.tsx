import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { t } from '~/text';
import { navigation } from './nav';
import { Portal } from './Portal';
import { queryClient } from './queryClient';
import { router } from './router';

// Every screen of the navigation in the states that a server can bring it into; what it shows when all is well is
// looked at in a real browser.
configure({ asyncUtilTimeout: 15_000 });

const WRITES = ['capacity.write', 'quota.write', 'budget.write', 'rate.write', 'period.close', 'data.write', 'project.read'];
const me = {
  login: 'eva', displayName: 'Eva', roles: [], projects: ['p'], defaultProject: 'p', timeZone: 'Europe/Berlin',
  permissions: [...new Set([...navigation.flatMap((group) => group.entries).flatMap((entry) => entry.needs ?? []), ...WRITES])],
};
const paths = navigation.flatMap((group) => group.entries).map((entry) => entry.to);
/** Templates are kept in this browser, and a job can be typed whatever the server says; its plan has tests of its own. */
const OWN = new Set(['/templates', '/submit', '/estimator']);
const asking = paths.filter((path) => !OWN.has(path));

const ZERO = { amount: '0', currency: 'EUR' };
const TOTAL = { gpuHours: '0', nominalGpuHours: '0', borrowedGpuHours: '0', unratedGpuHours: '0', amount: ZERO, charges: ZERO };
/** Lists of whatever name without a row; figures that are zero. */
const NOTHING = {
  items: [], rows: [], nodes: [], models: [], flavors: [], pools: [], invariants: [], checks: [], projects: [], hasMore: false, nextCursor: null, pendingGpus: '0',
  generatedAt: '2026-01-15T12:00:00Z', period: { month: '2026-01', from: '2025-12-31T23:00:00Z', to: '2026-01-31T23:00:00Z' }, total: TOTAL, intact: true,
  placement: 'PACK', order: { halfLife: '0s', priorityWeight: '0', shareWeight: '0' }, evictions: { minRuntime: '0s', notice: '0s', claim: '0s', inARow: 0 }, sealed: 0, outcomes: [], stops: [], runs: [], reasons: [],
};

type Answer = () => Promise<Response>;
const json = (status: number, body: unknown): Answer => () => Promise.resolve(new Response(JSON.stringify(body), { status }));
const never: Answer = () => new Promise(() => undefined);
let answer: Answer = never;

function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V, index: number) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  [...items].forEach((item, at) => groups.set(keyOf(item, at), [...(groups.get(keyOf(item, at)) ?? []), item]));
  return groups;
}

beforeAll(() => {
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 60_000 } });
  // The plan of a form is a dialogue of its own.
  vi.stubGlobal('fetch', (url: string) => (url.endsWith('/me') ? json(200, me)() : /\/events$|:plan$/.test(url) ? never() : answer()));
  // What browsers have and the test's world has not.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  Map.groupBy ??= groupBy;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});
afterAll(() => { vi.unstubAllGlobals(); });

async function open(path: string, with_: Answer): Promise<HTMLElement> {
  answer = with_;
  window.history.replaceState(null, '', path);
  render(<Portal />);
  await act(() => router.load());
  const main = await screen.findByRole('main');
  await within(main).findByRole('heading', { level: 1 });
  return main;
}

test.each(asking)('%s says that it is loading', async (path) => {
  const main = await open(path, never);
  expect((await within(main).findAllByRole('status', { name: t.table.loading })).length).toBeGreaterThan(0);
});

test.each(asking)('%s says who may not see it', async (path) => {
  const main = await open(path, json(403, { title: 'Forbidden', status: 403 }));
  expect((await within(main).findAllByRole('heading', { name: t.problem.forbidden })).length).toBeGreaterThan(0);
});

test.each(asking)('%s says what went wrong, and offers another try', async (path) => {
  const main = await open(path, json(400, { title: 'Out of order', status: 400, requestId: 'req-1' }));
  const alert = (await within(main).findAllByRole('alert')).find((each) => within(each).queryByText('Out of order'));
  if (!alert) throw new Error(`no alert tells the problem: ${main.innerText}`);
  within(alert).getByRole('button', { name: t.problem.retry });
  within(alert).getByText('req-1');
});

test.each(asking)('%s has words for nothing, and says that it is old when it cannot be read again', async (path) => {
  const main = await open(path, json(200, NOTHING));
  await waitFor(() => { expect(within(main).queryAllByRole('status', { name: t.table.loading })).toEqual([]); });
  expect(within(main).queryByText(t.problem.crash)).toBeNull();
  expect(within(main).queryAllByRole('alert').map((each) => each.textContent)).toEqual([]);
  answer = json(400, { title: 'Out of order', status: 400 });
  await act(() => queryClient.refetchQueries({ type: 'active', predicate: (query) => query.queryKey[0] !== 'me' }));
  expect((await within(main).findAllByText(t.problem.stale)).length).toBeGreaterThan(0);
});
