import {
  IconBan, IconCircleCheck, IconCircleDashed, IconCircleX, IconClockX, IconHourglassEmpty, IconLoader2,
  IconPlayerPause, IconPlayerPlay,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Phase } from '~/api/types';
import { t } from '~/text';
import css from './StatusChip.module.css';

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'calm';

const looks: Record<Phase, { tone: Tone; icon: ComponentType<{ size?: number }> }> = {
  QUEUED: { tone: 'warn', icon: IconHourglassEmpty },
  ADMITTED: { tone: 'info', icon: IconLoader2 },
  RUNNING: { tone: 'info', icon: IconPlayerPlay },
  STOPPING: { tone: 'warn', icon: IconPlayerPause },
  SUCCEEDED: { tone: 'good', icon: IconCircleCheck },
  FAILED: { tone: 'bad', icon: IconCircleX },
  CANCELLED: { tone: 'calm', icon: IconBan },
  TIMED_OUT: { tone: 'bad', icon: IconClockX },
  REJECTED: { tone: 'bad', icon: IconBan },
};

/** Phase of a job: icon, word and colour together. */
export function StatusChip({ phase }: { phase: Phase }) {
  const look = looks[phase] ?? { tone: 'calm' as const, icon: IconCircleDashed };
  const Icon = look.icon;
  return (
    <span className={css.chip} data-tone={look.tone} data-phase={phase}>
      <Icon size={14} aria-hidden="true" />
      {t.work.phase[phase] ?? phase}
    </span>
  );
}

/** A yes or no, or any other short state that is no phase. */
export function Flag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={css.chip} data-tone={tone}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
