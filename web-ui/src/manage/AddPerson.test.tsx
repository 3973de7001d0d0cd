import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { screen, serve, show } from '~/test/render';
import { AddPerson } from './AddPerson';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a refusal stands at its field, which has the focus; what was typed stays; what has to be filled in says so', async () => {
  serve(() => ({ status: 422, body: { title: 'Bad', errors: [{ pointer: '/displayName', detail: 'Too short.' }] } }));
  const answer = globalThis.fetch;
  // As over a network: the answer does not come at once.
  vi.stubGlobal('fetch', (...of: Parameters<typeof fetch>) => new Promise((done) => { setTimeout(() => { done(answer(...of)); }, 0); }));
  show(<><div id="overlays" /><AddPerson opened onClose={() => undefined} /></>);
  const login = await screen.findByLabelText('Login');
  expect(login.getAttribute('aria-required')).toBe('true');
  fireEvent.change(login, { target: { value: 'eva' } });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'E' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a-long-password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add a person' }));
  await screen.findByText('Too short.');
  await waitFor(() => { expect(document.activeElement).toBe(screen.getByLabelText('Name')); });
  expect((login as HTMLInputElement).value).toBe('eva');
});
