import { useQuery } from '@tanstack/react-query';
import { booksQuery, nightsQuery } from '~/api/queries';
import { t } from '~/text';
import { exact, words } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { Ago } from '~/ui/time';
import css from './Reconciliation.module.css';

const x = t.money.books;

/** The invariants of the books, each with what breaks it. */
export function BooksPanel() {
  const query = useQuery(booksQuery);
  return (
    <Panel title={x.title} note={query.data ? <>{x.asOf} <Ago at={query.data.asOf} /> · <LastNight /></> : undefined}>
      <Loaded query={query} lines={8}>
        {(books) => (
          <ul className={css.checks}>
            {books.checks.map((check) => (
              <li key={check.name}>
                <Flag tone={check.ok ? 'good' : 'bad'}>{check.ok ? x.holds : x.broken}</Flag>
                <div>
                  <b>{words(check.name)}</b> <span className="soft">{check.meaning}</span>
                  {check.rows.length === 0 ? null : (
                    <details>
                      <summary>{x.rows(check.rows.length)}</summary>
                      <ul>{check.rows.map((row, at) => <li key={at}><code className="wrap-any">{Object.entries(row).map(([key, value]) => `${key}=${value}`).join('  ')}</code></li>)}</ul>
                    </details>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function LastNight() {
  const { data } = useQuery(nightsQuery);
  if (!data) return null;
  const night = data.items[0];
  if (!night) return <>{x.noNight}</>;
  const red = night.checks.filter((check) => !check.ok).map((check) => words(check.name));
  return <span title={exact(night.asOf)}>{x.night} {red.length > 0 ? x.nightBad(red.join(', ')) : x.nightGood(night.checks.length)}</span>;
}
