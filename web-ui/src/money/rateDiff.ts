import type { RateCard } from '~/api/types';

export type Rate = RateCard['rates'][number];

export interface RateChange {
  kind: 'added' | 'removed' | 'changed' | 'same';
  rate: Rate;
  /** What it was before, when it changed. */
  before?: Rate;
}

const orAny = (value: string | null | undefined): string => value || '*';
const instant = (text: string | null | undefined): number => (text ? Date.parse(text) : Infinity);

export const keyOf = (rate: Rate): string =>
  [orAny(rate.model), orAny(rate.pool), orAny(rate.class), orAny(rate.meter), orAny(rate.timeBand), instant(rate.validFrom)].join('/');

/** What a proposed card does to the one in force, by kind of GPU and beginning; same ones too. */
export function rateDiff(before: Rate[], after: Rate[]): RateChange[] {
  const old = new Map(before.map((rate) => [keyOf(rate), rate]));
  const wanted = new Set(after.map(keyOf));
  const changes = [
    ...after.map((rate): RateChange => {
      const was = old.get(keyOf(rate));
      if (!was) return { kind: 'added', rate };
      const listOf = (each: Rate) => Number(each.listPricePerGpuHour ?? each.pricePerGpuHour);
      const same = Number(was.pricePerGpuHour) === Number(rate.pricePerGpuHour) && listOf(was) === listOf(rate) && instant(was.validTo) === instant(rate.validTo);
      return same ? { kind: 'same', rate } : { kind: 'changed', rate, before: was };
    }),
    ...before.filter((rate) => !wanted.has(keyOf(rate))).map((rate): RateChange => ({ kind: 'removed', rate })),
  ];
  return changes.sort((a, b) => keyOf(a.rate).localeCompare(keyOf(b.rate)));
}

/** The card with one more price: the open one of the same kind ends where the new one begins. */
export function withPrice(rates: Rate[], added: Rate): Rate[] {
  const kind = (rate: Rate) => [rate.model, rate.pool, rate.class, rate.meter, rate.timeBand].map(orAny).join('/');
  return [
    ...rates.filter((rate) => keyOf(rate) !== keyOf(added)).map((rate) => (
      kind(rate) === kind(added) && instant(rate.validFrom) < instant(added.validFrom) && instant(rate.validTo) > instant(added.validFrom)
        ? { ...rate, validTo: added.validFrom } : rate
    )),
    added,
  ];
}
