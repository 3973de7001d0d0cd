import { Link } from '@tanstack/react-router';
import { t } from '~/text';

const JOB = /(job_[0-9A-Z]{26})/;

/** A sentence of the server in which ids of jobs lead to their pages. */
export function Linked({ text }: { text: string }) {
  return text.split(JOB).map((part, at) => (at % 2 === 1
    ? <Link key={at} to="/jobs/$id" params={{ id: part }} className="inline" title={part}>{t.work.job.why.thatJob(part.slice(-6))}</Link> : part));
}
