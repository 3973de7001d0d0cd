import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditQuery } from '~/api/queries';
import type { AuditRow } from '~/api/types';
import { t } from '~/text';
import { type Column, DataTable, RowCount } from '~/ui/DataTable';
import { words } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { ProblemView } from '~/ui/ProblemView';
import { Empty, Skeleton, Stale } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { Ago } from '~/ui/time';

const x = t.manage.audit;

const columns: Column<AuditRow>[] = [
  { id: 'at', header: x.at, width: 130, cell: (row) => <Ago at={row.at} /> },
  { id: 'actor', header: x.actor, width: 150, cell: (row) => <span title={[row.authMethod, row.sourceIp].filter(Boolean).join(', ')}>{row.actor}</span> },
  { id: 'action', header: x.action, width: 170, cell: (row) => <code>{row.action}</code> },
  { id: 'resource', header: x.resource, width: 240, grow: true, cell: (row) => <span title={row.resource}>{row.resource}</span> },
  { id: 'reason', header: x.detail, width: 220, cell: (row) => <span title={row.reason} className="soft">{row.reason}</span> },
  { id: 'request', header: x.request, width: 150, cell: (row) => <code title={row.requestId}>{row.requestId}</code> },
  { id: 'result', header: x.result, width: 116, cell: (row) => <Flag tone={row.result === 'OK' ? 'good' : 'bad'}>{words(row.result)}</Flag> },
];

export function AuditPage() {
  const query = useInfiniteQuery(auditQuery);
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page title={x.title} lead={x.lead}>
      {query.data && query.error ? <Stale onRetry={() => void query.refetch()} /> : null}
      <Panel flush>
        {query.data === undefined ? (
          query.error ? <ProblemView cause={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={12} />
        ) : rows.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <DataTable label={x.label} columns={columns} rows={rows} rowKey={(row) => String(row.seq)} />
        )}
      </Panel>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
        {query.data ? <RowCount rows={rows.length} /> : null}
        {query.hasNextPage ? <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>{t.table.more}</Button> : null}
      </div>
    </Page>
  );
}
