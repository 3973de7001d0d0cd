import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queuePressureQuery, queueQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Job } from '~/api/types';
import { projectsOf, useScope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable, RowCount } from '~/ui/DataTable';
import { count, NOTHING, percent, span, words } from '~/ui/format';
import { Figure, Figures, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Since } from '~/ui/time';
import { jobColumns } from '~/work/jobColumns';
import { named } from '~/work/job/Linked';
import { JobPeek } from '~/work/JobPeek';
import css from './QueuePage.module.css';

const x = t.capacity.queue;
const codeOf = (job: Job): string => job.waiting?.reasons[0]?.code ?? '';

const columnsFor = (jobs: Job[]): Column<Job>[] => [
  { ...jobColumns.name, grow: false, width: 168 },
  jobColumns.project,
  jobColumns.gpus,
  jobColumns.priority,
  { id: 'waited', header: x.waited, width: 92, number: true, cell: (job) => <Since from={job.queuedAt ?? job.submittedAt} /> },
  {
    id: 'ahead', header: t.work.column.ahead, unit: t.common.gpus, width: 98, number: true,
    cell: (job) => count(job.waiting?.gpusAhead),
  },
  {
    id: 'reason', header: t.work.column.reason, width: 330, grow: true, wrap: true, narrow: 'text',
    cell: (job) => {
      const reason = job.waiting?.reasons[0];
      const message = reason ? named(reason.message, (id) => jobs.find((each) => each.id === id)?.name) : '';
      return reason ? <span title={message}><b style={{ fontWeight: 500 }}>{words(reason.code)}</b> <span className="soft">{message}</span></span> : <span className="quiet">{x.unexplained}</span>;
    },
  },
];

interface Group {
  code: string;
  jobs: number;
  gpus: number;
}

export function groupsOf(jobs: Job[]): Group[] {
  const groups = new Map<string, Group>();
  for (const job of jobs) {
    const group = groups.get(codeOf(job)) ?? { code: codeOf(job), jobs: 0, gpus: 0 };
    groups.set(group.code, { ...group, jobs: group.jobs + 1, gpus: group.gpus + Number(job.gpus) });
  }
  return [...groups.values()].sort((a, b) => b.gpus - a.gpus);
}

export function QueuePage() {
  const { project } = useSearch({ from: '/inside/queue' });
  const navigate = useNavigate({ from: '/queue' });
  const { data: me } = useQuery(meQuery);
  const scope = useScope();
  const query = useQuery(queueQuery(project ?? projectsOf(scope)));
  const [code, setCode] = useState<string | null>(null);
  const [peek, setPeek] = useState<string | undefined>();
  return (
    <Page
      title={x.title} lead={x.lead}
      actions={
        <Select aria-label={x.project} w={220} searchable value={project ?? ''} data={[{ value: '', label: x.allProjects }, ...(me?.projects ?? [])]}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, project: value || undefined }) })} />
      }
    >
      <Pressure />
      <Loaded query={query} lines={12}>
        {(jobs) => {
          const shown = code === null ? jobs : jobs.filter((job) => codeOf(job) === code);
          return jobs.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
            <>
              <div className={css.groups} role="group" aria-label={x.reasons}>
                <GroupButton chosen={code === null} onClick={() => setCode(null)} title={x.all}
                  group={{ code: '', jobs: jobs.length, gpus: jobs.reduce((sum, job) => sum + Number(job.gpus), 0) }} />
                {groupsOf(jobs).map((group) => (
                  <GroupButton key={group.code} group={group} chosen={code === group.code} onClick={() => setCode(group.code)}
                    title={group.code ? words(group.code) : x.unexplained} />
                ))}
              </div>
              <Panel flush>
                <DataTable label={x.label} columns={columnsFor(jobs)} rows={shown} rowKey={(job) => job.id} chosen={peek}
                  onPeek={(job) => setPeek(job.id)} onOpen={(job) => void navigate({ to: '/jobs/$id', params: { id: job.id } })} />
              </Panel>
              <RowCount rows={shown.length} />
            </>
          );
        }}
      </Loaded>
      <JobPeek id={peek} onClose={() => setPeek(undefined)} />
    </Page>
  );
}

/** What waits, against what there is: of all projects that one may see. */
function Pressure() {
  const { data } = useQuery(queuePressureQuery);
  if (!data) return null;
  return (
    <Figures>
      <Figure name={x.pressure} value={data.pressure ? percent(Number(data.pressure), 1) : NOTHING} hint={x.pressureHint(count(data.pendingGpus), count(data.availableGpus))} />
      <Figure name={x.drain} value={data.hoursToDrain ? span(Number(data.hoursToDrain) * 3600) : NOTHING} hint={<Link to="/definitions">{data.hoursToDrain ? x.drainHint : x.drainNever}</Link>} />
      {data.flavors.length < 2 ? null : data.flavors.map((each) => (
        <Figure key={each.flavor} name={each.gpuModel || each.flavor} value={each.pressure ? percent(Number(each.pressure), 1) : NOTHING} hint={x.pressureHint(count(each.pendingGpus), count(each.availableGpus))} />
      ))}
    </Figures>
  );
}

function GroupButton({ group, title, chosen, onClick }: { group: Group; title: string; chosen: boolean; onClick: () => void }) {
  return (
    <button type="button" className={css.group} aria-pressed={chosen} onClick={onClick}>
      <span>{title}</span>
      <b>{count(group.jobs)}</b>
      <span className="small quiet">{x.gpus(count(group.gpus))}</span>
    </button>
  );
}
