import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { explainTrust } from '~/api/queries';
import type { TrustExplanation } from '~/api/types';
import { t } from '~/text';
import { Facts, Panel } from '~/ui/Page';
import { Flag } from '~/ui/StatusChip';
import css from './Trust.module.css';

const x = t.manage.trust;

/** A pipeline's token in, and for each rule whether it fits, or what keeps it from fitting. */
export function TrustQuestion() {
  const [token, setToken] = useState('');
  const ask = useMutation({ mutationFn: () => explainTrust(token.trim()) });
  function submit(event: FormEvent) {
    event.preventDefault();
    ask.mutate();
  }
  return (
    <Panel title={x.question}>
      <form onSubmit={submit} className={css.question}>
        <p className="soft">{x.questionDetail}</p>
        <Textarea label={x.token} value={token} maxLength={16_384} spellCheck={false} autosize minRows={3} maxRows={6} styles={{ input: { fontFamily: 'var(--mono)', fontSize: 12 } }}
          onChange={(event) => { setToken(event.currentTarget.value); ask.reset(); }} />
        <div><Button type="submit" variant="default" disabled={!token.trim()} loading={ask.isPending}>{x.explain}</Button></div>
      </form>
      <div aria-live="polite">
        {ask.error ? <p role="alert" style={{ color: 'var(--bad)' }}>{ask.error.message}</p> : null}
        {ask.data ? <Explanation told={ask.data} /> : null}
      </div>
    </Panel>
  );
}

function Explanation({ told }: { told: TrustExplanation }) {
  if (told.fault) return <p className={css.fault}><Flag tone="bad">{x.refused}</Flag> {told.fault}</p>;
  const first = told.rules.find((finding) => finding.misses.length === 0);
  return (
    <div className={css.told}>
      <p>{first ? x.gets(first.login, first.project, first.rule) : x.getsNothing}</p>
      <ul className={css.findings}>
        {told.rules.map((finding) => (
          <li key={finding.rule}>
            <Flag tone={finding.misses.length === 0 ? 'good' : 'calm'}>{finding.misses.length === 0 ? x.fits : x.fitsNot}</Flag>
            <div>
              <b>{finding.rule}</b> <span className="quiet">{finding.project}, {finding.login}</span>
              {finding.misses.map((miss) => <p key={miss} className="soft small wrap-any">{miss}</p>)}
            </div>
          </li>
        ))}
      </ul>
      <details>
        <summary>{x.claimsFound}</summary>
        <Facts facts={Object.entries(told.claims).map(([name, value]): [string, React.ReactNode] => [name, <code key={name}>{value}</code>])} />
      </details>
    </div>
  );
}
