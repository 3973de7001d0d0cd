import { expect, test } from 'vitest';
import { filterOf, formatTokens, parseTokens } from './filters';

test('reads tokens and free text', () => {
  expect(parseTokens('phase:queued,running Project:vision llama x:y')).toEqual([
    { key: 'phase', value: 'queued,running' },
    { key: 'project', value: 'vision' },
    { key: null, value: 'llama' },
    { key: null, value: 'x:y' },
  ]);
});
test('writes what it has read', () => {
  const text = 'phase:queued user:me sft';
  expect(formatTokens(parseTokens(text))).toBe(text);
  expect(formatTokens(parseTokens('  '))).toBeUndefined();
});
test('asks the server: alternatives by comma, me by login', () => {
  expect(filterOf(parseTokens('phase:timed-out phase:failed user:me a b'), 'ada')).toEqual({
    phase: 'TIMED_OUT,FAILED', project: undefined, user: 'ada', q: 'a b',
  });
});
