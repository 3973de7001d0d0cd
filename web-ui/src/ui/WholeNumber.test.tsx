import { cleanup, fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { screen, show } from '~/test/render';
import { WholeNumber } from './WholeNumber';

afterEach(cleanup);

function Field({ told }: { told: number[] }) {
  const [value, setValue] = useState(8);
  return <WholeNumber label="GPUs" min={0} value={value} onChange={(next) => { told.push(next); setValue(next); }} />;
}

test('a field that is emptied first takes what is typed then', async () => {
  const told: number[] = [];
  show(<Field told={told} />);
  const field = await screen.findByLabelText<HTMLInputElement>('GPUs');
  fireEvent.change(field, { target: { value: '' } });
  expect(field.value).toBe('');
  fireEvent.change(field, { target: { value: '4' } });
  expect([field.value, told]).toEqual(['4', [4]]);
});

test('left empty, it shows the last number again', async () => {
  const told: number[] = [];
  show(<Field told={told} />);
  const field = await screen.findByLabelText<HTMLInputElement>('GPUs');
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.blur(field);
  expect([field.value, told]).toEqual(['8', []]);
});
