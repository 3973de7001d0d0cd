import type { Cluster, Job, JobSubmission } from '~/api/types';

export interface Changes {
  model?: string;
  workers?: string;
  topology?: string;
  preemptible?: string;
}

/** What was asked, as it would be asked again. */
export function submissionOf(job: Job): JobSubmission {
  const labels = job.labels && Object.keys(job.labels).length > 0 ? { labels: job.labels } : {};
  // The server names the least count of every pod set; equal to the count it says nothing.
  const podSets = job.spec.podSets.map((set) => ({ ...set, minCount: set.minCount === set.count ? undefined : set.minCount }));
  const data = job.spec.data?.map((use) => ({ ...use, readOnly: use.readOnly || undefined }));
  return { project: job.project, name: job.name, ...labels, spec: { ...job.spec, data, podSets } };
}

export const NAME_MAX = 255;

/** A free-looking name: `sft` → `sft-2`, `sft-2` → `sft-3`, `sft-009` → `sft-010`. */
export function nextName(name: string): string {
  const match = /^(.*?)-(\d{1,4})$/.exec(name);
  const next = match ? `${match[1]}-${String(Number(match[2]) + 1).padStart(match[2]?.length ?? 1, '0')}` : `${name}-2`;
  return next.length <= NAME_MAX ? next : name;
}

export function freshSubmission(project: string, type: 'BATCH' | 'NOTEBOOK' = 'BATCH'): JobSubmission {
  const batch = type === 'BATCH';
  return {
    project,
    name: '',
    spec: {
      type,
      image: '',
      command: [],
      podSets: [{ name: 'main', count: 1, gpusPerPod: batch ? 8 : 1 }],
      gpuModel: null,
      priority: 'normal',
      preemptible: batch,
      maxRuntime: batch ? '12h' : '8h',
    },
  };
}

/** A job to start from, with the change that a next step of a waiting job stands for. */
export function withChanges(job: JobSubmission, changes: Changes): JobSubmission {
  const podSets = job.spec.podSets.map((set, at) => ({
    ...set,
    count: at === 0 && changes.workers ? Math.max(1, Number.parseInt(changes.workers, 10) || set.count) : set.count,
    topology: set.topology && changes.topology === 'PREFERRED' ? { ...set.topology, mode: 'PREFERRED' as const } : set.topology,
  }));
  return {
    ...job,
    spec: {
      ...job.spec,
      podSets,
      gpuModel: changes.model ?? job.spec.gpuModel,
      preemptible: changes.preemptible === undefined ? job.spec.preemptible : changes.preemptible === 'true',
    },
  };
}

export function totalGpus(job: JobSubmission): number {
  return job.spec.podSets.reduce((sum, set) => sum + set.count * Number(set.gpuFraction ?? set.gpusPerPod), 0);
}

type Json = unknown;

/** Without empty values: what the form leaves open is left to the server's defaults. */
export function tidy(value: Json): Json {
  if (Array.isArray(value)) return value.map(tidy);
  if (value !== null && typeof value === 'object') {
    const kept = Object.entries(value)
      .filter(([, v]) => v !== undefined && v !== null && v !== '' && !(Array.isArray(v) && v.length === 0))
      .filter(([, v]) => !(typeof v === 'object' && v !== null && !Array.isArray(v) && Object.keys(v).length === 0))
      .map(([key, v]) => [key, tidy(v)]);
    return Object.fromEntries(kept);
  }
  return value;
}

export const tidyJob = (job: JobSubmission): JobSubmission => tidy(job) as JobSubmission;

/** What jobs may ask to be driven by: what clusters that leave a choice have and allow; none where no cluster does. */
export function backendChoices(clusters: readonly Pick<Cluster, 'backend' | 'settings'>[]): string[] {
  const choices = clusters.flatMap(({ backend, settings }) => {
    const others = (settings?.['backends'] ?? '').split(',').map((each) => each.trim()).filter(Boolean);
    return others.length > 0 ? [backend, ...others] : [];
  });
  return [...new Set(choices)].sort();
}
