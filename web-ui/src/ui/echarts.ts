import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { locale } from '~/text';
import type { Series } from './Chart';

register([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

interface Drawing {
  unit: string;
  categories: string[];
  series: Series[];
  kind: 'bars' | 'rows' | 'area' | 'lines';
}

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

// A token holds light-dark(…): the browser is asked what it is now, by way of a real property.
function tokens(box: HTMLElement): (name: string) => string {
  const probe = box.ownerDocument.createElement('i');
  box.append(probe);
  const seen = new Map<string, string>();
  return (name) => {
    let value = seen.get(name);
    if (value === undefined) {
      probe.style.color = `var(${name})`;
      value = getComputedStyle(probe).color;
      seen.set(name, value);
    }
    return value;
  };
}

function seriesOption(each: Series, kind: Drawing['kind'], color: (name: string) => string) {
  const fill = color(`--${each.use === 'lent' ? 'nominal' : each.use}`);
  const decal = each.use === 'down'
    ? { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: Math.PI / 4, color: color('--panel') }
    : undefined;
  return {
    name: each.name,
    type: kind === 'area' || kind === 'lines' ? ('line' as const) : ('bar' as const),
    stack: kind === 'lines' ? undefined : 'whole',
    data: each.values,
    itemStyle: { color: fill, ...(decal ? { decal } : {}) },
    lineStyle: kind === 'lines' ? { width: 2, color: fill, type: each.use === 'second' ? ('dashed' as const) : ('solid' as const) } : { width: 0 },
    areaStyle: kind === 'area' ? { color: fill, opacity: 0.9 } : undefined,
    symbol: kind === 'lines' ? 'circle' : 'none',
    symbolSize: 4,
    barMaxWidth: 32,
    emphasis: { disabled: true },
  };
}

/** Draws into the box and follows its size; gives back how to take it away. */
export function draw(box: HTMLElement, { unit, categories, series, kind }: Drawing): () => void {
  const color = tokens(box);
  const colors = { ink: color('--ink'), soft: color('--ink-2'), quiet: color('--ink-3'), line: color('--line'), panel: color('--panel') };
  const font = getComputedStyle(box).fontFamily;
  const chart = init(box, null, { renderer: 'svg' });
  const categoryAxis = {
    type: 'category' as const, data: categories, inverse: kind === 'rows', axisTick: { show: false },
    axisLine: { lineStyle: { color: colors.line } }, axisLabel: kind === 'rows'
      ? { color: colors.soft, width: Math.max(80, Math.min(240, box.clientWidth * 0.36)), overflow: 'break' as const, lineHeight: 14 }
      : { color: colors.soft, hideOverlap: true },
  };
  const valueAxis = {
    type: 'value' as const,
    splitLine: { lineStyle: { color: colors.line } }, axisLabel: { color: colors.quiet, hideOverlap: true, formatter: (value: number) => number.format(value) },
  };
  chart.setOption({
    animation: false,
    textStyle: { fontFamily: font },
    grid: { left: 4, right: 12, top: series.length > 1 ? 36 : 8, bottom: 4, containLabel: true },
    legend: { show: series.length > 1, top: 0, left: 0, itemWidth: 10, itemHeight: 10, icon: 'roundRect', textStyle: { color: colors.soft } },
    tooltip: {
      trigger: 'axis', axisPointer: { type: 'shadow' }, backgroundColor: colors.panel, borderColor: colors.line,
      textStyle: { color: colors.ink, fontSize: 12.5 }, valueFormatter: (value: unknown) => `${number.format(Number(value))} ${unit}`,
    },
    xAxis: kind === 'rows' ? valueAxis : categoryAxis,
    yAxis: kind === 'rows' ? categoryAxis : valueAxis,
    series: series.map((each) => seriesOption(each, kind, color)),
  });
  const sizes = new ResizeObserver(() => chart.resize());
  sizes.observe(box);
  return () => {
    sizes.disconnect();
    chart.dispose();
  };
}
