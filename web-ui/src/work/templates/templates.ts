import type { JobSpec, JobSubmission } from '~/api/types';
import { t } from '~/text';
import { keep, useKept } from '~/ui/kept';

export interface Template {
  id: string;
  name: string;
  detail: string;
  /** Comes with the product; the others are this browser's. */
  builtIn: boolean;
  spec: JobSpec;
}

const x = t.work.templates;
const batch = { type: 'BATCH', image: '', priority: 'normal', preemptible: true } as const;

export const BUILT_IN: Template[] = [
  {
    id: 'one-gpu', builtIn: true, name: x.oneGpu, detail: x.oneGpuDetail,
    spec: { ...batch, podSets: [{ name: 'main', count: 1, gpusPerPod: 1 }], maxRuntime: '1h', preemptible: false },
  },
  {
    id: 'one-node', builtIn: true, name: x.oneNode, detail: x.oneNodeDetail,
    spec: { ...batch, podSets: [{ name: 'main', count: 1, gpusPerPod: 8 }], maxRuntime: '12h', checkpointEvery: '30m', maxAttempts: 3 },
  },
  {
    id: 'gang', builtIn: true, name: x.gang, detail: x.gangDetail,
    spec: {
      ...batch, command: ['torchrun', '--nnodes=4', '--nproc-per-node=8', 'train.py'], maxRuntime: '1d', checkpointEvery: '30m', maxAttempts: 3,
      podSets: [{ name: 'worker', count: 4, gpusPerPod: 8, topology: { mode: 'PREFERRED', level: 'rack' } }],
    },
  },
  {
    id: 'low', builtIn: true, name: x.low, detail: x.lowDetail,
    spec: { ...batch, priority: 'low', podSets: [{ name: 'main', count: 1, gpusPerPod: 4 }], maxRuntime: '1d', checkpointEvery: '15m', maxAttempts: 5 },
  },
  {
    id: 'notebook', builtIn: true, name: x.notebook, detail: x.notebookDetail,
    spec: { type: 'NOTEBOOK', image: '', priority: 'normal', preemptible: false, podSets: [{ name: 'main', count: 1, gpusPerPod: 1 }], maxRuntime: '8h' },
  },
];

const NONE: Template[] = [];
const KEY = 'templates';

export function useTemplates() {
  const [own, setOwn] = useKept(KEY, NONE);
  return {
    all: [...BUILT_IN, ...own],
    own,
    find: (id: string | undefined) => [...BUILT_IN, ...own].find((each) => each.id === id),
    add: (name: string, job: JobSubmission) => {
      const id = `own-${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
      setOwn([...own.filter((each) => each.id !== id), { id, name, detail: job.spec.image, builtIn: false, spec: job.spec }]);
    },
    remove: (id: string) => {
      setOwn(own.filter((each) => each.id !== id));
      return () => keep(KEY, own);
    },
  };
}
