import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SchedulingPolicy } from '~/api/scheduling';
import { screen, serve, show } from '~/test/render';
import { SiteRules, summary } from './SiteRules';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const policy: SchedulingPolicy = {
  fairSharing: false, preemptionStrategies: ['LESS_THAN_INITIAL_SHARE'], placement: 'PACK', headsPerProject: 0, checkpointAwareVictims: true,
  evictions: { minRuntime: '0s', notice: '2m', claim: '30m', inARow: 1 }, order: { halfLife: '0s', priorityWeight: '1', shareWeight: '0' }, version: 4,
};
const effect = { starts: [], startsNoMore: [], stops: [], rejects: [], hiddenJobs: 0, quotas: [], capacity: [], complete: true };

test('the rules are told in words', () => {
  expect(summary(policy)[0]?.[1]).toContain('higher priority');
  expect(summary({ ...policy, fairSharing: true })[0]?.[1]).toContain('dominant share');
  expect(summary({ ...policy, order: { halfLife: '7d', priorityWeight: '1', shareWeight: '0.5' } })[0]?.[1]).toContain('0.5 × GPU-hours over quota, which count half after 7d');
});

test('a change goes out with its version, and faults land on their fields', async () => {
  let refused = false;
  const calls = serve(({ method, path }) => {
    if (path.startsWith('/priority-classes')) return { body: { items: [{ name: 'normal', value: 0, builtIn: true, version: 1 }], hasMore: false } };
    if (method === 'POST') return { body: effect };
    if (method === 'GET') return { body: policy, headers: { ETag: '"4"' } };
    if (!refused) {
      refused = true;
      return { status: 422, body: { title: 'Bad', errors: [{ pointer: '/evictions/minRuntime', detail: 'Not a duration.' }] } };
    }
    return { body: { ...policy, version: 5 }, headers: { ETag: '"5"' } };
  });
  show(<SiteRules editable />);
  await screen.findByText('normal 0');
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const field = await screen.findByLabelText('Minimum run time');
  fireEvent.change(field, { target: { value: 'soon' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Not a duration.');
  fireEvent.change(field, { target: { value: '10m' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.filter((call) => call.method === 'PUT')).toHaveLength(2));
  const sent = calls.filter((call) => call.method === 'PUT').at(-1);
  expect(sent?.headers.get('If-Match')).toBe('"4"');
  expect(sent?.body).toEqual({ ...policy, evictions: { ...policy.evictions, minRuntime: '10m' } });
});
