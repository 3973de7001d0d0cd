import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
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

/** The end of a form in a dialog: leave it, or send it. After a refusal the first field with a fault has the focus. */
export function FormActions({ submit, busy, disabled, grave, onCancel }: FormActionsProps) {
  const bar = useRef<HTMLDivElement>(null);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current && !busy) bar.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    sent.current = busy;
  }, [busy]);
  return (
    <div ref={bar} style={{ display: 'flex', gap: 8, justifyContent: 'flex-end', alignItems: 'center', marginTop: 6 }}>
      <Needed />
      <Button variant="default" onClick={onCancel}>{t.common.cancel}</Button>
      <Button type="submit" color={grave ? 'red' : undefined} loading={busy} disabled={disabled}>{submit}</Button>
    </div>
  );
}

/** What the mark of a field means; only where a field of the form has it. */
export function Needed() {
  return <span className="needed small quiet" aria-hidden="true" style={{ marginRight: 'auto' }}>{t.common.needed}</span>;
}

/** What a refusal says that no field of the form shows. */
export function Refusal({ cause, faults, fields }: { cause: Error | null; faults: Faults; fields: string[] }) {
  if (!cause) return null;
  const rest = [...faults].filter(([pointer]) => !fields.includes(pointer)).map(([, detail]) => detail);
  if (faults.size > 0 && rest.length === 0) return null;
  const told = rest.length > 0 ? rest : [cause.message];
  return <div role="alert" style={{ color: 'var(--bad)' }}>{told.map((detail) => <p key={detail}>{detail}</p>)}</div>;
}
