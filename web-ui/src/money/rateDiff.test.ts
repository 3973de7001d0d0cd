import { expect, test } from 'vitest';
import { type Rate, rateDiff, withPrice } from './rateDiff';

const rate = (model: string, price: string, validFrom: string, validTo: string | null = null): Rate =>
  ({ model, pool: '*', class: '*', meter: '*', pricePerGpuHour: price, validFrom, validTo });
const old = [rate('H200', '3.000000', '2026-01-01T00:00:00Z'), rate('A100', '1.5', '2026-01-01T00:00:00Z'), rate('L40', '1', '2026-01-01T00:00:00Z')];

test('a new price ends the open one of its kind and touches no other', () => {
  const wanted = withPrice(old, rate('H200', '3.2', '2026-12-01T00:00:00Z'));
  expect(rateDiff(old, wanted).filter((change) => change.kind !== 'same')).toEqual([
    { kind: 'changed', rate: { ...old[0], validTo: '2026-12-01T00:00:00Z' }, before: old[0] },
    { kind: 'added', rate: rate('H200', '3.2', '2026-12-01T00:00:00Z') },
  ]);
});
test('the same price written otherwise is no change; what is missing is removed', () => {
  const wanted = [rate('H200', '3', '2026-01-01T00:00:00.000Z'), { ...rate('A100', '1.6', '2026-01-01T00:00:00Z'), pool: null }];
  expect(rateDiff(old, wanted).map((change) => [change.kind, change.rate.model])).toEqual([['changed', 'A100'], ['same', 'H200'], ['removed', 'L40']]);
});
