import { queryOptions } from '@tanstack/react-query';
import { get, send } from './http';
import type { Me } from './types';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get<Me>('/me', undefined, signal),
  staleTime: 60_000,
  retry: false,
});

export async function signIn(login: string, password: string): Promise<void> {
  await send('POST', '/session', { body: { login, password } });
}

export async function signOut(): Promise<void> {
  await send('DELETE', '/session');
}
