import { Drawer } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { lineUsageQuery } from '~/api/queries';
import type { HeldPlace, UsagePiece } from '~/api/types';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { count, exact, exactHours, price } from '~/ui/format';
import { ProblemView } from '~/ui/ProblemView';
import { Skeleton } from '~/ui/states';

const x = t.money.pieces;

interface LineUsageProps {
  project: string;
  month: string;
  /** Place of the line in the statement, from 0. */
  line: number | undefined;
  title: string;
  currency: string;
  onClose: () => void;
}

/** The pieces of usage that a line is the sum of; each leads to its job, whose page shows the nodes. */
export function LineUsage({ project, month, line, title, currency, onClose }: LineUsageProps) {
  return (
    <Drawer opened={line !== undefined} onClose={onClose} position="right" size={880} title={title} closeButtonProps={{ 'aria-label': t.common.close }}>
      {line === undefined ? null : <Pieces project={project} month={month} line={line} currency={currency} />}
    </Drawer>
  );
}

/** Each node, with its devices where they are known; leads to the node. */
function Held({ places }: { places: HeldPlace[] }) {
  if (places.length === 0) return <span className="quiet">–</span>;
  const nodes = [...new Map(places.map((each) => [`${each.cluster}/${each.node}`, each])).entries()];
  const devices = (id: string) => places.filter((each) => `${each.cluster}/${each.node}` === id && typeof each.device === 'number')
    .map((each) => `${each.device}${each.slice ? ` ${each.slice}` : ''}`).join(', ');
  return (
    <>
      {nodes.map(([id, each], at) => (
        <span key={id}>{at > 0 ? ', ' : ''}<Link className="plain" to="/nodes" search={{ node: id }} title={devices(id) ? x.devices(devices(id)) : x.anyDevice}>{each.node}</Link></span>
      ))}
    </>
  );
}

function Pieces({ project, month, line, currency }: { project: string; month: string; line: number; currency: string }) {
  const query = useInfiniteQuery(lineUsageQuery(project, month, line));
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const columns: Column<UsagePiece>[] = [
    { id: 'job', header: x.job, width: 190, grow: true, cell: (piece) => <Link className="plain" to="/jobs/$id" params={{ id: piece.job }} title={piece.job}>{piece.jobName}</Link> },
    { id: 'attempt', header: x.attempt, width: 76, number: true, cell: (piece) => piece.attempt },
    { id: 'gpus', header: t.common.gpus, width: 64, number: true, cell: (piece) => count(piece.gpus) },
    { id: 'held', header: x.held, width: 150, cell: (piece) => <Held places={piece.held} /> },
    { id: 'from', header: x.from, width: 176, number: true, cell: (piece) => exact(piece.from) },
    { id: 'hours', header: t.common.gpuHours, width: 110, number: true, cell: (piece) => exactHours(piece.gpuHours) },
    { id: 'price', header: x.price, width: 90, number: true, cell: (piece) => <span title={piece.rateCardVersion ? x.version(piece.rateCardVersion) : undefined}>{price(piece.pricePerGpuHour, currency)}</span> },
    { id: 'amount', header: x.amount, width: 110, number: true, cell: (piece) => price(piece.amount, currency) },
  ];
  if (query.data === undefined) return query.error ? <ProblemView cause={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={8} />;
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <p className="soft small">{x.lead}</p>
      <DataTable label={x.label} columns={columns} rows={rows} rowKey={(piece) => `${piece.run}/${piece.from}`} />
      {query.hasNextPage ? <div><Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>{t.table.more}</Button></div> : null}
    </div>
  );
}
