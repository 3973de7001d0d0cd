import type { JobSubmission } from '~/api/types';

/** A field of a job that differs from another one; what is missing on one side is left out there. */
export interface SpecChange {
  field: string;
  before?: string;
  after?: string;
}

/** Things in a list are known by their names, where they have some: `quotas.h200.nominal` says more than `quotas.0.nominal`. */
function entriesOf(value: object): [string, unknown][] {
  if (!Array.isArray(value)) return Object.entries(value);
  const names = value.map((each: unknown) => {
    const { name, flavor, resource } = (each ?? {}) as Record<string, unknown>;
    return [name ?? flavor, resource].filter((part) => typeof part === 'string').join(' ');
  });
  const known = names.every((name) => name !== '') && new Set(names).size === names.length;
  return value.map((each: unknown, at) => [known ? (names[at] ?? '') : String(at), each]);
}

function flat(value: unknown, at: string, into: Map<string, string>): Map<string, string> {
  if (value !== null && typeof value === 'object') {
    for (const [key, each] of entriesOf(value)) flat(each, at ? `${at}.${key}` : key, into);
  } else if (value !== undefined) into.set(at, String(value));
  return into;
}

/** Fields in the order of `after`, then those that only `before` has. The name is no difference. */
export function specDiff(before: JobSubmission, after: JobSubmission): SpecChange[] {
  return fieldChanges({ ...before, name: undefined }, { ...after, name: undefined });
}

/** The same of any two values; a missing one has no fields. */
export function fieldChanges(before: unknown, after: unknown): SpecChange[] {
  const old = flat(before ?? {}, '', new Map());
  const wanted = flat(after ?? {}, '', new Map());
  const changes: SpecChange[] = [];
  wanted.forEach((value, field) => { if (old.get(field) !== value) changes.push({ field, before: old.get(field), after: value }); });
  old.forEach((value, field) => { if (!wanted.has(field)) changes.push({ field, before: value }); });
  return changes;
}

/** `sft` of `sft-2` and `sft-009`: what jobs that were cloned from each other have in common. */
export const baseName = (name: string): string => name.replace(/-\d{1,4}$/, '');
