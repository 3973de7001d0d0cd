import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconArrowDown, IconDownload, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type Log, type LogFilter, logQuery, wholeLog } from '~/api/logQuery';
import { ENDED, type Job } from '~/api/types';
import { t } from '~/text';
import { download } from '~/ui/csv';
import { count } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { LogLines, useFollowing } from './LogLines';
import css from './LogPanel.module.css';
import { logRows } from './logRows';

const x = t.work.job.log;

/** What the workers write, as it comes: by attempt, worker and stream, with a search in it. */
export function LogPanel({ job }: { job: Job }) {
  const [filter, setFilter] = useState<LogFilter>({});
  const [find, setFind] = useState('');
  const begun = job.attempt > 1 || Boolean(job.startedAt) || Boolean(job.endedAt);
  const query = useQuery({ ...logQuery(job.id, filter), enabled: begun });
  if (!begun) return <Panel title={x.title}><p className="quiet">{x.notStarted}</p></Panel>;
  return (
    <Panel title={x.title} note={query.data ? <Note log={query.data} ended={ENDED.has(job.phase)} /> : undefined} flush
      actions={<Download job={job} filter={filter} />}>
      <div className={css.controls}>
        <Choices job={job} filter={filter} onChange={setFilter} />
        <TextInput size="xs" className={css.find} leftSection={<IconSearch size={13} aria-hidden="true" />} aria-label={x.find} placeholder={x.find}
          value={find} onChange={(event) => setFind(event.currentTarget.value)} />
      </div>
      <Loaded query={query} lines={6}>
        {(log) => log.lines.length === 0
          ? <p className={css.none}>{x.silent}</p>
          : <Lines log={log} find={find} ranks={filter.rank === undefined && workersOf(job) > 1} />}
      </Loaded>
    </Panel>
  );
}

const workersOf = (job: Job): number => job.spec.podSets.reduce((sum, set) => sum + set.count, 0);

function Note({ log, ended }: { log: Log; ended: boolean }) {
  const lines = x.lines(count(log.dropped + log.lines.length));
  return <>{lines} · {log.complete ? x.complete : ended ? x.closing : x.following}</>;
}

interface ChoicesProps {
  job: Job;
  filter: LogFilter;
  onChange: (filter: LogFilter) => void;
}

function Choices({ job, filter, onChange }: ChoicesProps) {
  const workers = workersOf(job);
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
  return (
    <>
      <SegmentedControl size="xs" aria-label={x.stream} value={filter.stream ?? ''}
        data={[{ value: '', label: x.both }, { value: 'OUT', label: x.out }, { value: 'ERR', label: x.err }]}
        onChange={(value) => onChange({ ...filter, stream: value === '' ? undefined : (value as 'OUT' | 'ERR') })} />
      {job.attempt > 1 ? (
        <Select size="xs" w={136} aria-label={x.attempt} value={String(filter.attempt ?? '')}
          data={[{ value: '', label: x.allAttempts }, ...numbers(1, job.attempt).reverse().map((value) => ({ value, label: t.work.job.attempt(Number(value)) }))]}
          onChange={(value) => onChange({ ...filter, attempt: value ? Number(value) : undefined })} />
      ) : null}
      {workers > 1 ? (
        <Select size="xs" w={128} searchable aria-label={x.worker} value={String(filter.rank ?? '')}
          data={[{ value: '', label: x.allWorkers }, ...numbers(0, workers - 1).map((value) => ({ value, label: x.rank(value) }))]}
          onChange={(value) => onChange({ ...filter, rank: value ? Number(value) : undefined })} />
      ) : null}
    </>
  );
}

function Lines({ log, find, ranks }: { log: Log; find: string; ranks: boolean }) {
  const rows = useMemo(() => logRows(log.lines, find), [log.lines, find]);
  const following = useFollowing(rows.length);
  return (
    <div className={css.frame}>
      {log.dropped > 0 ? <p className={css.dropped}>{x.dropped(count(log.dropped))}</p> : null}
      {rows.length === 0 ? <p className={css.none}>{x.noMatch(find)}</p> : <LogLines rows={rows} ranks={ranks} following={following} find={find} />}
      {following.away && rows.length > 0 ? (
        <Button className={css.newest} size="compact-xs" variant="default" leftSection={<IconArrowDown size={12} aria-hidden="true" />} onClick={following.toEnd}>{x.newest}</Button>
      ) : null}
    </div>
  );
}

function Download({ job, filter }: { job: Job; filter: LogFilter }) {
  const fetching = useMutation({
    mutationFn: () => wholeLog(job.id, filter, new AbortController().signal),
    onSuccess: (text) => download(`${job.name}.log`, text, 'text/plain;charset=utf-8'),
    onError: (cause) => notifications.show({ color: 'red', title: t.problem.title, message: cause.message }),
  });
  return (
    <Button variant="default" size="compact-xs" leftSection={<IconDownload size={12} aria-hidden="true" />} loading={fetching.isPending} onClick={() => fetching.mutate()}>
      {x.download}
    </Button>
  );
}
