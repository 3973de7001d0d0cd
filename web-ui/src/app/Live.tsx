import { Button, Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { live, type LiveStatus } from '~/api/live';
import { t } from '~/text';
import { span } from '~/ui/format';
import { useNow, useSkew } from '~/ui/time';
import css from './Shell.module.css';

function useLive(): LiveStatus {
  return useSyncExternalStore(live.watch, () => live.status);
}

/** Word and dot: are changes arriving? Nothing for those who may not follow jobs. */
export function LiveBadge() {
  const { state } = useLive();
  if (state === 'idle') return null;
  const text = state === 'open' ? t.live.open : t.live.connecting;
  return (
    <Tooltip label={t.live.openHint} disabled={state !== 'open'}>
      <span className={css.live} data-state={state}><i aria-hidden="true" />{text}</span>
    </Tooltip>
  );
}

/** Says that the page may be old, and since when. Short losses are not worth a word. */
export function LiveLost() {
  const { state, heard } = useLive();
  const skew = useSkew();
  const now = useNow() - skew; // `heard` is by the own clock
  if (state !== 'lost' || now - heard < 3_000) return null;
  return (
    <div className={css.lost} role="status">
      <span>{t.live.lost(span((now - heard) / 1000))}</span>
      <Button variant="default" size="compact-xs" onClick={live.retry}>{t.live.retry}</Button>
    </div>
  );
}

const WORTH_A_WORD_MS = 60_000;

/** Says that this computer's clock is wrong, so that nobody wonders about the times of the pages. */
export function ClockNote() {
  const skew = useSkew();
  if (Math.abs(skew) < WORTH_A_WORD_MS) return null;
  const by = span(Math.abs(skew) / 1000);
  return <div className={css.lost} role="status"><span>{skew > 0 ? t.live.clockBehind(by) : t.live.clockAhead(by)}</span></div>;
}
