import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { get, ProblemError, send } from '~/api/http';
import type { DeviceLogin } from '~/api/types';
import { t } from '~/text';
import { Page, Panel } from '~/ui/Page';
import { ProblemView } from '~/ui/ProblemView';
import { Ago } from '~/ui/time';

const x = t.device;

/** Where a person lets a command line in that shows a code (`gpuaas login`). */
export function DevicePage() {
  const { code } = useSearch({ from: '/inside/device' });
  return (
    <Page title={x.title} lead={x.lead}>
      <Panel>
        <div style={{ display: 'grid', gap: 16, maxWidth: 480 }}>
          {code ? <Waiting key={code} code={code} /> : <Ask />}
        </div>
      </Panel>
    </Page>
  );
}

function Ask() {
  const navigate = useNavigate();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    void navigate({ to: '/device', search: { code } });
  }
  return (
    <form onSubmit={submit} style={{ display: 'flex', gap: 8, alignItems: 'end' }}>
      <TextInput name="code" label={x.code} placeholder="XXXX-XXXX" autoComplete="off" autoFocus required withAsterisk={false} />
      <Button type="submit">{x.look}</Button>
    </form>
  );
}

function Waiting({ code }: { code: string }) {
  const path = `/device-logins/${encodeURIComponent(code)}`;
  const query = useQuery({ queryKey: ['device', code], queryFn: ({ signal }) => get<DeviceLogin>(path, undefined, signal), retry: false });
  const decide = useMutation({ mutationFn: (decision: 'ALLOW' | 'DENY') => send('POST', `${path}/decision`, { body: { decision } }) });
  if (decide.isSuccess) return <p role="status">{decide.variables === 'ALLOW' ? x.allowed : x.denied}</p>;
  const gone = [query.error, decide.error].some((cause) => cause instanceof ProblemError && cause.status === 404);
  if (gone) return <><p role="alert">{x.unknown}</p><Ask /></>;
  if (query.error) return <ProblemView cause={query.error} />;
  if (!query.data) return null;
  return (
    <>
      <h2>{x.question(query.data.machine)}</h2>
      <p className="soft">{x.detail}</p>
      <p><code>{query.data.userCode}</code> · {x.from} <code>{query.data.sourceIp}</code> · {x.asked} <Ago at={query.data.requestedAt} /></p>
      {decide.error ? <ProblemView cause={decide.error} /> : null}
      <div style={{ display: 'flex', gap: 8 }}>
        <Button loading={decide.isPending} onClick={() => decide.mutate('ALLOW')}>{x.allow}</Button>
        <Button variant="default" disabled={decide.isPending} onClick={() => decide.mutate('DENY')}>{x.deny}</Button>
      </div>
    </>
  );
}
