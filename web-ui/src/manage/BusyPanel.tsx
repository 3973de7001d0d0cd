import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { busyQuery } from '~/api/queries';
import type { Busy } from '~/api/types';
import { t } from '~/text';
import { Bar } from '~/ui/Bar';
import { type Column, DataTable } from '~/ui/DataTable';
import { count, NOTHING, percent } from '~/ui/format';
import { Figure, Figures, Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';

const x = t.manage.busy;
const SHOWN = 12;
const shareOf = (share: string | null | undefined): string => (share ? percent(Number(share), 1) : NOTHING);
type Row = Busy['runs'][number];

const columns: Column<Row>[] = [
  { id: 'job', header: x.job, width: 190, cell: (row) => <Link className="plain" to="/jobs/$id" params={{ id: row.job }}>{row.jobName}</Link> },
  { id: 'project', header: x.project, width: 150, cell: (row) => row.project },
  { id: 'user', header: x.user, width: 140, cell: (row) => row.user },
  { id: 'bar', header: x.utilised, width: 120, grow: true, cell: (row) => <Bar label={row.jobName} whole={100} parts={[{ use: 'used', value: row.utilisedPercent, label: x.utilised }]} /> },
  { id: 'percent', header: x.utilised, width: 90, number: true, cell: (row) => percent(row.utilisedPercent, 100) },
  { id: 'gpus', header: t.common.gpus, width: 70, number: true, cell: (row) => count(row.gpus) },
  { id: 'idle', header: '', width: 80, narrow: 'head', cell: (row) => (row.idle ? <Flag tone="warn">{x.idle}</Flag> : null) },
];

/** How busy the GPUs are that jobs hold now: as the clusters measured the last hour. */
export function BusyPanel() {
  const query = useQuery(busyQuery);
  return (
    <Panel title={x.title} note={x.note} flush actions={<Link className="quiet small" to="/definitions" aria-label={`${t.common.definitions}: ${x.title}`}>{t.common.definitions}</Link>}>
      <Loaded query={query} lines={6}>
        {(data) => (
          <>
            <div style={{ padding: 14 }}>
              <Figures>
                <Figure name={x.utilised} value={shareOf(data.utilised)} hint={x.ofMeasured(count(data.measuredGpus), count(data.allocatedGpus))} />
                <Figure name={x.effective} value={shareOf(data.effective)} hint={x.ofAvailable(count(data.availableGpus))} />
                <Figure name={x.idleGpus} value={count(data.idleGpus)} unit={t.common.gpus} hint={x.idleHint} />
              </Figures>
            </div>
            {data.runs.length === 0 ? <p className="quiet" style={{ padding: 14 }}>{x.none}</p>
              : <DataTable label={x.title} columns={columns} rows={data.runs.slice(0, SHOWN)} rowKey={(row) => row.job} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
