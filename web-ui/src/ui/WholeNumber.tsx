import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface WholeNumberProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'allowDecimal'> {
  value: number;
  onChange: (value: number) => void;
}

/** A whole number. While its field is empty the last one counts, and stands there again when the field is left. */
export function WholeNumber({ value, onChange, ...rest }: WholeNumberProps) {
  const [empty, setEmpty] = useState(false);
  return (
    <NumberInput {...rest} allowDecimal={false} value={empty ? '' : value} onBlur={() => setEmpty(false)}
      onChange={(next) => {
        setEmpty(next === '');
        if (next !== '') onChange(Number(next));
      }} />
  );
}
