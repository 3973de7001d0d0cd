import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '~/api/queries';
import type { Job } from '~/api/types';
import { t } from '~/text';
import { clock, day, span, words } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { Ago, useNow } from '~/ui/time';
import { Linked } from './Linked';
import { type Segment, segments } from './segments';
import css from './Timeline.module.css';

const x = t.work.job.timeline;

/** Phases as a bar of time, events with their actor below, newest first. */
export function Timeline({ job }: { job: Job }) {
  const query = useQuery(eventsQuery(job.id));
  const now = useNow();
  return (
    <Panel title={x.title}>
      <Loaded query={query} lines={4}>
        {(events) => (
          <>
            <PhaseBar parts={segments(job, events, now)} />
            {events.length === 0 ? <p className="quiet">{x.empty}</p> : null}
            <ol className={css.events}>
              {[...events].sort((a, b) => b.seq - a.seq).map((event) => (
                <li key={event.seq}>
                  <time dateTime={event.at} title={`${day(event.at)} ${clock(event.at)}`} className="num quiet">{clock(event.at)}</time>
                  <span>
                    <b>{words(event.kind)}</b>{' '}
                    <span className="soft wrap-any"><Linked text={event.message ?? ''} /></span>{' '}
                    {event.actor ? <span className="quiet small">{x.by(event.actor)} · <Ago at={event.at} /></span> : null}
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function PhaseBar({ parts }: { parts: Segment[] }) {
  const total = parts.reduce((sum, part) => sum + (part.to - part.from), 0) || 1;
  const told = parts.map((part) => `${x.segment[part.kind]} ${span((part.to - part.from) / 1000)}`);
  return (
    <>
      <div className={css.bar} role="img" aria-label={`${x.label}: ${told.join(', ')}`}>
        {parts.map((part, at) => (
          <Tooltip key={part.from} label={told[at]}>
            <i data-kind={part.kind} style={{ flexGrow: Math.max((part.to - part.from) / total, 0.012) }} />
          </Tooltip>
        ))}
      </div>
      <ul className={css.keys}>
        {(['queued', 'starting', 'running', 'stopping'] as const).filter((kind) => parts.some((part) => part.kind === kind)).map((kind) => (
          <li key={kind}>
            <i data-kind={kind} aria-hidden="true" />
            {x.segment[kind]} <span className="num">{span(parts.filter((p) => p.kind === kind).reduce((s, p) => s + p.to - p.from, 0) / 1000)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
