import { expect, test } from 'vitest';
import type { Backend, BackendSetting } from '~/api/types';
import { guideOf, moreSettings, shownSettings } from './AddCluster';

const setting = (key: string, group: string, required = false): BackendSetting => ({ key, group, required, preset: null, meaning: `${key}.`, example: 'x' });
const slurm: Backend = {
  name: 'slurm', about: 'Batch jobs of Slurm.', install: 'slurmrestd', abilities: ['BATCH', 'NOTEBOOK', 'SEVERAL_POD_SETS'],
  settings: [setting('url', 'connection', true), setting('instance', 'connection'), setting('partition', 'jobs'), setting('qos', 'jobs')],
};

test('settings that are needed have a field, others when they are asked for', () => {
  expect(shownSettings(slurm, {}).map((each) => each.key)).toEqual(['url']);
  expect(shownSettings(slurm, { qos: '' }).map((each) => each.key)).toEqual(['url', 'qos']);
});

test('the others are offered in their groups', () => {
  expect(moreSettings(slurm, { qos: '' })).toEqual([{ group: 'connection', items: ['instance'] }, { group: 'jobs', items: ['partition'] }]);
});

test('a backend says what it is, needs, and cannot', () => {
  expect(guideOf(slurm)).toBe('Batch jobs of Slurm. Needs slurmrestd. Not for shares of a GPU, MIG devices.');
  expect(guideOf({ ...slurm, install: '', abilities: ['BATCH', 'NOTEBOOK', 'SEVERAL_POD_SETS', 'GPU_SHARES', 'MIG_DEVICES'] })).toBe('Batch jobs of Slurm.');
});
