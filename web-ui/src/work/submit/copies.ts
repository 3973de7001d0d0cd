import { stringify } from 'yaml';
import { BASE } from '~/api/http';
import type { JobSubmission } from '~/api/types';
import { tidyJob } from './submission';
import { toYaml } from './yaml';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same submission for a terminal; the token comes from the environment. */
export function asCurl(job: JobSubmission, origin: string): string {
  return [
    `curl -sS --fail-with-body ${quoted(`${origin}${BASE}/jobs`)}`,
    `  -H "Authorization: Bearer $GPUAAS_TOKEN" -H 'Content-Type: application/json'`,
    `  -H "Idempotency-Key: $(uuidgen)"`,
    `  -d ${quoted(JSON.stringify(tidyJob(job), null, 2))}`,
  ].join(' \\\n');
}

/** The same for the command line of the product, which follows the log and ends with the job's result. */
export function asCommand(job: JobSubmission, origin: string): string {
  return [`cat > job.yaml <<'JOB'`, toYaml(job).trimEnd(), 'JOB', `GPUAAS_URL=${quoted(origin)} gpuaas run -f job.yaml --follow`].join('\n');
}

/**
 * A step of a GitHub Actions workflow: submits under a key of this run attempt, so that a repeated
 * call is the same job, and waits until the job has ended.
 */
export function asCiStep(job: JobSubmission, origin: string): string {
  const script = [
    `cat > job.json <<'JOB'`,
    JSON.stringify(tidyJob(job), null, 2),
    'JOB',
    `auth="Authorization: Bearer $GPUAAS_TOKEN"`,
    `id=$(curl -sS --fail-with-body "$GPUAAS_URL${BASE}/jobs" -H "$auth" -H 'Content-Type: application/json' \\`,
    `  -H "Idempotency-Key: $GITHUB_RUN_ID-$GITHUB_RUN_ATTEMPT-$GITHUB_ACTION" -d @job.json | jq -r .id)`,
    'while :; do',
    `  job=$(curl -sS --fail-with-body "$GPUAAS_URL${BASE}/jobs/$id?waitFor=TERMINAL&timeout=60s" -H "$auth")`,
    `  case $(jq -r .phase <<<"$job") in`,
    '    SUCCEEDED) exit 0 ;;',
    `    FAILED|CANCELLED|TIMED_OUT|REJECTED) jq '{phase, reason, message, exitCode}' <<<"$job"; exit 1 ;;`,
    '  esac',
    'done',
    '',
  ].join('\n');
  const step = {
    name: `Run ${job.name || 'the job'} on GPUs`,
    env: { GPUAAS_URL: origin, GPUAAS_TOKEN: '${{ secrets.GPUAAS_TOKEN }}' },
    run: script,
  };
  return stringify([step], { lineWidth: 0 });
}

export const asFile = (job: JobSubmission): string => toYaml(job);
