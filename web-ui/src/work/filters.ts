import type { JobFilter } from '~/api/queries';

export const KEYS = ['phase', 'project', 'user'] as const;
export type Key = (typeof KEYS)[number];

export interface Token {
  /** Null: part of a name. */
  key: Key | null;
  value: string;
}

const isKey = (text: string): text is Key => (KEYS as readonly string[]).includes(text);

/** `phase:queued,running project:vision llama` → tokens, in the order written. */
export function parseTokens(text: string | undefined): Token[] {
  return (text ?? '').split(/\s+/).filter(Boolean).map((word) => {
    const colon = word.indexOf(':');
    const key = word.slice(0, colon).toLowerCase();
    const value = word.slice(colon + 1);
    return colon > 0 && isKey(key) && value ? { key, value } : { key: null, value: word };
  });
}

export const tokenText = (token: Token): string => (token.key ? `${token.key}:${token.value}` : token.value);

export const formatTokens = (tokens: Token[]): string | undefined =>
  tokens.length === 0 ? undefined : tokens.map(tokenText).join(' ');

/** What the server is asked. Tokens of one key are alternatives. */
export function filterOf(tokens: Token[], me: string): JobFilter {
  const values = (key: Key) => tokens.filter((token) => token.key === key).map((token) => token.value).join(',') || undefined;
  const user = values('user');
  return {
    phase: values('phase')?.toUpperCase().replaceAll('-', '_'),
    project: values('project'),
    user: user === 'me' ? me : user,
    q: tokens.filter((token) => token.key === null).map((token) => token.value).join(' ') || undefined,
  };
}

export const PRESETS = {
  all: [],
  active: [{ key: 'phase', value: 'queued,admitted,running,stopping' }],
  queued: [{ key: 'phase', value: 'queued' }],
  ended: [{ key: 'phase', value: 'succeeded,failed,cancelled,timed_out,rejected' }],
  mine: [{ key: 'user', value: 'me' }],
} satisfies Record<string, Token[]>;
