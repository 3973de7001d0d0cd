import { BASE } from '~/api/http';
import type { JobSubmission } from '~/api/types';
import { tidyJob } from './submission';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same submission for a terminal or a pipeline; the token comes from the environment. */
export function asCurl(job: JobSubmission, origin: string): string {
  return [
    `curl -sS --fail-with-body ${quoted(`${origin}${BASE}/jobs`)}`,
    `  -H "Authorization: Bearer $GPUAAS_TOKEN" -H 'Content-Type: application/json'`,
    `  -H "Idempotency-Key: $(uuidgen)"`,
    `  -d ${quoted(JSON.stringify(tidyJob(job), null, 2))}`,
  ].join(' \\\n');
}
