import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fewJobsQuery } from '~/api/queries';
import type { Job } from '~/api/types';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { Loaded } from '~/ui/states';
import { submissionOf, tidyJob } from '../submit/submission';
import { baseName, type SpecChange, specDiff } from './specDiff';

const x = t.work.job.changes;
const nothing = <span className="quiet">–</span>;
export const changeColumns: Column<SpecChange>[] = [
  { id: 'field', header: x.field, width: 190, grow: true, cell: (change) => <code>{change.field}</code> },
  { id: 'before', header: x.before, width: 180, cell: (change) => (change.before === undefined ? nothing : <s className="quiet" title={change.before}>{change.before}</s>) },
  { id: 'after', header: x.after, width: 180, cell: (change) => (change.after === undefined ? nothing : <b style={{ fontWeight: 500 }} title={change.after}>{change.after}</b>) },
];

/** What sets the job apart from an earlier one of its project and name; the one before it, unless another is chosen. */
export function SpecChanges({ job }: { job: Job }) {
  const query = useQuery(fewJobsQuery({ project: job.project, q: baseName(job.name), sort: '-submittedAt', limit: 50 }));
  const [chosen, setChosen] = useState('');
  return (
    <Loaded query={query} lines={4}>
      {({ items }) => {
        const earlier = items.filter((each) => each.id !== job.id && each.submittedAt <= job.submittedAt);
        const other = earlier.find((each) => each.id === chosen) ?? earlier[0];
        if (!other) return <p className="quiet">{x.first}</p>;
        const changes = specDiff(tidyJob(submissionOf(other)), tidyJob(submissionOf(job)));
        return (
          <div style={{ display: 'grid', gap: 10 }}>
            <div style={{ display: 'flex', gap: 10, alignItems: 'end', flexWrap: 'wrap' }}>
              <Select label={x.against} value={other.id} onChange={(id) => setChosen(id ?? '')} w={280}
                data={earlier.map((each) => ({ value: each.id, label: `${each.name} · ${each.id.slice(-6)}` }))} />
              <Link to="/jobs/$id" params={{ id: other.id }}>{x.open}</Link>
            </div>
            {changes.length === 0 ? <p className="quiet">{x.none}</p> : <DataTable label={x.title} columns={changeColumns} rows={changes} rowKey={(change) => change.field} />}
          </div>
        );
      }}
    </Loaded>
  );
}
