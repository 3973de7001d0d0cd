import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Effect, EffectJob } from '~/api/types';
import { t } from '~/text';
import { count } from '~/ui/format';
import css from './EffectView.module.css';

const x = t.manage.effect;
const SHOWN = 6;

/** What a change would do, asked of the scheduler on the state of this moment. */
export function EffectView({ effect, old }: { effect: Effect; old?: boolean }) {
  const nothing = effect.starts.length + effect.startsNoMore.length + effect.stops.length + effect.rejects.length + effect.hiddenJobs
    + effect.quotas.length + effect.capacity.length === 0;
  return (
    <div className={css.effect} data-old={old || undefined} data-effect={nothing ? 'none' : 'some'}>
      {nothing ? <p className="soft">{x.nothing}</p> : null}
      <Jobs title={x.starts} tone="good" jobs={effect.starts} />
      <Jobs title={x.stops} tone="bad" jobs={effect.stops} />
      <Jobs title={x.startsNoMore} tone="warn" jobs={effect.startsNoMore} />
      <Jobs title={x.rejects} tone="bad" jobs={effect.rejects} />
      {effect.hiddenJobs > 0 ? <p className="soft small">{x.hidden(effect.hiddenJobs)}</p> : null}
      <Changes title={x.capacity} head={[x.flavor, x.free, x.gang]} rows={effect.capacity.map((row) => [
        row.gpuModel ?? row.flavor, arrow(row.freeBefore, row.freeAfter), arrow(row.largestGangBefore, row.largestGangAfter)])} />
      <Changes title={x.quotas} head={[t.common.project, x.flavor, x.borrowed, x.available]} rows={effect.quotas.map((row) => [
        row.project, row.flavor, arrow(row.borrowedBefore, row.borrowedAfter), arrow(row.availableBefore, row.availableAfter)])} />
      {effect.complete ? null : <p className="soft small">{x.incomplete}</p>}
    </div>
  );
}

const arrow = (before: string | number, after: string | number): string =>
  String(before) === String(after) ? count(before) : `${count(before)} → ${count(after)}`;

function Jobs({ title, tone, jobs }: { title: (n: number) => string; tone: string; jobs: EffectJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <section>
      <h3 data-tone={tone}>{title(jobs.length)}</h3>
      <ul>
        {jobs.slice(0, SHOWN).map((job) => (
          <li key={job.job}>
            <Link to="/jobs/$id" params={{ id: job.job }} className="inline">{job.jobName}</Link> <span className="quiet">{job.project}, {count(job.gpus)} {t.common.gpus}</span>
          </li>
        ))}
        {jobs.length > SHOWN ? <li className="quiet">{x.more(jobs.length - SHOWN)}</li> : null}
      </ul>
    </section>
  );
}

function Changes({ title, head, rows }: { title: string; head: string[]; rows: ReactNode[][] }) {
  if (rows.length === 0) return null;
  return (
    <section className={css.scroll} tabIndex={0} role="group" aria-label={title}>
      <table className={css.table}>
        <caption>{title}</caption>
        <thead><tr>{head.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
        <tbody>{rows.map((row, at) => <tr key={at}>{row.map((cell, column) => <td key={column}>{cell}</td>)}</tr>)}</tbody>
      </table>
    </section>
  );
}
