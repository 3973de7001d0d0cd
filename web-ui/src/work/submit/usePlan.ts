import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { planJob } from '~/api/queries';
import type { JobSubmission } from '~/api/types';
import { tidyJob } from './submission';

/**
 * The scheduler's plan for what is in the form. Name and image do not change a plan, so that empty
 * ones are filled in for the question; they are asked for when the job is submitted.
 */
export function usePlan(job: JobSubmission | undefined) {
  const asked = useMemo(() => {
    if (!job?.project) return undefined;
    const filled = { ...job, name: job.name || 'unnamed', spec: { ...job.spec, image: job.spec.image || 'unnamed' } };
    return JSON.stringify(tidyJob(filled));
  }, [job]);
  const [settled] = useDebouncedValue(asked, 300);
  const query = useQuery({
    queryKey: ['plan', settled],
    queryFn: ({ signal }) => planJob(JSON.parse(settled ?? '') as JobSubmission, signal),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
  });
  return { query, old: asked !== settled || query.isPlaceholderData };
}
