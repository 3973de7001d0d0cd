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
