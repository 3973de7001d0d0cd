import type { Job, JobEvent } from '~/api/types';

export type SegmentKind = 'queued' | 'starting' | 'running' | 'stopping';

export interface Segment {
  kind: SegmentKind;
  from: number;
  to: number;
}

const KINDS: Record<string, SegmentKind> = { QUEUED: 'queued', ADMITTED: 'starting', RUNNING: 'running', STOPPING: 'stopping' };

/** Time spent in each phase, from the events that changed it; the last runs up to `now` while the job lives. */
export function segments(job: Job, events: JobEvent[], now: number): Segment[] {
  const changes = events.filter((event) => event.phase)
    .map((event) => ({ at: Date.parse(event.at), phase: String(event.phase) }))
    .sort((a, b) => a.at - b.at);
  if (changes.length === 0 || changes[0]?.phase !== 'QUEUED') {
    changes.unshift({ at: Date.parse(job.submittedAt), phase: 'QUEUED' });
  }
  const end = job.endedAt ? Date.parse(job.endedAt) : now;
  const out: Segment[] = [];
  changes.forEach((change, index) => {
    const kind = KINDS[change.phase];
    const to = Math.min(changes[index + 1]?.at ?? end, end);
    const last = out.at(-1);
    if (!kind || to <= change.at) return;
    if (last && last.kind === kind && last.to === change.at) last.to = to;
    else out.push({ kind, from: change.at, to });
  });
  return out;
}
