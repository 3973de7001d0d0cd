import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { joinWords, splitWords } from './words';

interface CommandFieldProps {
  label: string;
  placeholder?: string;
  words: string[] | undefined;
  error?: string;
  'data-pointer'?: string;
  onChange: (words: string[]) => void;
}

const same = (a: string[], b: string[] | undefined) => JSON.stringify(a) === JSON.stringify(b ?? []);

/** A list of words as one command line. What is being typed stays as typed while it means the same. */
export function CommandField({ words, onChange, ...rest }: CommandFieldProps) {
  const [typed, setTyped] = useState(() => joinWords(words));
  const text = same(splitWords(typed), words) ? typed : joinWords(words);
  return (
    <TextInput
      {...rest} value={text} spellCheck={false} styles={{ input: { fontFamily: 'var(--mono)', fontSize: 12.5 } }}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(splitWords(event.currentTarget.value));
      }}
    />
  );
}
