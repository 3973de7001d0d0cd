import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { screen, serve, show } from '~/test/render';
import { exact } from '~/ui/format';
import { TokensPage } from './TokensPage';

const ME = { login: 'ada', displayName: 'Ada', permissions: ['token.write', 'job.read', 'job.submit'], projects: ['vision'], roles: [] };
const TOKEN = { id: 'tok_1', name: 'ci', owner: 'ada', project: 'vision', scopes: ['job.read'], addresses: ['10.20.0.0/16'], createdAt: '2026-11-01T00:00:00Z', expiresAt: '2027-02-01T00:00:00Z' };
const OTHER = { ...TOKEN, id: 'tok_2', name: 'theirs', owner: 'eva', addresses: [] };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function server(answer: (method: string, path: string) => { status?: number; body?: unknown } | undefined) {
  return serve(({ method, path }) => {
    const own = answer(method, path);
    if (own) return own;
    if (path.startsWith('/me')) return { body: path.startsWith('/me/') ? { permissions: ME.permissions } : ME };
    if (path.startsWith('/tokens')) return { body: { items: [TOKEN, OTHER], hasMore: false } };
    return {};
  });
}

test('says from where a token may be used; who owns one rotates it', async () => {
  server(() => undefined);
  show(<><div id="overlays" /><TokensPage /></>);
  expect(await screen.findByText('10.20.0.0/16')).toBeTruthy();
  expect(screen.getByText('anywhere')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Rotate ci' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Rotate theirs' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Revoke theirs' })).toBeTruthy();
});

test('a rotation shows the new secret once, and until when the old one works', async () => {
  const until = '2026-12-02T10:00:00Z';
  let rotated = false;
  const calls = server((method, path) => {
    if (method === 'POST') {
      rotated = true;
      return { body: { ...TOKEN, id: 'tok_3', token: 'gaas_st_next' } };
    }
    return rotated && path.startsWith('/tokens') ? { body: { items: [{ ...TOKEN, expiresAt: until }], hasMore: false } } : undefined;
  });
  show(<><div id="overlays" /><TokensPage /></>);
  fireEvent.click(await screen.findByRole('button', { name: 'Rotate ci' }));
  fireEvent.change(await screen.findByLabelText('Old one stays good for'), { target: { value: '36h' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rotate' }));
  expect(await screen.findByDisplayValue('gaas_st_next')).toBeTruthy();
  expect(screen.getByText(`The old one works until ${exact(until)}.`)).toBeTruthy();
  expect(calls.find((call) => call.method === 'POST')).toMatchObject({ path: '/tokens/tok_1:rotate', body: { overlap: '36h' } });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByDisplayValue('gaas_st_next')).toBeNull();
});

test('what is wrong with an overlap or an address stands at its field', async () => {
  server((method, path) => {
    if (method !== 'POST') return undefined;
    const errors = path.endsWith(':rotate') ? [{ pointer: '/overlap', detail: 'Must be at most 30d.' }] : [{ pointer: '/addresses/1', detail: 'Is no network.' }];
    return { status: 422, body: { title: 'Bad', errors } };
  });
  show(<><div id="overlays" /><TokensPage /></>);
  fireEvent.click(await screen.findByRole('button', { name: 'Rotate ci' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Rotate' }));
  expect(await screen.findByText('Must be at most 30d.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  fireEvent.click(screen.getByRole('button', { name: 'New token' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'new' } });
  const from = screen.getByLabelText('Only from', { selector: 'input' });
  fireEvent.paste(from, { clipboardData: { getData: () => '10.0.0.0/8, nonsense' } });
  expect(await screen.findByText('nonsense')).toBeTruthy();
  fireEvent.submit(from.closest('form') as HTMLElement);
  expect((await screen.findByText(/Is no network/)).textContent).toBe('nonsense: Is no network.');
  expect(screen.getAllByText(/Is no network/)).toHaveLength(1);
});
