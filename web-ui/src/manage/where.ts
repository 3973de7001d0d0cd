import type { Window } from '~/api/queries';

export type WaitKey = 'size' | 'model' | 'project' | 'priority' | 'day';
const DAY_MS = 86_400_000;

/** Sizes are named by their least number of GPUs. */
const SIZES: Record<string, string> = {
  0: 'gpus < 1', 1: 'gpus = 1', 2: 'gpus > 1 and gpus < 8', 8: 'gpus = 8', 9: 'gpus > 8 and gpus <= 64', 65: 'gpus > 64',
};

const submitted = (from: string, to: string): string => `submittedAt >= "${from}" and submittedAt < "${to}"`;

/** The jobs behind a row of waits, as comparisons of the list of jobs; none when it cannot say them. */
export function whereOf(by: WaitKey, key: string, { from, to }: Window): string | undefined {
  if (by === 'day') {
    const begin = Date.parse(`${key.slice(0, 10)}T00:00:00Z`);
    return Number.isNaN(begin) ? undefined : submitted(new Date(begin).toISOString(), new Date(begin + DAY_MS).toISOString());
  }
  const time = submitted(from, to);
  if (by === 'size') return SIZES[key] === undefined ? undefined : `${SIZES[key]} and ${time}`;
  return by === 'model' ? undefined : `${by} = "${key}" and ${time}`;
}

/** The jobs that held GPUs at some time of this window; of a project when one is named. */
export function whoHeld({ from, to }: Window, project?: string): string {
  const run = `run(boundAt < "${to}" and not releasedAt < "${from}")`;
  return project === undefined ? run : `project = "${project}" and ${run}`;
}

/** The jobs of which a run ended so. */
export const whoEnded = (outcome: string, { from, to }: Window): string => `run(outcome = "${outcome}" and endedAt >= "${from}" and endedAt < "${to}")`;

/** The jobs of a project of which a run was told to stop for this reason, and for that project. */
export function whoWasStopped({ reason, project, claimantProject }: { reason: string; project: string; claimantProject?: string | null }, { from, to }: Window): string {
  const claimant = claimantProject ? ` and stoppedFor = "${claimantProject}"` : '';
  return `project = "${project}" and run(stopReason = "${reason}"${claimant} and stoppedAt >= "${from}" and stoppedAt < "${to}")`;
}
