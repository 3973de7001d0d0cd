import { Select } from '@mantine/core';
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { t } from '~/text';
import { type Scope, useScopes } from './scope';
import css from './Shell.module.css';

const x = t.scope;
const INDENT: Record<Scope['kind'], string> = { department: '', team: '\u2003', project: '\u2003\u2003' };

// Pages that a scope narrows; the others show the whole organisation whatever is chosen.
const NARROWED = new Set(['/jobs', '/notebooks', '/submit', '/data', '/queue', '/costs', '/statements', '/adjustments', '/commitments', '/quotas', '/policies', '/waits', '/preemption']);

/** Narrows all pages that know projects to a department, team or project. It stays in the URL from page to page. */
export function ScopeSwitcher() {
  const scopes = useScopes();
  const key = useSearch({ strict: false }).scope;
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const narrows = NARROWED.has(path);
  if (!scopes || scopes.length < 2) return null;
  return (
    <Select
      aria-label={x.label} size="xs" searchable classNames={{ root: css.scope, input: css.scopeInput }} value={narrows ? (key ?? '') : ''} disabled={!narrows} title={narrows ? undefined : x.whole} comboboxProps={{ width: 280, position: 'bottom-start' }} withScrollArea={false} styles={{ options: { maxHeight: 420, overflowY: 'auto' } }}
      data={[{ value: '', label: x.all }, ...scopes.map((each) => ({ value: each.key, label: `${x[each.kind]} ${each.name}` }))]}
      renderOption={({ option }) => {
        const of = scopes.find((each) => each.key === option.value);
        return of ? <span>{INDENT[of.kind]}{of.name} <span className="quiet small">{of.kind === 'project' ? '' : x[of.kind].toLowerCase()}</span></span> : option.label;
      }}
      onChange={(value) => void navigate({ to: '.', search: (old) => ({ ...old, scope: value || undefined }), replace: true })}
    />
  );
}
