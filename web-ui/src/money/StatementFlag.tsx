import { t } from '~/text';
import { words } from '~/ui/format';
import { Flag } from '~/ui/StatusChip';

const TONES: Record<string, 'info' | 'warn' | 'good'> = { OPEN: 'info', SOFT_CLOSED: 'warn', CLOSED: 'good' };

/** Whether a statement can still change. */
export const StatementFlag = ({ status }: { status: string }) => (
  <Flag tone={TONES[status] ?? 'calm'}>{t.money.statements.status_[status] ?? words(status)}</Flag>
);
