import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError } from '~/api/http';

/** Called when the API says that nobody is signed in any more. Set by the router. */
export const sessionLost: { handler: () => void; told: () => void } = {
  handler: () => undefined,
  told: () => undefined,
};

function retry(failures: number, cause: Error): boolean {
  const status = cause instanceof ProblemError ? cause.status : 0;
  return failures < 2 && (status === 0 || status >= 500);
}

// Offline nothing is put off in silence: it fails at once, which the page says, and the person tries again.
const networkMode = 'always';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, networkMode, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode },
  },
  // A change is never lost to a sign-in page: the person is told, and what was typed stays.
  mutationCache: new MutationCache({
    onError: (cause) => {
      if (cause instanceof ProblemError && cause.status === 401) sessionLost.told();
    },
  }),
  queryCache: new QueryCache({
    onError: (cause, query) => {
      const lost = cause instanceof ProblemError && cause.status === 401;
      if (lost && query.queryKey[0] !== 'me') sessionLost.handler();
    },
  }),
});
