import { queryOptions } from '@tanstack/react-query';
import { get, send } from './http';
import { whole } from './queries';

export const DATA_KINDS = ['CLAIM', 'OBJECT_STORE', 'NFS', 'FOLDER'] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** Pods see these as a folder; where others are, a variable says. */
export const isMounted = (kind: DataKind): boolean => kind === 'CLAIM' || kind === 'NFS';
/** These reach beyond what a project owns: its own admins may not name them. */
export const isOfPlatform = (kind: DataKind): boolean => kind === 'NFS' || kind === 'FOLDER';

/** Data that jobs of a project may use. */
export interface DataSource {
  project: string;
  name: string;
  type: DataKind;
  place: string;
  secretName?: string | null;
  readOnly: boolean;
  version: number;
}

/** Names of a secret that jobs of a project may use; its values are never known here. */
export interface SecretReference {
  project: string;
  name: string;
  keys: string[];
  version: number;
}

/** What a field of a job is and what made it so. */
export interface EffectiveField {
  pointer: string;
  value: string;
  asked?: string | null;
  source: 'SUBMITTED' | 'MANIFEST' | 'DEFAULT' | 'PRIORITY_CLASS' | 'DATA_SOURCE' | 'FLAVOR' | 'POLICY' | 'CLUSTER';
  from?: string | null;
}

export interface EffectiveSpec {
  job: string;
  run?: string | null;
  cluster?: string | null;
  backend?: string | null;
  fields: EffectiveField[];
}

export const dataSourcesQuery = queryOptions({
  queryKey: ['data-sources'],
  queryFn: ({ signal }) => whole<DataSource>('/data-sources', {}, signal),
});
export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: ({ signal }) => whole<SecretReference>('/secrets', {}, signal),
});
export const effectiveSpecQuery = (job: string) => queryOptions({
  queryKey: ['job', job, 'effective-spec'],
  queryFn: ({ signal }) => get<EffectiveSpec>(`/jobs/${encodeURIComponent(job)}/effective-spec`, undefined, signal),
});

const at = (project: string, kind: string, name: string): string =>
  `/projects/${encodeURIComponent(project)}/${kind}/${encodeURIComponent(name)}`;

export type NewDataSource = Omit<DataSource, 'version'>;
export const addDataSource = ({ project, name, ...body }: NewDataSource) =>
  send<DataSource>('PUT', at(project, 'data-sources', name), { body, create: true });
export const removeDataSource = (it: DataSource) =>
  send('DELETE', at(it.project, 'data-sources', it.name), { ifMatch: `"${it.version}"` });
export const addSecret = ({ project, name, keys }: Omit<SecretReference, 'version'>) =>
  send<SecretReference>('PUT', at(project, 'secrets', name), { body: { keys }, create: true });
export const removeSecret = (it: SecretReference) =>
  send('DELETE', at(it.project, 'secrets', it.name), { ifMatch: `"${it.version}"` });
