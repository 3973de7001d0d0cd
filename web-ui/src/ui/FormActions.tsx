import { Button } from '@mantine/core';
import type { Faults } from '~/work/submit/Faults';
import { t } from '~/text';

interface FormActionsProps {
  submit: string;
  busy: boolean;
  disabled?: boolean;
  /** For what cannot be undone. */
  grave?: boolean;
  onCancel: () => void;
}

/** The end of a form in a dialog: leave it, or send it. */
export function FormActions({ submit, busy, disabled, grave, onCancel }: FormActionsProps) {
  return (
    <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end', marginTop: 6 }}>
      <Button variant="default" onClick={onCancel}>{t.common.cancel}</Button>
      <Button type="submit" color={grave ? 'red' : undefined} loading={busy} disabled={disabled}>{submit}</Button>
    </div>
  );
}

/** What a refusal says that no field of the form shows. */
export function Refusal({ cause, faults, fields }: { cause: Error | null; faults: Faults; fields: string[] }) {
  if (!cause) return null;
  const rest = [...faults].filter(([pointer]) => !fields.includes(pointer)).map(([, detail]) => detail);
  if (faults.size > 0 && rest.length === 0) return null;
  const told = rest.length > 0 ? rest : [cause.message];
  return <div role="alert" style={{ color: 'var(--bad)' }}>{told.map((detail) => <p key={detail}>{detail}</p>)}</div>;
}
