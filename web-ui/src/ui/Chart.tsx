import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '~/text';
import type { Use } from './Bar';
import { chartCode } from './chartCode';
import { Panel } from './Page';

export interface Series {
  name: string;
  use: Use | 'first' | 'second';
  values: number[];
}

interface ChartProps {
  title: string;
  /** What the chart shows, in a sentence. */
  label: string;
  unit: string;
  categories: string[];
  series: Series[];
  /** `lines` stand for themselves, the others are stacked. */
  kind: 'bars' | 'rows' | 'area' | 'lines';
  /** The same figures as a table. */
  table: ReactNode;
  height?: number;
}

/** A stacked chart and its table twin, one at a time. The charting code is loaded when one is shown. */
export function Chart({ title, table, ...chart }: ChartProps) {
  const [view, setView] = useState('chart');
  return (
    <Panel
      title={title} note={chart.unit} flush={view === 'table'}
      actions={
        <>
          <Link className="quiet small" to="/definitions" aria-label={`${t.common.definitions}: ${title}`}>{t.common.definitions}</Link>
          <SegmentedControl size="xs" aria-label={title} value={view} onChange={setView}
            data={[{ value: 'chart', label: t.common.chart }, { value: 'table', label: t.common.table }]} />
        </>
      }
    >
      {view === 'chart' ? <Canvas {...chart} /> : table}
    </Panel>
  );
}

/** What stacks is summed; lines stand for themselves, and are told by their mean. */
function inWords(values: number[], kind: ChartProps['kind']): number {
  const sum = values.reduce((a, b) => a + b, 0);
  return kind === 'lines' && values.length > 0 ? sum / values.length : sum;
}

function Canvas({ label, unit, categories, series, kind, height }: Omit<ChartProps, 'title' | 'table'>) {
  const box = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  const [ready, setReady] = useState(false);
  const told = `${label}. ${series.map((each) => `${each.name} ${Math.round(inWords(each.values, kind))} ${unit}`).join(', ')}.`;
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    void chartCode().then(({ draw }) => {
      if (gone || !box.current) return;
      stop = draw(box.current, { unit, categories, series, kind });
      setReady(true);
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [unit, categories, series, kind, scheme]);
  const rows = kind === 'rows' ? Math.max(180, categories.length * 28 + 60) : 260;
  return (
    <div role="img" aria-label={told} data-chart={ready ? 'ready' : 'loading'} style={{ height: height ?? rows, minWidth: 0 }}>
      <div ref={box} aria-hidden="true" style={{ height: '100%' }} />
    </div>
  );
}
