import type { Approval } from '~/api/charges';
import { t } from '~/text';
import { Flag } from '~/ui/StatusChip';

const TONES = { PROPOSED: 'warn', APPROVED: 'good', REJECTED: 'calm' } as const;

/** Whether a second person has agreed. */
export function ApprovalFlag({ status }: { status: Approval }) {
  return <Flag tone={TONES[status]}>{t.money.decide.states[status]}</Flag>;
}
