// By what clusters are connected, what others run on them, and their own queues.

export interface ForeignPod {
  run: string;
  namespace: string;
  name: string;
  workloadKind: string;
  workload: string;
  queue?: string | null;
  project: string;
  node: string;
  gpuModel: string;
  milliGpus: number;
  boundAt: string;
  startedAt?: string | null;
}

export interface ForeignUse {
  cluster: string;
  milliGpus: number;
  pods: ForeignPod[];
}

export interface KueueQuota {
  flavor: string;
  resource: string;
  nominal: string;
  borrowingLimit?: string | null;
  lendingLimit?: string | null;
  used: string;
  borrowed: string;
}

export interface KueueQueue {
  name: string;
  cohort?: string | null;
  ours: boolean;
  active: boolean;
  why?: string | null;
  pending: number;
  admitted: number;
  quotas: KueueQuota[];
}

export interface KueueTree {
  cluster: string;
  installed: boolean;
  cohorts: { name: string; parent?: string | null; quotas: KueueQuota[] }[];
  clusterQueues: KueueQueue[];
  localQueues: { namespace: string; name: string; clusterQueue: string; project: string; ours: boolean; pending: number; admitted: number }[];
}

export type BackendAbility = 'BATCH' | 'NOTEBOOK' | 'SEVERAL_POD_SETS' | 'GPU_SHARES' | 'MIG_DEVICES';

export interface BackendSetting {
  key: string;
  group: string;
  required: boolean;
  preset?: string | null;
  meaning: string;
  example: string;
}

export interface Backend {
  name: string;
  about: string;
  install: string;
  manifestKind?: string | null;
  abilities: BackendAbility[];
  settings: BackendSetting[];
}
