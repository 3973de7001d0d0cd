import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { configure, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';

// Waiting ends when it is there; the limit is for machines that do much else.
configure({ asyncUtilTimeout: 15_000 });

/** Renders inside what every screen has around it: theme, queries, a router. */
export function show(content: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

export interface Sent {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Answers calls of the API; what was sent is kept in order. */
export function serve(answer: (sent: Sent) => Answer): Sent[] {
  const calls: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const sent = {
      method: init.method ?? 'GET', path: url.replace('/api/v1', ''), headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    };
    calls.push(sent);
    const { status = 200, body = {}, headers = {} } = answer(sent);
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
  return calls;
}

export { screen };
