import { useEffect, useState } from 'react';
import type { JobSubmission } from '~/api/types';

const PREFIX = 'gpuaas.draft:';

function stored(key: string): JobSubmission | null {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    return text ? (JSON.parse(text) as JobSubmission) : null;
  } catch {
    return null; // no storage, or not ours: start afresh
  }
}

function keep(key: string, job: JobSubmission | null): void {
  try {
    if (job) sessionStorage.setItem(PREFIX + key, JSON.stringify(job));
    else sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

/** State that outlives a sign-in, a reload and a way back, in this tab; `clear` when it is submitted. */
export function useDraft(key: string, initial: JobSubmission) {
  const [kept] = useState(() => stored(key));
  const [job, setJob] = useState(kept ?? initial);
  useEffect(() => {
    if (job !== initial) keep(key, job);
  }, [key, job, initial]);
  return { job, setJob, restored: kept !== null, clear: () => keep(key, null) };
}
