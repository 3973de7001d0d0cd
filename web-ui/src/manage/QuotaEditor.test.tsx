import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { screen, serve, show } from '~/test/render';
import { QuotaEditor } from './QuotaEditor';
import type { QuotaRow } from './quotaRows';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = {
  node: { kind: 'PROJECT', name: 'vision', displayName: 'Vision', depth: 1, waitingJobs: 0, waitingGpus: '0', runningJobs: 0,
    cells: [{ flavor: 'h200', resource: 'nvidia.com/gpu', nominal: '16', used: '12', borrowed: '0', lent: '0', available: '4' }] },
  nominal: 16, used: 12, borrowed: 0, lent: 0, available: 4, waiting: 0,
} as QuotaRow;
const quota = (nominal: string) => ({ flavor: 'h200', resource: 'nvidia.com/gpu', nominal, borrowingLimit: null, lendingLimit: '8' });
/** The calls of the editor; of 256 H200 200 are guaranteed. */
const serveQuota = (answer: Parameters<typeof serve>[0]) => serve((sent) => {
  if (sent.path.startsWith('/availability')) return { body: { models: [{ flavor: 'h200', gpus: 256, free: 1, largestGang: 1 }], pendingGpus: 0 } };
  if (sent.path.startsWith('/quota-tree')) return { body: { nodes: [{ ...row.node, kind: 'COHORT', name: 'all', depth: 0, cells: [{ ...row.node.cells[0], subtreeNominal: '200' }] }] } };
  return answer(sent);
});

test('a stale edit is refused, the fresh quota is shown, what was typed stays and can be saved', async () => {
  let version = 3;
  const calls = serveQuota(({ method, headers }) => {
    if (method === 'GET') return { body: { quotas: [quota(version === 3 ? '16' : '24')], version }, headers: { ETag: `"${version}"` } };
    if (headers.get('If-Match') !== '"4"') {
      version = 4;
      return { status: 412, body: { title: 'Changed', code: 'PRECONDITION_FAILED' } };
    }
    return { body: { quotas: [quota('8')], version: 5 }, headers: { ETag: '"5"' } };
  });
  const close = vi.fn();
  show(<QuotaEditor row={row} onClose={close} />);
  const nominal = await screen.findByLabelText('Nominal');
  fireEvent.change(nominal, { target: { value: '8' } });
  await screen.findByText('16 → 8');
  await screen.findByText(/It uses 12 now/);
  fireEvent.click(screen.getByRole('button', { name: 'Save quota' }));
  await screen.findByText(/Someone has changed this quota/);
  await screen.findByText('24 → 8');
  fireEvent.click(screen.getByRole('button', { name: 'Save quota' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(calls.filter((call) => call.method === 'PUT').map((call) => call.headers.get('If-Match'))).toEqual(['"3"', '"4"']);
  expect(calls.findLast((call) => call.method === 'PUT')?.body).toEqual({ quotas: [quota('8')] });
});

test('faults land on their fields', async () => {
  serveQuota(({ method }) => method === 'GET'
    ? { body: { quotas: [quota('16')], version: 1 }, headers: { ETag: '"1"' } }
    : { status: 422, body: { title: 'Bad', errors: [{ pointer: '/quotas/0/nominal', detail: 'Not a quantity.' }] } });
  show(<QuotaEditor row={row} onClose={vi.fn()} />);
  fireEvent.change(await screen.findByLabelText('Nominal'), { target: { value: 'many' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save quota' }));
  await screen.findByText('Not a quantity.');
  expect(screen.getByLabelText('Nominal').getAttribute('aria-invalid')).toBe('true');
});

test('a fault that the preview finds stands at its field before anything is saved', async () => {
  const calls = serveQuota(({ method }) => method === 'GET'
    ? { body: { quotas: [quota('16')], version: 1 }, headers: { ETag: '"1"' } }
    : { status: 422, body: { title: 'Bad', errors: [{ pointer: '/quotas/0/nominal', detail: 'Not a quantity.' }] } });
  show(<QuotaEditor row={row} onClose={vi.fn()} />);
  fireEvent.change(await screen.findByLabelText('Nominal'), { target: { value: '-3' } });
  await screen.findByText('Not a quantity.');
  expect(calls.filter((call) => call.method === 'PUT')).toEqual([]);
});

test('more than there is can be saved, and is told', async () => {
  serveQuota(({ method }) => method === 'GET' ? { body: { quotas: [quota('16')], version: 1 }, headers: { ETag: '"1"' } } : { status: 503, body: { title: 'Busy' } });
  show(<QuotaEditor row={row} onClose={vi.fn()} />);
  const field = await screen.findByLabelText('Nominal');
  fireEvent.change(field, { target: { value: '72' } });
  await screen.findByText('16 → 72');
  expect(screen.queryByText(/are guaranteed in all/)).toBeNull();
  fireEvent.change(field, { target: { value: '73' } });
  await screen.findByText(/with this 257 GPUs are guaranteed in all, and there are 256/);
});
