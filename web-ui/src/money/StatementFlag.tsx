import { t } from '~/text';
import { words } from '~/ui/format';
import { Flag } from '~/ui/StatusChip';

/** Whether a statement can still change. */
export const StatementFlag = ({ status }: { status: string }) => (
  <Flag tone={status === 'OPEN' ? 'info' : 'good'}>{t.money.statements.status_[status] ?? words(status)}</Flag>
);
