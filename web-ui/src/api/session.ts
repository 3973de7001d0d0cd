import { queryOptions } from '@tanstack/react-query';
import { get, send } from './http';
import type { Me, Session } from './types';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get<Me>('/me', undefined, signal),
  staleTime: 60_000,
  retry: false,
});

export async function signIn(login: string, password: string): Promise<void> {
  await send('POST', '/session', { body: { login, password } });
}

/** How this browser's session began; asked anew each time, since it gets old. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get<Session>('/session', undefined, signal),
  staleTime: 0,
  retry: false,
});

/** Signs out here; the answer is where to go for signing out of the provider too. */
export async function signOut(): Promise<string> {
  const session = await get<Session>('/session').catch(() => null);
  await send('DELETE', '/session');
  return session?.signOut ?? '/sign-in';
}
