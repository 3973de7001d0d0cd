import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconHourglassEmpty } from '@tabler/icons-react';
import { availabilityQuery } from '~/api/queries';
import type { Job, WaitReason } from '~/api/types';
import { t } from '~/text';
import { count, words } from '~/ui/format';
import { Since } from '~/ui/time';
import { Linked } from './Linked';
import { nextSteps } from './nextSteps';
import { WhatFrees } from './WhatFrees';
import css from './WhyWaiting.module.css';

const w = t.work.job.why;

/** One dominant reason, its numbers, who is ahead, what can be done. */
export function WhyWaiting({ job }: { job: Job }) {
  const { data: available } = useQuery(availabilityQuery);
  const [dominant, ...others] = job.waiting?.reasons ?? [];
  const ahead = job.waiting?.gpusAhead;
  const place = job.waiting?.place;
  return (
    <section className={css.card} aria-label={w.title} aria-live="polite">
      <header>
        <IconHourglassEmpty size={17} aria-hidden="true" />
        <h2>{dominant ? words(dominant.code) : w.title}</h2>
        <span className={css.since}>{w.since} <Since from={job.queuedAt ?? job.submittedAt} /></span>
      </header>
      <p className={css.sentence}>{dominant ? <Linked text={dominant.message} /> : w.none}</p>
      <dl className={css.numbers}>
        {dominant ? <Evidence reason={dominant} /> : null}
        {ahead === null || ahead === undefined ? null : (
          <div><dt>{w.ahead}</dt><dd>{count(ahead)} {t.common.gpus}<span className="quiet"> · {w.aheadJobs(count(job.waiting?.jobsAhead ?? 0))}</span></dd></div>
        )}
        {place?.score && place.sharePoints && (place.priorityPoints !== '0' || place.sharePoints !== '0') ? (
          <div><dt>{t.scheduling.line.place}</dt><dd>{t.scheduling.line.score(place.priorityPoints, place.sharePoints, place.score)}
            {place.spentGpuHours === '0' ? null : <span className="quiet"> · {t.scheduling.line.past(place.spentGpuHours)}</span>}</dd></div>
        ) : null}
      </dl>
      {dominant?.nextStep ? <p className="soft"><Linked text={dominant.nextStep} /></p> : null}
      {others.length > 0 ? (
        <ul className={css.others}>
          {others.map((reason, at) => <li key={`${reason.code}-${at}`}><b>{words(reason.code)}</b> <Linked text={reason.message} /></li>)}
        </ul>
      ) : null}
      <WhatFrees id={job.id} />
      <div className={css.steps} role="group" aria-label={w.next}>
        {nextSteps(job, available).map((step) => (
          <Button key={step.label} variant="default" component={Link} to={step.to} search={step.search as never}>{step.label}</Button>
        ))}
      </div>
    </section>
  );
}

// Said beside, in words of its own.
const TOLD = /^(gpusAhead|jobsAhead|behind|holder|(change|place)[A-Z].*)$/;

/** Numbers of the reason as the engine gave them, texts and nested values left out. */
function Evidence({ reason }: { reason: WaitReason }) {
  const facts = Object.entries(reason.detail ?? {}).filter(
    ([key, value]) => !TOLD.test(key) && (typeof value === 'number' || (typeof value === 'string' && value.length > 0 && value.length < 60)),
  );
  return facts.slice(0, 8).map(([key, value]) => (
    <div key={key}><dt>{words(key)}</dt><dd>{/^-?\d+$/.test(String(value)) ? count(String(value)) : String(value)}</dd></div>
  ));
}
