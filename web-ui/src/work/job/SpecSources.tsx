import { useQuery } from '@tanstack/react-query';
import { type EffectiveField, effectiveSpecQuery } from '~/api/references';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { Loaded } from '~/ui/states';

const x = t.data.sourcesOf;
const columns: Column<EffectiveField>[] = [
  { id: 'field', header: x.field, width: 220, cell: (row) => <code title={row.pointer}>{row.pointer.replace(/^\/(spec\/)?/, '').replaceAll('/', '.')}</code> },
  {
    id: 'value', header: x.value, width: 200, grow: true,
    cell: (row) => (
      <span title={row.value}>
        <b style={{ fontWeight: 500 }}>{row.value}</b>
        {row.asked && row.asked !== row.value ? <span className="quiet"> {x.asked(row.asked)}</span> : null}
      </span>
    ),
  },
  {
    id: 'source', header: x.source, width: 190,
    cell: (row) => <span className={row.source === 'SUBMITTED' ? undefined : 'soft'}>{x.by[row.source]}{row.from ? <span className="quiet"> {row.from}</span> : null}</span>,
  },
];

/** Each field of what a job is, and who gave it: the submission, a default, a class, a flavor, the policy or its cluster. */
export function SpecSources({ job }: { job: string }) {
  const query = useQuery(effectiveSpecQuery(job));
  return <Loaded query={query} lines={8}>{(spec) => <DataTable label={x.title} columns={columns} rows={spec.fields} rowKey={(row) => row.pointer + row.source} />}</Loaded>;
}
