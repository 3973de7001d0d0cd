import { expect, test } from 'vitest';
import type { QuotaNode } from '~/api/types';
import { flavorsOf, quotaRows, resourcesOf, starved } from './quotaRows';

const cell = (flavor: string, nominal: string, used: string, resource = 'nvidia.com/gpu') => ({
  flavor, resource, nominal, subtreeNominal: String(Number(nominal) * 10), used, borrowed: '0', lent: '1', available: '2',
});
const node = (kind: QuotaNode['kind'], name: string, waitingGpus: number, ...cells: QuotaNode['cells']): QuotaNode => ({
  kind, name, depth: 0, cells, waitingJobs: 0, waitingGpus, runningJobs: 0,
});
const nodes = [
  node('COHORT', 'org', 8, cell('h200', '4', '0')),
  node('PROJECT', 'a', 8, cell('h200', '16', '8'), cell('a100', '8', '8'), cell('h200', '99', '9', 'cpu')),
  node('PROJECT', 'b', 0, cell('h200', '16', '0')),
  node('PROJECT', 'c', 4, cell('h200', '4', '9')),
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
test('starved: waits, and has quota of its own left', () => {
  expect(starved(quotaRows(nodes, 'nvidia.com/gpu', null)).map((each) => [each.row.node.name, each.unused])).toEqual([['a', 8]]);
});
