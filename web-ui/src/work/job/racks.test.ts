import { expect, test } from 'vitest';
import { rackOf, racks } from './racks';

test('each rank fills the GPUs of its pod, the rest of the node stays empty', () => {
  const placed = racks(
    [{ podSet: 'main', count: 3, nodes: [
      { cluster: 'east', node: 'n2', count: 1, ranks: [2], labels: { 'topology.rack': 'r2' } },
      { cluster: 'east', node: 'n1', count: 2, ranks: [0, 1], labels: { 'topology.rack': 'r1' } },
    ] }],
    [{ name: 'main', count: 3, gpusPerPod: 2 }], 4,
  );
  expect(placed.map((rack) => [rack.name, rack.nodes.map((node) => node.cells)])).toEqual([
    ['r1', [[0, 0, 1, 1]]], ['r2', [[2, 2, null, null]]],
  ]);
});
test('a rack is known by its label, not by the host', () => {
  expect(rackOf({ 'kubernetes.io/hostname': 'rack-of-ribs' })).toBeNull();
  expect(rackOf({ 'x/rack': 'r1', 'x/block': 'b1' })).toBe('b1 / r1');
});
