import type { Window } from '~/api/queries';

export type WaitKey = 'size' | 'model' | 'project' | 'priority' | 'day';
const DAY_MS = 86_400_000;

/** Sizes are named by their least number of GPUs. */
const SIZES: Record<string, string> = {
  0: 'gpus < 1', 1: 'gpus >= 1 and gpus < 2', 2: 'gpus >= 2 and gpus < 8', 8: 'gpus = 8', 9: 'gpus > 8 and gpus <= 64', 65: 'gpus > 64',
};

const submitted = (from: string, to: string): string => `submittedAt >= "${from}" and submittedAt < "${to}"`;

/** Before all jobs: a time that is unknown is not after it. */
const EVER = '"1970-01-01T00:00:00Z"';
const HAD_RUN = `run(boundAt > ${EVER})`;
const NEVER_STARTED = `endedAt > ${EVER} and not ${HAD_RUN}`;

/** All jobs behind a row of waits, as comparisons of the list of jobs; none when the key is not known. */
export function whereOf(by: WaitKey, key: string, { from, to }: Window): string | undefined {
  if (by === 'day') {
    const begin = Date.parse(`${key.slice(0, 10)}T00:00:00Z`);
    return Number.isNaN(begin) ? undefined : submitted(new Date(begin).toISOString(), new Date(begin + DAY_MS).toISOString());
  }
  const time = submitted(from, to);
  if (by === 'size') return SIZES[key] === undefined ? undefined : `${SIZES[key]} and ${time}`;
  if (by === 'model') return `${key === '' ? `not ${HAD_RUN}` : `run(model = "${key}" and attempt = 1)`} and ${time}`;
  return `${by} = "${key}" and ${time}`;
}

/** Of the jobs behind a row of waits, those that ended without a start, which its number of jobs leaves out. */
export function whoNeverStarted(where: string | undefined): string | undefined {
  return where && `${where} and ${NEVER_STARTED}`;
}

/** Those that started or still wait. */
export function whoStartedOrWaits(where: string | undefined, neverStarted: number): string | undefined {
  return where && neverStarted > 0 ? `${where} and not (${NEVER_STARTED})` : where;
}

interface Held {
  project?: string;
  pool?: string;
  model?: string;
}

/** The jobs that held GPUs at some time of this window; of a project, of a pool and of a model when they are named. */
export function whoHeld({ from, to }: Window, { project, pool, model }: Held = {}): string {
  const of = [pool && `pool = "${pool}"`, model && `model = "${model}"`, `boundAt < "${to}"`, `not releasedAt < "${from}"`];
  const run = `run(${of.filter(Boolean).join(' and ')})`;
  return project === undefined ? run : `project = "${project}" and ${run}`;
}

// Exit code 137 is what tells that a run was killed from outside.
const CAUSES: Record<string, string> = { KILLED: ' and exitCode = 137', PROGRAM: ' and not exitCode = 137' };

/** The jobs of which a run ended so, and failed of this. */
export const whoEnded = ({ outcome, cause }: { outcome: string; cause?: string | null }, { from, to }: Window): string =>
  `run(outcome = "${outcome}"${CAUSES[cause ?? ''] ?? ''} and endedAt >= "${from}" and endedAt < "${to}")`;

/** The jobs of a project of which a run was told to stop for this reason, and for that project. */
export function whoWasStopped({ reason, project, claimantProject }: { reason: string; project: string; claimantProject?: string | null }, { from, to }: Window): string {
  const claimant = claimantProject ? ` and stoppedFor = "${claimantProject}"` : '';
  return `project = "${project}" and run(stopReason = "${reason}"${claimant} and stoppedAt >= "${from}" and stoppedAt < "${to}")`;
}
