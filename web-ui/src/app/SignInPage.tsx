import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { ProblemError } from '~/api/http';
import { signInOptionsQuery } from '~/api/queries';
import { meQuery, signIn } from '~/api/session';
import type { SignInOptions } from '~/api/types';
import { t } from '~/text';
import { Mark } from '~/ui/Mark';
import css from './SignInPage.module.css';

/** A path of this portal, never another site. */
export function safeNext(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/';
}

export function SignInPage() {
  const { next, expired, error } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  const client = useQueryClient();
  const { data: options } = useQuery(signInOptionsQuery);
  const [fault, setFault] = useState<string | null>(error ?? null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${t.session.title} · ${t.product}`;
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFault(null);
    try {
      await signIn(String(form.get('login') ?? ''), String(form.get('password') ?? ''));
      client.clear();
      await client.fetchQuery(meQuery);
      await router.navigate({ to: safeNext(next), replace: true });
    } catch (cause) {
      const refused = cause instanceof ProblemError && (cause.status === 401 || cause.status === 422);
      setFault(refused ? t.session.refused : cause instanceof Error ? cause.message : String(cause));
      setBusy(false);
    }
  }

  return (
    <main className={css.page}>
      <div className={css.art} aria-hidden="true">
        {Array.from({ length: 12 }, (_, node) => (
          <div key={node} className={css.node}>
            {Array.from({ length: 8 }, (_, gpu) => (
              <i key={gpu} data-use={laneOf(node, gpu)} />
            ))}
          </div>
        ))}
      </div>
      <form className={css.card} onSubmit={(event) => void submit(event)} aria-labelledby="sign-in">
        <Mark size={34} />
        <div>
          <h1 id="sign-in">{t.product}</h1>
          <p className="soft">{t.session.lead}</p>
        </div>
        {expired && !fault ? <p className={css.note} role="status">{t.session.expired}</p> : null}
        {fault ? <p className={css.fault} role="alert">{fault}</p> : null}
        {options?.localAccounts === false ? null : (
          <>
            <TextInput name="login" label={t.session.login} autoComplete="username" required withAsterisk={false} autoFocus />
            <PasswordInput name="password" label={t.session.password} autoComplete="current-password" required withAsterisk={false} />
            <Button type="submit" size="sm" fullWidth loading={busy}>{t.session.submit}</Button>
          </>
        )}
        <Providers options={options} next={safeNext(next)} />
      </form>
    </main>
  );
}

/** Those that the organisation signs in with; their pages send the browser back here. */
function Providers({ options, next }: { options: SignInOptions | undefined; next: string }) {
  if (!options || options.providers.length === 0) return null;
  return (
    <>
      {options.localAccounts ? <p className={css.or}>{t.session.or}</p> : null}
      {options.providers.map((provider) => (
        <Button key={provider.name} component="a" href={`${provider.href}?next=${encodeURIComponent(next)}`} size="sm" fullWidth variant={options.localAccounts ? 'default' : 'filled'}>
          {t.session.providerWith(provider.displayName)}
        </Button>
      ))}
    </>
  );
}

/** A fixed pattern of a busy hall: mostly guaranteed, some lent out, a little free. */
function laneOf(node: number, gpu: number): string {
  const at = (node * 7 + gpu * 3) % 12;
  if (node === 9 && gpu > 5) return 'down';
  if (node % 4 === 3) return at < 7 ? 'borrowed' : 'idle';
  return at < 10 ? 'nominal' : 'idle';
}
