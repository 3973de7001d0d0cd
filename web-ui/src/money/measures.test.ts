import { expect, it } from 'vitest';
import page from '../../../docs/definitions.md?raw';
import { measuresOf } from './measures';

it('are read from the page of the repository', () => {
  const { lead, measures } = measuresOf(page);
  expect(lead).toMatch(/^What each figure/);
  expect(measures.length).toBeGreaterThan(15);
  expect(measures.every(([name, meaning]) => name !== '' && meaning !== '')).toBe(true);
  expect(measures.map(([name]) => name)).toContain('Forecast');
});
