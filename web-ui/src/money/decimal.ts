import type { Money } from '~/api/types';

// Sums of decimal strings, exact: scaled to whole numbers, never floats.
const SCALE = 12;

function scaled(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) throw new Error(`not a decimal: ${text}`);
  const [, sign, whole = '0', part = ''] = match;
  const value = BigInt(whole + part.slice(0, SCALE).padEnd(SCALE, '0'));
  return sign ? -value : value;
}

/** Exact sum; missing values are left out. Trailing zeros beyond the second decimal go. */
export function sum(values: (string | null | undefined)[]): string {
  const total = values.reduce((acc, value) => (value ? acc + scaled(value) : acc), 0n);
  const sign = total < 0n ? '-' : '';
  const digits = (total < 0n ? -total : total).toString().padStart(SCALE + 1, '0');
  const part = digits.slice(-SCALE).replace(/0{1,10}$/, '');
  return `${sign}${digits.slice(0, -SCALE)}.${part}`;
}

/** Sum of amounts when they are all of one currency. */
export function sumMoney(values: (Money | null | undefined)[]): Money | null {
  const known = values.filter((value): value is Money => Boolean(value));
  const currency = known[0]?.currency;
  if (!currency || known.some((value) => value.currency !== currency)) return null;
  return { amount: sum(known.map((value) => value.amount)), currency };
}
