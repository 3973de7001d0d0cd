import { Chip, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '~/text';
import css from './CommitmentForm.module.css';
import { bandText, DAYS, type Hours } from './timeBand';

const x = t.money.rates;

interface TimeBandFieldProps {
  /** `*`, or hours of the week as the API writes them. */
  onChange: (band: string) => void;
  error?: string;
}

/** In which hours of the week a price holds: all, or some days from one time to another. */
export function TimeBandField({ onChange, error }: TimeBandFieldProps) {
  const [some, setSome] = useState(false);
  const [hours, setHours] = useState<Hours>({ days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], from: '20:00', to: '06:00', zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC' });
  function change(next: Hours, banded = some) {
    setHours(next);
    setSome(banded);
    onChange(banded ? bandText(next) : '*');
  }
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0, display: 'grid', gap: 8 }}>
      <legend style={{ padding: 0, fontWeight: 500 }}>{x.band}</legend>
      <SegmentedControl size="xs" aria-label={x.band} value={some ? 'some' : 'all'} onChange={(value) => change(hours, value === 'some')} style={{ justifySelf: 'start' }}
        data={[{ value: 'all', label: x.bandAll }, { value: 'some', label: x.bandSome }]} />
      {some ? (
        <>
          <Chip.Group multiple value={hours.days} onChange={(days) => change({ ...hours, days })}>
            <Group gap={6} role="group" aria-label={x.bandDays}>{DAYS.map((day) => <Chip key={day} size="xs" variant="outline" value={day}>{x.days[day]}</Chip>)}</Group>
          </Chip.Group>
          <div className={css.pair}>
            <TextInput type="time" label={x.bandFrom} value={hours.from} onChange={(event) => change({ ...hours, from: event.currentTarget.value })} />
            <TextInput type="time" label={x.bandTo} description={x.bandHint} value={hours.to} onChange={(event) => change({ ...hours, to: event.currentTarget.value })} />
            <TextInput label={x.bandZone} value={hours.zone} onChange={(event) => change({ ...hours, zone: event.currentTarget.value.trim() })} />
          </div>
        </>
      ) : null}
      {error ? <p role="alert" style={{ color: 'var(--bad)' }}>{error}</p> : null}
    </fieldset>
  );
}
