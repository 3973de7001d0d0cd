import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { t } from '~/text';
import { useToday } from './time';

const DAY_MS = 86_400_000;
const CHOICES = [7, 30, 90];

/** The last days up to now, in the URL as `days`; whole UTC days, so that figures do not flicker. */
export function useSpan(usual = 30, most = 90): { days: number; from: string; to: string } {
  const asked = Number(useSearch({ strict: false }).days ?? usual);
  const today = useToday();
  const days = CHOICES.includes(asked) ? Math.min(asked, most) : usual;
  return useMemo(() => {
    const end = Date.parse(`${today}T00:00:00Z`) + DAY_MS;
    return { days, from: new Date(end - days * DAY_MS).toISOString(), to: new Date(end).toISOString() };
  }, [today, days]);
}

export function SpanPicker({ days, most = 90 }: { days: number; most?: number }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl size="xs" aria-label={t.common.time} value={String(days)}
      data={CHOICES.filter((choice) => choice <= most).map((choice) => ({ value: String(choice), label: t.common.lastDays(choice) }))}
      onChange={(value) => void navigate({ to: '.', search: (old) => ({ ...old, days: value }), replace: true })} />
  );
}
