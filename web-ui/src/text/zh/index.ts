import type { Catalogue } from '~/text';
import { capacity } from './capacity';
import { data } from './data';
import { manage } from './manage';
import { money } from './money';
import { scheduling } from './scheduling';
import { shell } from './shell';
import { submit } from './submit';
import { work } from './work';

/** Simplified Chinese. Messages of the server stay in English. */
export const zh: Catalogue = { ...shell, work, submit, capacity, money, manage, scheduling, data };
