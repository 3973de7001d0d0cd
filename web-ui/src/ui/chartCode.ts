/** The charting code; no part of the first load. */
export const chartCode = () => import('./echarts');

/** Loads it while the browser has nothing else to do, so that the first chart need not wait for it. */
export function fetchChartsWhenIdle(): () => void {
  const fetchIt = () => void chartCode();
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = window.setTimeout(fetchIt, 3_000);
    return () => window.clearTimeout(timer);
  }
  const asked = window.requestIdleCallback(fetchIt, { timeout: 10_000 });
  return () => window.cancelIdleCallback(asked);
}
