import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '~/text';
import { ProblemView } from './ProblemView';
import css from './states.module.css';

/** Nothing here: what would be, why it is not, and the next step. */
export function Empty({ title, detail, action }: { title: string; detail?: string; action?: ReactNode }) {
  return (
    <div className={css.state} data-state-box>
      <span className={css.icon} aria-hidden="true"><IconInbox /></span>
      <h2>{title}</h2>
      {detail ? <p className="soft">{detail}</p> : null}
      {action ? <div className={css.actions}>{action}</div> : null}
    </div>
  );
}

export function Skeleton({ lines = 6 }: { lines?: number }) {
  return (
    <div className={css.skeleton} role="status" aria-label={t.table.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={css.bone} style={{ width: `${92 - ((line * 17) % 43)}%` }} />
      ))}
    </div>
  );
}

/** Old figures are kept when a refetch fails, and said to be old. */
export function Stale({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={css.stale} role="status">
      <span>{t.problem.stale}</span>
      <Button variant="default" size="compact-xs" onClick={onRetry}>{t.problem.retry}</Button>
    </div>
  );
}

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  lines?: number;
  children: (data: T) => ReactNode;
}

/** The states of a query: loading, problem, stale, content. */
export function Loaded<T>({ query, lines, children }: LoadedProps<T>) {
  if (query.data === undefined) {
    return query.error
      ? <ProblemView cause={query.error} onRetry={() => void query.refetch()} />
      : <Skeleton lines={lines} />;
  }
  return (
    <>
      {query.error ? <Stale onRetry={() => void query.refetch()} /> : null}
      {children(query.data)}
    </>
  );
}
