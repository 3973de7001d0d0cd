import { useSyncExternalStore } from 'react';

// Small things that belong to this browser: saved views, chosen columns, own templates. Kept in
// local storage and the same in all its tabs; without storage they live as long as the page.
const PREFIX = 'gpuaas.';
const memory = new Map<string, string>();
const values = new Map<string, { text: string | null; value: unknown }>();
const watchers = new Set<() => void>();

function textOf(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function parsed<T>(key: string, initial: T): T {
  const text = textOf(key);
  const known = values.get(key);
  if (known?.text === text) return known.value as T;
  let value: unknown = initial;
  try {
    if (text !== null) value = JSON.parse(text);
  } catch {
    value = initial; // not ours
  }
  values.set(key, { text, value });
  return value as T;
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    memory.set(key, text);
  }
  watchers.forEach((notify) => notify());
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  window.addEventListener('storage', notify);
  return () => {
    watchers.delete(notify);
    window.removeEventListener('storage', notify);
  };
}

/** A value of this browser and how to change it. `initial` must be the same object each time. */
export function useKept<T>(key: string, initial: T): [T, (next: T) => void] {
  const value = useSyncExternalStore(watch, () => parsed(key, initial));
  return [value, (next) => keep(key, next)];
}
