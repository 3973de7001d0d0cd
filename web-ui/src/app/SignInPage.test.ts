import { expect, test } from 'vitest';
import { safeNext } from './SignInPage';

test.each([
  ['/jobs?q=phase%3AQUEUED', '/jobs?q=phase%3AQUEUED'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/sign-in?next=/', '/'],
  [undefined, '/'],
])('goes on to a path of this portal only: %s', (next, expected) => {
  expect(safeNext(next)).toBe(expected);
});
