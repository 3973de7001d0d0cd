import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '~/text';
import { count } from '~/ui/format';

interface JobCountProps {
  n: number;
  /** Comparisons that say which jobs; without them and without tokens the number leads nowhere. */
  where?: string;
  /** Tokens, as the filter of the page of jobs has them. */
  q?: string;
  /** The figure, when it is not the number itself: hours of these jobs, a share of them. */
  children?: ReactNode;
}

/** A number of jobs, or a figure of theirs, that leads to them. */
export function JobCount({ n, where, q, children }: JobCountProps) {
  if (n === 0) return <span className="quiet">{children ?? 0}</span>;
  const figure = children ?? count(n);
  return where === undefined && q === undefined ? <>{figure}</> : <Link to="/jobs" search={{ where, q }} title={t.work.jobs.behind}>{figure}</Link>;
}
