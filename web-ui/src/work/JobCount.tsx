import { Link } from '@tanstack/react-router';
import { t } from '~/text';
import { count } from '~/ui/format';

interface JobCountProps {
  n: number;
  /** Comparisons that say which jobs; without them and without tokens the number leads nowhere. */
  where?: string;
  /** Tokens, as the filter of the page of jobs has them. */
  q?: string;
}

/** A number of jobs that leads to them. */
export function JobCount({ n, where, q }: JobCountProps) {
  if (n === 0 || (where === undefined && q === undefined)) return n === 0 ? <span className="quiet">0</span> : <>{count(n)}</>;
  return <Link to="/jobs" search={{ where, q }} title={t.work.jobs.behind}>{count(n)}</Link>;
}
