import type { Problem } from '~/api/types';
import { t } from '~/text';
import css from './SubmitForm.module.css';

/** Fault by JSON pointer; `''` for one that belongs to no field. */
export type Faults = ReadonlyMap<string, string>;

export function faultsOf(problem: Problem): Faults {
  return new Map((problem.errors ?? []).map((each) => [each.pointer ?? '', each.detail ?? each.code ?? t.problem.title]));
}

/** All faults at once, each leading to its field. */
export function FaultSummary({ faults }: { faults: Faults }) {
  if (faults.size === 0) return null;
  return (
    <div className={css.faults} role="alert">
      <b>{t.submit.faults(faults.size)}</b>
      <ul>
        {[...faults].map(([pointer, detail]) => (
          <li key={pointer}>
            {pointer ? (
              <button type="button" onClick={() => document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(pointer)}"]`)?.focus()}>
                {pointer.slice(1).replace(/^spec\//, '').replaceAll('/', ' ')}
              </button>
            ) : null}{' '}
            {detail}
          </li>
        ))}
      </ul>
    </div>
  );
}
