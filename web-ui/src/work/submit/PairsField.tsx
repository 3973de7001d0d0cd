import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '~/text';
import css from './SubmitForm.module.css';

type Pair = [string, string];

interface PairsFieldProps {
  label: string;
  pairs: Pair[];
  fault?: string;
  onChange: (pairs: Pair[]) => void;
}

/** Rows of name and value. A row without a name stays on the page and is not part of the job. */
export function PairsField({ label, pairs, fault, onChange }: PairsFieldProps) {
  const [rows, setRows] = useState<Pair[]>(pairs);
  function change(next: Pair[]) {
    setRows(next);
    onChange(next.filter(([key]) => key !== ''));
  }
  const edit = (at: number, pair: Pair) => change(rows.map((row, i) => (i === at ? pair : row)));
  return (
    <div role="group" aria-label={label} className={css.pairs}>
      <span className={css.label}>{label}</span>
      {rows.map(([key, value], at) => (
        <div key={at} className={css.pair}>
          <TextInput aria-label={`${label}, ${t.submit.key} ${at + 1}`} value={key} placeholder={t.submit.key} spellCheck={false}
            onChange={(event) => edit(at, [event.currentTarget.value, value])} />
          <TextInput aria-label={`${label}, ${t.submit.value} ${at + 1}`} value={value} placeholder={t.submit.value} spellCheck={false}
            onChange={(event) => edit(at, [key, event.currentTarget.value])} />
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={t.submit.remove(key)} onClick={() => change(rows.filter((_, i) => i !== at))}>
            <IconX size={15} />
          </ActionIcon>
        </div>
      ))}
      {fault ? <p className={css.fault}>{fault}</p> : null}
      <div>
        <Button variant="default" size="compact-xs" leftSection={<IconPlus size={12} />} onClick={() => setRows([...rows, ['', '']])}>{t.submit.add}</Button>
      </div>
    </div>
  );
}
