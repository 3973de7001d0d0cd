import { expect, test } from 'vitest';
import { bandText } from './timeBand';

test.each([
  [['FRI', 'MON'], 'MON,FRI 20:00-06:00 Europe/Berlin'],
  [['SUN', 'SAT'], 'SAT,SUN 20:00-06:00 Europe/Berlin'],
])('days %s in the order of the week', (days, text) => {
  expect(bandText({ days, from: '20:00', to: '06:00', zone: 'Europe/Berlin' })).toBe(text);
});
