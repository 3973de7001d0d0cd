import { Drawer } from '@mantine/core';
import { stringify } from 'yaml';
import type { AuditRow } from '~/api/types';
import { t } from '~/text';
import { DataTable } from '~/ui/DataTable';
import { exact, words } from '~/ui/format';
import { Facts } from '~/ui/Page';
import { changeColumns } from '~/work/job/SpecChanges';
import { fieldChanges } from '~/work/job/specDiff';
import css from './AuditPage.module.css';

const x = t.manage.audit;

/** One row of the audit log with all that it holds: who, from where, and what was before and after. */
export function AuditDetail({ row, onClose }: { row: AuditRow | undefined; onClose: () => void }) {
  return (
    <Drawer opened={row !== undefined} onClose={onClose} position="right" size={520} title={row?.action ?? ''} closeButtonProps={{ 'aria-label': t.common.close }}>
      {row ? (
        <div style={{ display: 'grid', gap: 16 }}>
          <Facts facts={[
            [x.at, exact(row.at)], [x.actor, row.actor], [x.result, `${words(row.result)}, ${row.status ?? ''}`], [x.resource, row.resource],
            ...(row.scope ? [[x.scope, row.scope] as [string, string]] : []), ...(row.reason ? [[x.detail, row.reason] as [string, string]] : []),
            [x.method, row.authMethod ?? ''], ...(row.tokenId ? [[x.token, <code key="t">{row.tokenId}</code>] as [string, React.ReactNode]] : []),
            [x.from, row.sourceIp ?? ''], [x.request, <code key="r">{row.requestId}</code>], [x.number, String(row.seq)],
          ]} />
          <Changes row={row} />
          <Whole title={x.before} value={row.before} />
          <Whole title={x.after} value={row.after} />
        </div>
      ) : null}
    </Drawer>
  );
}

/** Only what differs; the whole of both is below it. */
function Changes({ row }: { row: AuditRow }) {
  if (isNothing(row.before) && isNothing(row.after)) return <p className="soft">{x.noCopy}</p>;
  const changes = fieldChanges(row.before, row.after);
  if (changes.length === 0) return <p className="soft">{x.same}</p>;
  return <DataTable label={x.changed} columns={changeColumns} rows={changes} rowKey={(change) => change.field} />;
}

const isNothing = (value: unknown): boolean => value === null || value === undefined;

function Whole({ title, value }: { title: string; value: unknown }) {
  if (isNothing(value)) return null;
  return (
    <details className={css.whole}>
      <summary>{title}</summary>
      <pre tabIndex={0} aria-label={title} className={css.change}>{stringify(value, { lineWidth: 0 })}</pre>
    </details>
  );
}
