import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { auditChainQuery, auditQuery } from '~/api/queries';
import type { AuditRow } from '~/api/types';
import { t } from '~/text';
import { type Column, DataTable, RowCount } from '~/ui/DataTable';
import { count, words } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { ProblemView } from '~/ui/ProblemView';
import { Empty, Skeleton, Stale } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { Ago } from '~/ui/time';
import { AuditDetail } from './AuditDetail';
import css from './AuditPage.module.css';

const x = t.manage.audit;
const TONES: Record<string, 'good' | 'warn' | 'bad'> = { OK: 'good', REFUSED: 'warn', DENIED: 'bad' };

const columns: Column<AuditRow>[] = [
  { id: 'at', header: x.at, width: 110, cell: (row) => <Ago at={row.at} /> },
  { id: 'actor', header: x.actor, width: 140, cell: (row) => <span title={[row.authMethod, row.sourceIp].filter(Boolean).join(', ')}>{row.actor}</span> },
  { id: 'action', header: x.action, width: 176, cell: (row) => <code>{row.action}</code> },
  { id: 'resource', header: x.resource, width: 230, grow: true, cell: (row) => <span title={row.resource}>{row.resource}</span> },
  { id: 'reason', header: x.detail, width: 220, cell: (row) => (row.reason ? <span title={row.reason} className="soft">{row.reason}</span> : null) },
  { id: 'result', header: x.result, width: 110, narrow: 'head', cell: (row) => <Flag tone={TONES[row.result] ?? 'bad'}>{words(row.result)}</Flag> },
];

export function AuditPage() {
  const search = useSearch({ from: '/inside/audit' });
  const query = useInfiniteQuery(auditQuery({ actor: search.actor, resource: search.resource }));
  const [chosen, setChosen] = useState<number | undefined>();
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const filtered = search.actor !== undefined || search.resource !== undefined;
  return (
    <Page title={x.title} lead={x.lead}>
      <div className={css.controls}>
        <Filter key={`${search.actor}/${search.resource}`} actor={search.actor ?? ''} resource={search.resource ?? ''} />
        <Chain />
      </div>
      {query.data && query.error ? <Stale onRetry={() => void query.refetch()} /> : null}
      <Panel flush>
        {query.data === undefined ? (
          query.error ? <ProblemView cause={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={12} />
        ) : rows.length === 0 ? <Empty title={filtered ? t.table.noMatch : x.none} detail={filtered ? undefined : x.noneDetail} /> : (
          <DataTable label={x.label} columns={columns} rows={rows} rowKey={(row) => String(row.seq)} onOpen={(row) => setChosen(row.seq)} chosen={String(chosen)} />
        )}
      </Panel>
      <div className={css.controls}>
        {query.data ? <RowCount rows={rows.length} /> : null}
        {query.hasNextPage ? <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>{t.table.more}</Button> : null}
      </div>
      <AuditDetail row={rows.find((row) => row.seq === chosen)} onClose={() => setChosen(undefined)} />
    </Page>
  );
}

/** By a person and by the beginning of what was acted on; the server looks through the whole log. */
function Filter({ actor, resource }: { actor: string; resource: string }) {
  const navigate = useNavigate({ from: '/audit' });
  const [asked, setAsked] = useState({ actor, resource });
  function submit(event: FormEvent) {
    event.preventDefault();
    void navigate({ search: (old) => ({ ...old, actor: asked.actor.trim() || undefined, resource: asked.resource.trim() || undefined }), replace: true });
  }
  return (
    <form onSubmit={submit} className={css.filter} role="search">
      <TextInput size="xs" aria-label={x.byActor} placeholder={x.byActor} value={asked.actor} onChange={(event) => setAsked({ ...asked, actor: event.currentTarget.value })} />
      <TextInput size="xs" aria-label={x.byResource} placeholder={x.byResource} value={asked.resource} onChange={(event) => setAsked({ ...asked, resource: event.currentTarget.value })} />
      <Button type="submit" variant="default">{x.apply}</Button>
      {actor || resource ? <Button variant="subtle" color="gray" onClick={() => void navigate({ search: (old) => ({ ...old, actor: undefined, resource: undefined }), replace: true })}>{t.table.clear}</Button> : null}
    </form>
  );
}

/** Whether anybody has changed the log behind the product's back. */
function Chain() {
  const { data } = useQuery(auditChainQuery);
  if (!data) return null;
  return (
    <span className={css.chain}>
      <Flag tone={data.intact ? 'good' : 'bad'}>{data.intact ? x.intact : x.broken(String(data.brokenAt ?? ''))}</Flag>
      <span className="quiet small">{x.sealed(count(data.sealed))}</span>
    </span>
  );
}
