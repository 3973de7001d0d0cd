import { expect, test } from 'vitest';
import { rackOf, racks } from './racks';

test('each rank fills the GPUs of its pod; of the rest it is told what others hold', () => {
  const placed = racks(
    [{ podSet: 'main', count: 3, nodes: [
      { cluster: 'east', node: 'n2', count: 1, ranks: [2], labels: { 'topology.rack': 'r2' } },
      { cluster: 'east', node: 'n1', count: 2, ranks: [0, 1], labels: { 'topology.rack': 'r1' } },
    ] }],
    [{ name: 'main', count: 3, gpusPerPod: 2 }], (_, node) => ({ n1: { gpus: 4, gpusUsed: 4 }, n2: { gpus: 4, gpusUsed: 3 } })[node],
  );
  expect(placed.map((rack) => [rack.name, rack.nodes.map((node) => node.cells)])).toEqual([
    ['r1', [[0, 0, 1, 1]]], ['r2', [[2, 2, 'others', 'free']]],
  ]);
});
test('of a node that is not known nothing is said', () => {
  const [rack] = racks([{ podSet: 'main', count: 1, nodes: [{ cluster: 'east', node: 'n1', count: 1, ranks: [0], labels: {} }] }], [{ name: 'main', count: 1, gpusPerPod: 7 }]);
  expect(rack?.nodes[0]?.cells).toEqual([0, 0, 0, 0, 0, 0, 0, 'unknown']);
});
test('a rack is known by its label, not by the host', () => {
  expect(rackOf({ 'kubernetes.io/hostname': 'rack-of-ribs' })).toBeNull();
  expect(rackOf({ 'x/rack': 'r1', 'x/block': 'b1' })).toBe('b1 / r1');
});
