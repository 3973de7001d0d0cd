import { capacity } from './en/capacity';
import { manage } from './en/manage';
import { money } from './en/money';
import { shell } from './en/shell';
import { submit } from './en/submit';
import { work } from './en/work';

const en = { ...shell, work, submit, capacity, money, manage };

/** What a catalogue of another language must hold. */
export type Catalogue = typeof en;

/** All texts of the portal. A second language is a second value of {@link Catalogue}. */
export const t: Catalogue = en;
