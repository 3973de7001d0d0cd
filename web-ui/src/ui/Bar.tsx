import { t } from '~/text';
import { count } from './format';
import css from './Bar.module.css';

export type Use = 'nominal' | 'borrowed' | 'idle' | 'down' | 'reserved' | 'lent' | 'used';

export interface Part {
  use: Use;
  value: number;
  label?: string;
}

interface BarProps {
  parts: Part[];
  /** Length of the whole bar; the sum of the parts when left out. */
  whole?: number;
  /** A mark on the bar: the quota. */
  mark?: number;
  label: string;
  tall?: boolean;
}

/** Parts of one capacity on one line. The words for it are in its label, not only in its colours. */
export function Bar({ parts, whole, mark, label, tall }: BarProps) {
  const sum = parts.reduce((total, part) => total + part.value, 0);
  const length = Math.max(whole ?? 0, sum, mark ?? 0) || 1;
  const told = parts.filter((part) => part.value > 0)
    .map((part) => `${part.label ?? t.capacity.use[part.use]} ${count(part.value)}`).join(', ');
  return (
    <div className={css.bar} data-tall={tall || undefined} role="img" aria-label={`${label}: ${told || t.common.none}`}>
      {parts.filter((part) => part.value > 0).map((part, at) => (
        <i key={`${part.use}-${at}`} data-use={part.use} style={{ width: `${(part.value / length) * 100}%` }} />
      ))}
      {mark === undefined ? null : <b style={{ left: `${(mark / length) * 100}%` }} />}
    </div>
  );
}

export function Legend({ uses }: { uses: Use[] }) {
  return (
    <ul className={css.legend}>
      {uses.map((use) => (
        <li key={use}><i data-use={use} aria-hidden="true" />{t.capacity.use[use]}</li>
      ))}
    </ul>
  );
}
