import { capacity } from './en/capacity';
import { data } from './en/data';
import { manage } from './en/manage';
import { money } from './en/money';
import { scheduling } from './en/scheduling';
import { shell } from './en/shell';
import { submit } from './en/submit';
import { work } from './en/work';

const en = { ...shell, work, submit, capacity, money, manage, scheduling, data };

/** What a catalogue of another language must hold. */
export type Catalogue = typeof en;

export const LANGUAGES = { en: 'English', zh: '中文' } as const;
export type Language = keyof typeof LANGUAGES;
const KEY = 'gpuaas.language';

function chosen(): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // Without storage the browser's language decides.
  }
  return (kept ?? navigator.language).startsWith('zh') ? 'zh' : 'en';
}

/** All pages are loaded anew, since their texts are read once. */
export function speak(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } finally {
    window.location.reload();
  }
}

export const language: Language = chosen();
document.documentElement.lang = language;

/** For `Intl`: the browser's own way of the language, unless another one was chosen. */
export const locale: string | undefined = navigator.language.startsWith(language) ? undefined : language === 'zh' ? 'zh-CN' : 'en';

/** All texts of the portal in the language of this browser. */
export const t: Catalogue = language === 'zh' ? (await import('./zh')).zh : en;
