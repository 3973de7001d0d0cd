/** The charting code; no part of the first load. */
export const chartCode = () => import('./echarts');
