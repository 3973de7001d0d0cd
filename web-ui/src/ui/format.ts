import type { Money } from '~/api/types';
import { locale, t } from '~/text';

// Decimal strings go to Intl as they are: it rounds them exactly, a float would not.
type Decimal = number | `${number}`;

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const millionths = new Intl.NumberFormat(locale, { minimumFractionDigits: 6, maximumFractionDigits: 6 });
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });

export const NOTHING = '–';

function isDecimal(value: unknown): value is Decimal {
  return value !== null && value !== '' && Number.isFinite(Number(value));
}

export function count(value: string | number | null | undefined): string {
  return isDecimal(value) ? whole.format(value) : NOTHING;
}

/** GPU-hours with two decimals; the exact figure is for titles: {@link exactHours}. */
export function hours(value: string | number | null | undefined): string {
  return isDecimal(value) ? hundredths.format(value) : NOTHING;
}

/** All six decimals, so that they stand below each other. */
export function exactHours(value: string | null | undefined): string {
  return isDecimal(value) ? millionths.format(value) : NOTHING;
}

export function hoursOfSeconds(gpuSeconds: string | number): string {
  return tenths.format(Number(gpuSeconds) / 3600);
}

export function percent(part: number, of: number): string {
  return of > 0 ? percents.format(part / of) : NOTHING;
}

const currencies = new Map<string, Intl.NumberFormat>();

function currency(code: string, decimals: number): Intl.NumberFormat {
  const key = `${code}/${decimals}`;
  let format = currencies.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency', currency: code, minimumFractionDigits: 2, maximumFractionDigits: decimals,
    });
    currencies.set(key, format);
  }
  return format;
}

/** An amount in its currency, rounded to cents; a missing one is a dash, never zero. */
export function money(value: Money | null | undefined): string {
  return value && isDecimal(value.amount) ? currency(value.currency, 2).format(value.amount) : NOTHING;
}

/** A price per GPU-hour, with all its decimals. */
export function price(amount: string | null | undefined, code: string): string {
  return isDecimal(amount) ? currency(code, 6).format(amount) : NOTHING;
}

/** `3 d 4 h`, `2 h 05 min`, `4 min 10 s`, `12 s`: two units at most. */
export function span(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return NOTHING;
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return `${s} s`;
  if (s < 600) return s % 60 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${s / 60} min`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h ${String(Math.floor((s % 3600) / 60)).padStart(2, '0')} min`;
  return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`;
}

/** Seconds of `90s`, `15m`, `2h`, `3d`, `1500ms`, `1h30m` or ISO-8601 `PT2H`; null when it is none of them. */
export function secondsOf(text: string | null | undefined): number | null {
  if (!text) return null;
  const plain = text.trim().replace(/^P(T?)/i, '').replace(/T/i, '').toLowerCase();
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[dhms])/g)];
  if (parts.length === 0 || parts.map((p) => p[0]).join('').length !== plain.replace(/\s+(?=[dhms])/g, ' ').length) return null;
  const unit: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1, ms: 0.001 };
  return parts.reduce((sum, part) => sum + Number(part[1]) * (unit[part[2] ?? 's'] ?? 1), 0);
}

/** A length of time as a job has it, in words when it can be read: `12h` → `12 h`. */
export function lengthOf(text: string | null | undefined): string {
  const seconds = secondsOf(text);
  return seconds === null ? (text ?? NOTHING) : span(seconds).replace(/ 00 min$| 0 h$/, '');
}

const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
// American English abbreviates with a dot, which would end the sentences these stand in.
const relative = (n: number, unit: Intl.RelativeTimeFormatUnit) => relativeFormat.format(n, unit).replace(/\.(?= |$)/, '');

/** `now`, `5 min ago`, `in 2 hr`; coarse on purpose, the exact time is the hover's. */
export function ago(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 45) return relative(0, 'second');
  if (size < 3570) return relative(Math.round(seconds / 60), 'minute');
  if (size < 84_600) return relative(Math.round(seconds / 3600), 'hour');
  return relative(Math.round(seconds / 86_400), 'day');
}

const exactFormat = new Intl.DateTimeFormat(locale, {
  year: 'numeric', month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit',
  second: '2-digit', timeZoneName: 'short', hourCycle: 'h23',
});
const clockFormat = new Intl.DateTimeFormat(locale, {
  hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
});
const dayFormat = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: '2-digit', timeZone: 'UTC' });
const shortDayFormat = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });

export const exact = (at: string | number): string => exactFormat.format(new Date(at));
export const clock = (at: string | number): string => clockFormat.format(new Date(at));
export const day = (at: string): string => dayFormat.format(new Date(at));
/** `30 Nov` of `2026-11-30`: for axes. */
export const shortDay = (at: string): string => shortDayFormat.format(new Date(at));
/** `November 2026` of `2026-11`. */
export const month = (text: string): string => monthFormat.format(new Date(`${text.slice(0, 7)}-01T00:00:00Z`));

/** `WaitingForNodes` or `TIMED_OUT` as words. */
export function words(code: string): string {
  const told = t.codes[code];
  if (told) return told;
  const spaced = code.includes('_') || code === code.toUpperCase() || code.includes('-')
    ? code.replaceAll(/[_-]/g, ' ').toLowerCase()
    : code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
