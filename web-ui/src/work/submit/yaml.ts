import { LineCounter, parseDocument, stringify } from 'yaml';
import type { JobSubmission } from '~/api/types';
import { t } from '~/text';
import { tidyJob } from './submission';

export type Parsed = { job: JobSubmission; fault?: undefined } | { job?: undefined; fault: string };

/** Without what is left open, but for name and image: those are to be filled in. */
export function toYaml(job: JobSubmission): string {
  const { project, name, spec, ...rest } = tidyJob(job);
  const { type, image, ...more } = spec;
  return stringify({ project, name: name ?? '', ...rest, spec: { type, image: image ?? '', ...more } }, { lineWidth: 0 });
}

/** A submission, or why the text is none. Fields are the server's to judge; only the shape is asked for. */
export function fromYaml(text: string): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const error = document.errors[0];
  if (error) {
    const { line } = lines.linePos(error.pos[0]);
    return { fault: `line ${line}: ${error.message.split('\n')[0]}` };
  }
  const value: unknown = document.toJS({ maxAliasCount: 20 });
  return isSubmission(value) ? { job: value } : { fault: t.submit.yamlShape };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function isSubmission(value: unknown): value is JobSubmission {
  if (!isObject(value) || typeof value['project'] !== 'string' || !isObject(value['spec'])) return false;
  const podSets = value['spec']['podSets'];
  return Array.isArray(podSets) && podSets.length > 0 && podSets.every(isObject);
}
