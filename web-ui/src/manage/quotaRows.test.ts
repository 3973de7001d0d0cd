import { expect, test } from 'vitest';
import type { QuotaCell, QuotaNode } from '~/api/types';
import { flavorsOf, GPU, quotaRows, resourcesOf, starved } from './quotaRows';

const cell = (flavor: string, nominal: string, used: string, more: Partial<QuotaCell> = {}): QuotaCell => ({
  flavor, resource: GPU, nominal, subtreeNominal: String(Number(nominal) * 10), used, borrowed: '0', lent: '1', available: '2', waiting: '0', ...more,
});
const node = (kind: QuotaNode['kind'], name: string, waitingGpus: number, ...cells: QuotaNode['cells']): QuotaNode => ({
  kind, name, depth: 0, cells, waitingJobs: 0, waitingGpus, runningJobs: 0,
});
const nodes = [
  node('COHORT', 'org', 8, cell('h200', '4', '0')),
  node('PROJECT', 'a', 8, cell('h200', '16', '8', { waiting: '8' }), cell('a100', '8', '8'), cell('h200', '99', '9', { resource: 'cpu', waiting: '7' })),
  node('PROJECT', 'b', 0, cell('h200', '16', '0')),
  node('PROJECT', 'c', 4, cell('h200', '4', '9', { waiting: '4' })),
  node('PROJECT', 'd', 4, cell('h200', '4', '4', { waiting: '4' }), cell('a100', '8', '2')),
];

test('flavors add up, resources do not', () => {
  expect(quotaRows(nodes, 'nvidia.com/gpu', null)[1]).toMatchObject({ nominal: 24, used: 16, lent: 2, available: 4 });
  expect(quotaRows(nodes, 'nvidia.com/gpu', 'a100')[1]).toMatchObject({ nominal: 8, used: 8 });
});
test('a cohort shows the quota of its subtree', () => {
  expect(quotaRows(nodes, 'nvidia.com/gpu', null)[0]?.nominal).toBe(40);
});
test('GPUs come first', () => {
  expect(resourcesOf(nodes)).toEqual(['nvidia.com/gpu', 'cpu']);
  expect(flavorsOf(nodes, 'nvidia.com/gpu')).toEqual(['a100', 'h200']);
});
test('starved: waits for a flavor of which it has quota of its own left; what is left of another does not count', () => {
  const rows = quotaRows(nodes, GPU, null);
  expect(starved(rows).map((each) => [each.row.node.name, each.waiting, each.unused])).toEqual([['a', 8, [{ flavor: 'h200', gpus: 8 }]]]);
  expect(starved(rows, 'a100')).toEqual([]);
});
test('what may use several flavors waits once', () => {
  const any = node('PROJECT', 'e', 6, cell('h200', '4', '2', { waiting: '6' }), cell('a100', '8', '2', { waiting: '6' }));
  expect(starved(quotaRows([any], GPU, null)).map((each) => [each.waiting, each.unused])).toEqual([[6, [{ flavor: 'h200', gpus: 2 }, { flavor: 'a100', gpus: 6 }]]]);
});
test('what waits is of the flavor that is looked at, or of all', () => {
  expect([quotaRows(nodes, GPU, null)[1]?.waiting, quotaRows(nodes, GPU, 'a100')[1]?.waiting, quotaRows(nodes, 'cpu', null)[1]?.waiting]).toEqual([8, 0, 7]);
});
