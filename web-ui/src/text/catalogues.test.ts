import { expect, test } from 'vitest';
import { t } from '~/text';
import { zh } from './zh';

function leaves(value: unknown, path = ''): [string, unknown][] {
  return value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}/${key}`)) : [[path, value]];
}
// Words that are the same in both, or that only one language has a need for.
const SAME = /\/(https:\/\/[^/]*|csv|pdf|yaml|focus|gpu|gpus|change|cell|rank|sum|p90|p95|imageHint|commandHint|maxRuntimeHint|change|1|8|9|resources)$|^\/codes\//;

test('every text has a translation, and none was forgotten in English', () => {
  const chinese = new Map(leaves(zh));
  const left = leaves(t).filter(([path, text]) => !SAME.test(path) && typeof text === 'string' && chinese.get(path) === text);
  expect(left).toEqual([]);
  expect(leaves(t).map(([path]) => path).filter((path) => !path.startsWith('/codes/') && !chinese.has(path))).toEqual([]);
});
