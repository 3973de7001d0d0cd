import { useQuery } from '@tanstack/react-query';
import { clustersQuery } from '~/api/queries';
import type { GpuNode } from '~/api/types';

/** Clusters that take no new jobs; none while that is not known, or may not be. */
export function useClosedClusters(): string[] {
  const { data } = useQuery(clustersQuery);
  return (data ?? []).filter((cluster) => !cluster.schedulable).map((cluster) => cluster.name);
}

/** Nodes as they take jobs: none does whose cluster is closed. */
export const asTheyTakeJobs = (nodes: GpuNode[], closed: string[]): GpuNode[] =>
  nodes.map((node) => (closed.includes(node.cluster) ? { ...node, schedulable: false } : node));
