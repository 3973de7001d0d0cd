import { Link } from '@tanstack/react-router';
import type { Job } from '~/api/types';
import { t } from '~/text';
import { Panel } from '~/ui/Page';
import { type NodeCells, racks } from './racks';
import css from './PlacementMap.module.css';

const x = t.work.job.placement;

/** Rack → node → GPU cells; each cell tells the rank that holds it. */
export function PlacementMap({ job }: { job: Job }) {
  const placed = job.placement && job.placement.length > 0 ? racks(job.placement, job.spec.podSets) : [];
  const nodes = new Set(placed.flatMap((rack) => rack.nodes.map((node) => node.node))).size;
  return (
    <Panel title={x.title} note={placed.length > 0 ? x.spread(nodes, placed.length) : undefined}>
      {placed.length > 0 && (job.phase === 'QUEUED' || job.endedAt) ? <p className="soft small" style={{ marginBottom: 10 }}>{x.last}</p> : null}
      {placed.length === 0 ? <p className="quiet">{job.admittedAt || job.endedAt ? x.released : x.none}</p> : null}
      <div className={css.racks}>
        {placed.map((rack) => (
          <section key={rack.name ?? ''} className={css.rack} aria-label={rack.name ? x.rack(rack.name) : x.noRack}>
            <h3>{rack.name ? x.rack(rack.name) : x.noRack}</h3>
            {rack.nodes.map((node) => <Node key={`${node.node}/${node.podSet}`} node={node} sets={job.spec.podSets.length} />)}
          </section>
        ))}
      </div>
    </Panel>
  );
}

function Node({ node, sets }: { node: NodeCells; sets: number }) {
  return (
    <div className={css.node}>
      <Link to="/nodes" search={{ cluster: node.cluster, node: node.node }} className="cut small">{node.node}</Link>
      {sets > 1 ? <span className="small quiet">{node.podSet}</span> : null}
      <div className={css.cells}>
        {node.cells.map((rank, gpu) => (
          <span
            key={gpu} data-mine={rank !== null || undefined} role="img"
            title={x.cell(gpu, rank === null ? x.other : x.rank(rank))}
            aria-label={x.cell(gpu, rank === null ? x.other : x.rank(rank))}
          >
            {rank}
          </span>
        ))}
      </div>
    </div>
  );
}
