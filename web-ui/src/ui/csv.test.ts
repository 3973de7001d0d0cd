import { expect, test } from 'vitest';
import { csv } from './csv';

test('quotes what needs it, and defuses formulas', () => {
  expect(csv(['a', 'b'], [['x,"y"', -1.5], ['=1+1', '-cmd'], [null, undefined]])).toBe(
    'a,b\r\n"x,""y""",-1.5\r\n\'=1+1,\'-cmd\r\n,\r\n',
  );
});
