import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screen, type Sent, serve, show } from '~/test/render';
import { freshSubmission } from './submission';
import { SubmitForm } from './SubmitForm';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const plan = { feasible: 'NOW', reasons: [], gpus: '8', freeNow: '16', largestGang: '16', quota: { nominal: '8', borrowed: '0' },
  price: { perHour: { amount: '23.20', currency: 'EUR' }, atMaxRuntime: null }, placement: null, wouldPreempt: [], warnings: [] };
const made = { id: 'job_1', name: 'sft', project: 'vision', user: 'ada', phase: 'QUEUED', submittedAt: '2026-11-29T10:00:00Z', attempt: 0, gpus: '8',
  spec: freshSubmission('vision').spec };

function answers(submitted: (count: number) => { status: number; body: unknown }) {
  let count = 0;
  return serve((sent: Sent) => {
    if (sent.path === '/jobs:plan') return { body: plan };
    if (sent.path === '/jobs') return submitted(++count);
    if (sent.path.startsWith('/availability')) return { body: { models: [], pendingGpus: '0' } };
    return { body: { items: [], hasMore: false } };
  });
}
const submissions = (calls: Sent[]) => calls.filter((call) => call.path === '/jobs');

test('faults of the server land on their fields, the first gets the focus, what was typed stays', async () => {
  const calls = answers(() => ({ status: 422, body: { title: 'Bad', errors: [
    { pointer: '/name', detail: 'Must be given.' }, { pointer: '/spec/image', detail: 'Must be given too.' }] } }));
  show(<SubmitForm initial={freshSubmission('vision')} projects={['vision']} draft="t1" />);
  fireEvent.change(await screen.findByLabelText('Command'), { target: { value: 'bash -c "a b"' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText('2 things to fix');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(screen.getByLabelText('Container image').getAttribute('aria-invalid')).toBe('true');
  expect((screen.getByLabelText('Command') as HTMLInputElement).value).toBe('bash -c "a b"');
  expect(submissions(calls)[0]?.body).toMatchObject({ project: 'vision', spec: { command: ['bash', '-c', 'a b'] } });
});

test('after a failure the same job goes under the same key, a changed one under another', async () => {
  const calls = answers((count) => (count < 3 ? { status: 503, body: { title: 'Not now' } } : { status: 202, body: made }));
  show(<SubmitForm initial={{ ...freshSubmission('vision'), name: 'sft' }} projects={['vision']} draft="t2" />);
  const image = await screen.findByLabelText('Container image');
  const press = async (times: number) => {
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(submissions(calls)).toHaveLength(times));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(times === 3));
  };
  await press(1);
  await press(2);
  fireEvent.change(image, { target: { value: 'img:1' } });
  await press(3);
  const keys = submissions(calls).map((call) => call.headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('data and secrets of the project are chosen by name, and those of others are not offered', async () => {
  const source = { project: 'vision', name: 'imagenet', type: 'CLAIM', place: 'imagenet-2026', readOnly: true, version: 1 };
  const calls = serve((sent: Sent) => {
    if (sent.path === '/jobs:plan') return { body: plan };
    if (sent.path === '/jobs') return { status: 202, body: made };
    if (sent.path.startsWith('/availability')) return { body: { models: [], pendingGpus: '0' } };
    if (sent.path.startsWith('/data-sources')) return { body: { items: [source, { ...source, project: 'speech', name: 'calls' }], hasMore: false } };
    if (sent.path.startsWith('/secrets')) return { body: { items: [{ project: 'vision', name: 'hub', keys: ['token'], version: 1 }], hasMore: false } };
    return { body: { items: [], hasMore: false } };
  });
  show(<SubmitForm initial={{ ...freshSubmission('vision'), name: 'sft' }} projects={['vision']} draft="t4" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Use data' }));
  expect((screen.getByLabelText('Seen in') as HTMLInputElement).value).toBe('/data/imagenet');
  expect(screen.queryByRole('button', { name: 'Use data' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Variable from a secret' }));
  fireEvent.change(screen.getByLabelText('Variable'), { target: { value: 'HF_TOKEN' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(submissions(calls)).toHaveLength(1));
  expect(submissions(calls)[0]?.body).toMatchObject({
    spec: { data: [{ source: 'imagenet', mountPath: '/data/imagenet' }], env: [{ name: 'HF_TOKEN', secretRef: { name: 'hub', key: 'token' } }] },
  });
});

test('what was typed is there again after a reload of the page', async () => {
  answers(() => ({ status: 503, body: {} }));
  show(<SubmitForm initial={freshSubmission('vision')} projects={['vision']} draft="t3" />);
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'kept' } });
  cleanup();
  show(<SubmitForm initial={freshSubmission('vision')} projects={['vision']} draft="t3" />);
  expect((await screen.findByLabelText('Name') as HTMLInputElement).value).toBe('kept');
});

test('the plan says whether it starts now, and what it costs', async () => {
  answers(() => ({ status: 503, body: {} }));
  show(<SubmitForm initial={freshSubmission('vision')} projects={['vision']} draft="t4" />);
  await screen.findByText('Starts now');
  await screen.findByText(/23\.20/);
});
