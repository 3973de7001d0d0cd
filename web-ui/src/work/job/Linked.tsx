import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { jobQuery } from '~/api/queries';
import { t } from '~/text';

const JOB = /(job_[0-9A-Z]{26})/;

/** A sentence of the server in which ids of jobs are their names and lead to their pages. */
export function Linked({ text }: { text: string }) {
  return text.split(JOB).map((part, at) => (at % 2 === 1
    ? <Link key={at} to="/jobs/$id" params={{ id: part }} className="inline" title={part}><JobName id={part} /></Link> : part));
}

/** Of a job that the person may not see, the end of its id. */
function JobName({ id }: { id: string }) {
  const { data } = useQuery({ ...jobQuery(id), refetchInterval: false, staleTime: Infinity, retry: false });
  return <>{data?.name ?? t.work.job.why.thatJob(id.slice(-6))}</>;
}

/** The same without links, where all that is known are the rows at hand. */
export function named(text: string, nameOf: (id: string) => string | undefined): string {
  return text.split(JOB).map((part, at) => (at % 2 === 1 ? (nameOf(part) ?? t.work.job.why.thatJob(part.slice(-6))) : part)).join('');
}
