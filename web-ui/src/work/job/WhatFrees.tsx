import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clearanceQuery } from '~/api/queries';
import type { Clearance } from '~/api/types';
import { t } from '~/text';
import { count } from '~/ui/format';
import { Loaded } from '~/ui/states';
import { Ago } from '~/ui/time';
import css from './WhyWaiting.module.css';

const x = t.work.job.frees;
const SHOWN = 8;

/** Which running jobs have to end first; asked of the scheduler when somebody wants to know. */
export function WhatFrees({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={css.frees} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{x.title}</summary>
      {open ? <Answer id={id} /> : null}
    </details>
  );
}

function Answer({ id }: { id: string }) {
  const query = useQuery(clearanceQuery(id));
  return <Loaded query={query} lines={3}>{(answer) => <Told answer={answer} />}</Loaded>;
}

function Told({ answer }: { answer: Clearance }) {
  if (!answer.found) return <p className="soft">{x.never}</p>;
  if (answer.jobs.length === 0) return <p className="soft">{x.now}</p>;
  return (
    <>
      <p className="soft">{answer.by ? <>{x.by} <Ago at={answer.by} />. </> : null}{x.note}</p>
      <ul>
        {answer.jobs.slice(0, SHOWN).map((job, at) => (
          <li key={job.job ?? at}>
            {job.job ? <Link to="/jobs/$id" params={{ id: job.job }} className="inline">{job.jobName}</Link> : x.hidden}{' '}
            <span className="quiet">{job.project ? `${job.project}, ` : null}{count(job.gpus)} {t.common.gpus}, {job.endsBy ? <>{x.ends} <Ago at={job.endsBy} /></> : x.endless}</span>
          </li>
        ))}
        {answer.jobs.length > SHOWN ? <li className="quiet">{t.manage.effect.more(answer.jobs.length - SHOWN)}</li> : null}
      </ul>
    </>
  );
}
