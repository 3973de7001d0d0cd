import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nodesQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Job } from '~/api/types';
import { may } from '~/app/nav';
import { t } from '~/text';
import { Panel } from '~/ui/Page';
import { type Cell, type NodeCells, racks } from './racks';
import css from './PlacementMap.module.css';

const x = t.work.job.placement;
const KINDS = ['others', 'free', 'unknown'] as const;

/** Rack → node → GPU cells; each cell tells the rank that holds it, or what became of it beside this job. */
export function PlacementMap({ job }: { job: Job }) {
  const { data: me } = useQuery(meQuery);
  const past = job.phase === 'QUEUED' || Boolean(job.endedAt);
  const { data: known } = useQuery({ ...nodesQuery(), enabled: !past && me !== undefined && may(me, 'capacity.read') });
  const nowOf = (cluster: string, name: string) => (past ? undefined : known?.find((node) => node.cluster === cluster && node.name === name));
  const placed = job.placement && job.placement.length > 0 ? racks(job.placement, job.spec.podSets, nowOf) : [];
  const all = placed.flatMap((rack) => rack.nodes);
  const kinds = KINDS.filter((kind) => all.some((node) => node.cells.includes(kind)));
  return (
    <Panel title={x.title} note={placed.length > 0 ? x.spread(new Set(all.map((node) => node.node)).size, placed.filter((rack) => rack.name !== null).length) : undefined}>
      {placed.length > 0 && past ? <p className="soft small" style={{ marginBottom: 10 }}>{x.last}</p> : null}
      {placed.length === 0 ? <p className="quiet">{job.admittedAt || job.endedAt ? x.released : x.none}</p> : null}
      <div className={css.racks}>
        {placed.map((rack) => (
          <section key={rack.name ?? ''} className={css.rack} aria-label={rack.name ? x.rack(rack.name) : x.noRack}>
            <h3>{rack.name ? x.rack(rack.name) : x.noRack}</h3>
            {rack.nodes.map((node) => <Node key={`${node.node}/${node.podSet}`} node={node} sets={job.spec.podSets.length} />)}
          </section>
        ))}
      </div>
      {placed.length > 0 ? (
        <ul className={css.legend}>
          <li><i data-cell="mine" aria-hidden="true" />{x.mine}</li>
          {kinds.map((kind) => <li key={kind}><i data-cell={kind} aria-hidden="true" />{x.cells[kind]}</li>)}
        </ul>
      ) : null}
    </Panel>
  );
}

const told = (cell: Cell): string => (typeof cell === 'number' ? x.rank(cell) : x.cells[cell]);

function Node({ node, sets }: { node: NodeCells; sets: number }) {
  return (
    <div className={css.node}>
      <Link to="/nodes" search={{ cluster: node.cluster, node: node.node }} className="cut small">{node.node}</Link>
      {sets > 1 ? <span className="small quiet">{node.podSet}</span> : null}
      <div className={css.cells}>
        {node.cells.map((cell, gpu) => (
          <span key={gpu} data-mine={typeof cell === 'number' || undefined} data-cell={typeof cell === 'number' ? 'mine' : cell} role="img"
            title={x.cell(gpu, told(cell))} aria-label={x.cell(gpu, told(cell))}>
            {typeof cell === 'number' ? cell : null}
          </span>
        ))}
      </div>
    </div>
  );
}
