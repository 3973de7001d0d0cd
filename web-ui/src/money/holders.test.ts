import { describe, expect, it } from 'vitest';
import { holdersOf } from './IdleCosts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

describe('holders of idle quota', () => {
  it('are summed over pools, dearest first, with what is nobody’s quota', () => {
    const pool = { model: 'm', idleGpuHours: '1', unpricedGpuHours: '0' };
    const pools = [
      { ...pool, pool: 'a', cost: eur('10.10'), platform: eur('1.10'), shares: [{ project: 'x', amount: eur('2.00') }, { project: 'y', amount: eur('7.00') }] },
      { ...pool, pool: 'b', cost: eur('6.00'), platform: eur('0.00'), shares: [{ project: 'x', amount: eur('6.00') }, { project: 'z', amount: eur('0.00') }] },
    ];
    expect(holdersOf(pools).map((each) => `${each.name} ${each.amount.amount}`)).toEqual(['x 8.00', 'y 7.00', ' 1.10']);
  });
});
