import { type Document, isMap, isScalar, LineCounter, parseDocument, stringify } from 'yaml';
import type { JobSubmission } from '~/api/types';
import { t } from '~/text';
import { tidyJob } from './submission';

/** A fault of the text: what, and where it begins. */
export interface TextFault {
  text: string;
  line: number;
  from: number;
  to: number;
}

export type Parsed = { job: JobSubmission; fault?: undefined } | { job?: undefined; fault: TextFault };

/** Without what is left open, but for name and image: those are to be filled in. */
function shown(job: JobSubmission): Record<string, unknown> {
  const { project, name, spec, ...rest } = tidyJob(job);
  const { type, image, ...more } = spec;
  return { project, name: name ?? '', ...rest, spec: { type, image: image ?? '', ...more } };
}

/** The job as text. With an earlier text, only what differs is changed in it: comments and order stay. */
export function toYaml(job: JobSubmission, earlier?: string): string {
  const wanted = shown(job);
  const document = earlier === undefined ? undefined : parseDocument(earlier, { uniqueKeys: true });
  if (!document || document.errors.length > 0 || !isMap(document.contents)) return stringify(wanted, { lineWidth: 0 });
  amend(document, [], document.toJS(), wanted);
  return document.toString({ lineWidth: 0 });
}

type Path = (string | number)[];

function amend(document: Document, path: Path, old: unknown, wanted: unknown): void {
  if (JSON.stringify(old) === JSON.stringify(wanted)) return;
  if (isObject(old) && isObject(wanted)) {
    for (const key of Object.keys(old)) if (!(key in wanted) && !isOpen(old[key])) document.deleteIn([...path, key]);
    for (const [key, value] of Object.entries(wanted)) {
      if (key in old) amend(document, [...path, key], old[key], value);
      else document.setIn([...path, key], document.createNode(value));
    }
  } else if (Array.isArray(old) && Array.isArray(wanted) && old.length === wanted.length) {
    wanted.forEach((value, at) => amend(document, [...path, at], old[at], value));
  } else {
    const node = document.getIn(path, true);
    if (isScalar(node) && !isObject(wanted) && !Array.isArray(wanted)) node.value = wanted;
    else document.setIn(path, document.createNode(wanted));
  }
}

/** What a form would leave out; a text may say it all the same. */
const isOpen = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

/** A submission, or why the text is none. Fields are the server's to judge; only the shape is asked for. */
export function fromYaml(text: string): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const error = document.errors[0];
  if (error) {
    const [from, to] = error.pos;
    return { fault: { text: error.message.split('\n')[0] ?? '', line: lines.linePos(from).line, from, to } };
  }
  const value: unknown = document.toJS({ maxAliasCount: 20 });
  return isSubmission(value) ? { job: value } : { fault: { text: t.submit.yamlShape, line: 1, from: 0, to: 0 } };
}

/** Where in the text the value of a JSON pointer stands, or the nearest thing around it. */
export function placeOf(text: string, pointer: string): { from: number; to: number } {
  const document = parseDocument(text);
  const path: Path = pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (let length = path.length; length > 0; length--) {
    const steps = path.slice(0, length).map((step) => (/^\d+$/.test(String(step)) ? Number(step) : step));
    const node = document.getIn(steps, true);
    const range = (node as { range?: [number, number, number] } | undefined)?.range;
    if (range) return { from: range[0], to: range[1] };
  }
  return { from: 0, to: 0 };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function isSubmission(value: unknown): value is JobSubmission {
  if (!isObject(value) || typeof value['project'] !== 'string' || !isObject(value['spec'])) return false;
  const podSets = value['spec']['podSets'];
  return Array.isArray(podSets) && podSets.length > 0 && podSets.every(isObject);
}
