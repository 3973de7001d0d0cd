import { Button, Modal, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { newKey, tokensQuery } from '~/api/queries';
import { serverNow } from '~/api/serverClock';
import { meQuery } from '~/api/session';
import type { Token } from '~/api/types';
import { may } from '~/app/nav';
import { useWished } from '~/app/wishes';
import { t } from '~/text';
import { Ask } from '~/ui/Ask';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions, Refusal } from '~/ui/FormActions';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Ago } from '~/ui/time';
import { faultsOf } from '~/work/submit/Faults';
import { RotateToken } from './RotateToken';
import { SCOPES } from './scopes';
import { TokenSecret } from './TokenSecret';

const x = t.manage.tokens;

export function TokensPage() {
  const { data: me } = useQuery(meQuery);
  const query = useQuery(tokensQuery);
  const [making, dialog] = useDisclosure(false);
  useWished('token', dialog.open);
  const writer = me !== undefined && may(me, 'token.write');
  return (
    <Page title={x.title} lead={x.lead} actions={writer ? <Button onClick={dialog.open}>{x.make}</Button> : null}>
      <Loaded query={query}>
        {(tokens) => tokens.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <Panel flush><DataTable label={x.label} columns={columns(writer ? me.login : undefined)} rows={tokens} rowKey={(token) => token.id} /></Panel>
        )}
      </Loaded>
      <Modal opened={making} onClose={dialog.close} title={x.make} closeButtonProps={{ 'aria-label': t.common.close }}>
        <Make projects={me?.projects ?? []} permissions={me?.permissions ?? []} onDone={dialog.close} />
      </Modal>
    </Page>
  );
}

/** @param writer who may end tokens, and rotate those of their own */
function columns(writer: string | undefined): Column<Token>[] {
  const list: Column<Token>[] = [
    { id: 'name', header: x.name, width: 160, cell: (token) => <b style={{ fontWeight: 500 }}>{token.name}</b> },
    { id: 'project', header: x.project, width: 140, cell: (token) => token.project ?? <span className="quiet">{x.anyProject}</span> },
    { id: 'owner', header: x.owner, width: 110, cell: (token) => token.owner ?? '–' },
    { id: 'scopes', header: x.scopes, width: 190, grow: true, cell: (token) => (token.scopes.includes('*') ? x.anything : <code title={token.scopes.join(' ')}>{token.scopes.join(' ')}</code>) },
    { id: 'from', header: x.from, width: 130, cell: (token) => (token.addresses?.length ? <code title={token.addresses.join(' ')}>{token.addresses.join(' ')}</code> : <span className="quiet">{x.anywhere}</span>) },
    { id: 'created', header: x.created, width: 104, number: true, cell: (token) => <Ago at={token.createdAt} /> },
    { id: 'expires', header: x.expires, width: 104, number: true, cell: (token) => <Ago at={token.expiresAt} /> },
    { id: 'used', header: x.used, width: 104, number: true, cell: (token) => (token.lastUsedAt ? <Ago at={token.lastUsedAt} /> : <span className="quiet">{x.never}</span>) },
  ];
  if (writer !== undefined) {
    list.push({
      id: 'change', header: '', width: 148,
      cell: (token) => <>{token.owner === writer ? <RotateToken token={token} /> : null}<Revoke token={token} /></>,
    });
  }
  return list;
}

function Revoke({ token }: { token: Token }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => send('DELETE', `/tokens/${encodeURIComponent(token.id)}`),
    onSuccess: () => {
      notifications.show({ message: x.revoked });
      void client.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  return <Ask button={x.revoke} name={`${x.revoke} ${token.name}`} title={x.revokeAsk(token.name)} detail={x.revokeDetail} act={revoke} />;
}

function Make({ projects, permissions, onDone }: { projects: string[]; permissions: string[]; onDone: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [project, setProject] = useState<string | null>(projects[0] ?? null);
  const [scopes, setScopes] = useState(() => SCOPES.filter((scope) => permissions.includes(scope)));
  const [addresses, setAddresses] = useState<string[]>([]);
  const [days, setDays] = useState<number | string>(90);
  const make = useMutation({
    mutationFn: async () => {
      const expiresAt = new Date(serverNow() + Number(days) * 86_400_000).toISOString();
      return (await send<Token>('POST', '/tokens', { body: { name, project, scopes, expiresAt, ...(addresses.length > 0 && { addresses }) }, idempotencyKey: newKey() })).data;
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: ['tokens'] }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  if (make.data) return <TokenSecret token={make.data} onDone={onDone} />;
  const faults = make.error instanceof ProblemError ? faultsOf(make.error.problem) : new Map<string, string>();
  /** Of a field with several values: each has its own pointer. */
  const at = (pointer: string) => [...faults].filter(([each]) => each === pointer || each.startsWith(`${pointer}/`));
  const told = (pointer: string, values: string[]) => at(pointer).map(([each, detail]) => [values[Number(each.slice(pointer.length + 1))], detail].filter(Boolean).join(': ')).join(' ') || undefined;
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <TextInput label={x.name} value={name} error={faults.get('/name')} onChange={(event) => setName(event.currentTarget.value)} required withAsterisk={false} maxLength={63} />
      <Select label={x.project} aria-required data={projects} searchable value={project} error={faults.get('/project')} onChange={setProject} />
      <MultiSelect label={x.scopes} aria-required size="sm" data={SCOPES.filter((scope) => permissions.includes(scope))} value={scopes} error={told('/scopes', scopes)} onChange={setScopes} />
      <TagsInput label={x.addresses} description={x.addressesHint} value={addresses} splitChars={[',', ' ']} acceptValueOnBlur error={told('/addresses', addresses)} onChange={setAddresses} />
      <NumberInput label={x.days} description={x.daysHint} min={1} max={365} allowDecimal={false} value={days} error={faults.get('/expiresAt')} onChange={setDays} />
      <Refusal cause={make.error} faults={faults} fields={['/name', '/project', '/expiresAt', ...[...at('/scopes'), ...at('/addresses')].map(([each]) => each)]} />
      <FormActions submit={x.make} busy={make.isPending} disabled={!name || !project || scopes.length === 0} onCancel={onDone} />
    </form>
  );
}
