import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lineUsageQuery } from '~/api/queries';
import type { HeldPlace, UsagePiece } from '~/api/types';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { count, exact, exactHours, price } from '~/ui/format';
import { Facts } from '~/ui/Page';
import { ProblemView } from '~/ui/ProblemView';
import { Skeleton } from '~/ui/states';
import css from './LineUsage.module.css';

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
    <Drawer opened={line !== undefined} onClose={onClose} position="right" size={1170} title={title} closeButtonProps={{ 'aria-label': t.common.close }}>
      {line === undefined ? null : <Pieces project={project} month={month} line={line} currency={currency} />}
    </Drawer>
  );
}

interface OnNode {
  place: HeldPlace;
  gpus: number;
  devices: string;
}

/** What a piece held of each node, in the order in which they are told. */
export function nodesOf(places: HeldPlace[]): OnNode[] {
  const nodes = new Map<string, OnNode>();
  for (const place of places) {
    const id = `${place.cluster}/${place.node}`;
    const known = nodes.get(id) ?? { place, gpus: 0, devices: '' };
    const device = typeof place.device === 'number' ? `${place.device}${place.slice ? ` ${place.slice}` : ''}` : '';
    nodes.set(id, { place, gpus: known.gpus + Number(place.gpus), devices: [known.devices, device].filter(Boolean).join(', ') });
  }
  return [...nodes.values()];
}

/** Each node with its GPU-hours, and its devices where they are known; leads to the node. */
function Held({ piece }: { piece: UsagePiece }) {
  const nodes = nodesOf(piece.held);
  const hours = (Date.parse(piece.to) - Date.parse(piece.from)) / 3_600_000;
  if (nodes.length === 0) return <span className="quiet">–</span>;
  return (
    <span className={css.nodes}>
      {nodes.map(({ place, gpus, devices }) => (
        <span key={`${place.cluster}/${place.node}`}>
          <Link className="plain" to="/nodes" search={{ node: place.node }} title={devices ? x.devices(devices) : x.anyDevice}>{place.node}</Link>
          <span className="quiet small"> {x.onNode(count(gpus), exactHours((gpus * hours).toFixed(6)))}</span>
        </span>
      ))}
    </span>
  );
}

function Pieces({ project, month, line, currency }: { project: string; month: string; line: number; currency: string }) {
  const query = useInfiniteQuery(lineUsageQuery(project, month, line));
  const narrow = useMediaQuery('(max-width: 1170px)');
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  const job = (piece: UsagePiece) => (
    <><Link className="plain" to="/jobs/$id" params={{ id: piece.job }} title={piece.job}>{piece.jobName}</Link>{piece.attempt > 1 ? <span className="quiet small"> {x.nth(piece.attempt)}</span> : null}</>
  );
  const priced = (piece: UsagePiece) => (
    <>{price(piece.pricePerGpuHour, currency)}{piece.rateCardVersion ? <span className="quiet small" title={x.version(piece.rateCardVersion)}> v{piece.rateCardVersion}</span> : null}</>
  );
  const columns: Column<UsagePiece>[] = [
    { id: 'job', header: x.job, width: 140, grow: true, cell: job },
    { id: 'gpus', header: t.common.gpus, width: 50, number: true, cell: (piece) => count(piece.gpus) },
    { id: 'held', header: x.held, width: 244, cell: (piece) => <Held piece={piece} /> },
    { id: 'from', header: x.from, width: 184, number: true, cell: (piece) => exact(piece.from) },
    { id: 'to', header: x.to, width: 184, number: true, cell: (piece) => exact(piece.to) },
    { id: 'hours', header: t.common.gpuHours, width: 92, number: true, cell: (piece) => exactHours(piece.gpuHours) },
    { id: 'price', header: x.priceVersion, width: 92, number: true, cell: priced },
    { id: 'amount', header: x.amount, width: 104, number: true, cell: (piece) => price(piece.amount, currency) },
  ];
  if (query.data === undefined) return query.error ? <ProblemView cause={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={8} />;
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <p className="soft small">{x.lead}</p>
      {narrow ? (
        <ul className={css.pieces} aria-label={x.label}>
          {rows.map((piece) => (
            <li key={`${piece.run}/${piece.from}`}>
              <p>{job(piece)}</p>
              <Facts facts={[[x.held, <Held key="held" piece={piece} />], [x.from, exact(piece.from)], [x.to, exact(piece.to)], [t.common.gpuHours, exactHours(piece.gpuHours)], [x.priceVersion, priced(piece)], [x.amount, price(piece.amount, currency)]]} />
            </li>
          ))}
        </ul>
      ) : <DataTable label={x.label} columns={columns} rows={rows} rowKey={(piece) => `${piece.run}/${piece.from}`} />}
      {query.hasNextPage ? <div><Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>{t.table.more}</Button></div> : null}
    </div>
  );
}
