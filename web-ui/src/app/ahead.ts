import type { useRouter } from '@tanstack/react-router';
import { chartCode } from '~/ui/chartCode';

type Router = ReturnType<typeof useRouter>;

/** Runs it while the browser has nothing else to do; gives back how to call it off. */
function whenIdle(run: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = window.setTimeout(run, 3_000);
    return () => window.clearTimeout(timer);
  }
  const asked = window.requestIdleCallback(run, { timeout: 10_000 });
  return () => window.cancelIdleCallback(asked);
}

/**
 * Loads the charting code and then the code of the pages, one after the other while the browser is idle, so that no page
 * and no chart has to wait for its code, and pages open when the network is away.
 */
export function fetchAhead(router: Router): () => void {
  const wanted: (() => unknown)[] = [chartCode, ...Object.values(router.routesById).map((route) => () => router.loadRouteChunk(route))];
  let callOff = () => {};
  function next() {
    const load = wanted.shift();
    if (!load) return;
    // What cannot be loaded now is loaded, or said to be missing, when the page is opened.
    Promise.resolve(load()).then(undefined, () => undefined).finally(() => { callOff = whenIdle(next); });
  }
  callOff = whenIdle(next);
  return () => {
    wanted.length = 0;
    callOff();
  };
}
