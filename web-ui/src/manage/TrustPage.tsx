import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { send } from '~/api/http';
import { trustRulePath, trustRulesQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { TrustRule } from '~/api/types';
import { may } from '~/app/nav';
import { t } from '~/text';
import { Ask } from '~/ui/Ask';
import { type Column, DataTable } from '~/ui/DataTable';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { TrustEditor } from './TrustEditor';
import { TrustQuestion } from './TrustQuestion';

const x = t.manage.trust;

/** Which pipelines may act here without a stored secret, and what a given token would get. */
export function TrustPage() {
  const search = useSearch({ from: '/inside/ci-trust' });
  const navigate = useNavigate({ from: '/ci-trust' });
  const { data: me } = useQuery(meQuery);
  const query = useQuery(trustRulesQuery);
  const writer = me !== undefined && may(me, 'binding.write');
  const edit = (name: string | undefined) => void navigate({ search: (old) => ({ ...old, edit: name }), replace: true });
  return (
    <Page title={x.title} lead={x.lead} actions={writer ? <Button onClick={() => edit('new')}>{x.make}</Button> : null}>
      <Loaded query={query}>
        {(rules) => rules.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <Panel flush><DataTable label={x.title} columns={columns(writer, edit)} rows={rules} rowKey={(rule) => rule.name} /></Panel>
        )}
      </Loaded>
      <TrustQuestion />
      <TrustEditor name={search.edit} rule={query.data?.find((rule) => rule.name === search.edit)} onClose={() => edit(undefined)} />
    </Page>
  );
}

/** `https://gitlab.example` as people say it. */
const issuerName = (issuer: string): string => x.issuers[issuer] ?? issuer.replace(/^https?:\/\//, '');
const claimsOf = (rule: TrustRule): string => Object.entries(rule.claims).map(([name, value]) => `${name}=${value}`).join('  ');

function columns(writer: boolean, onEdit: (name: string) => void): Column<TrustRule>[] {
  const list: Column<TrustRule>[] = [
    { id: 'name', header: x.name, width: 150, cell: (rule) => <b style={{ fontWeight: 500 }}>{rule.name}</b> },
    { id: 'issuer', header: x.issuer, width: 128, cell: (rule) => <span title={rule.issuer}>{issuerName(rule.issuer)}</span> },
    { id: 'claims', header: x.claims, width: 190, grow: true, cell: (rule) => <code title={claimsOf(rule)}>{claimsOf(rule)}</code> },
    { id: 'project', header: x.project, width: 136, cell: (rule) => rule.project },
    { id: 'login', header: x.login, width: 120, cell: (rule) => rule.login },
    { id: 'scopes', header: x.scopes, width: 130, cell: (rule) => <code title={rule.scopes.join(' ')}>{rule.scopes.join(' ')}</code> },
    { id: 'hours', header: x.hours, unit: 'h', width: 118, number: true, cell: (rule) => rule.maxHours },
  ];
  if (writer) {
    list.push({
      id: 'act', header: '', width: 122,
      cell: (rule) => (
        <>
          <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${x.edit} ${rule.name}`} onClick={() => onEdit(rule.name)}>{x.edit}</Button>
          <Remove rule={rule} />
        </>
      ),
    });
  }
  return list;
}

function Remove({ rule }: { rule: TrustRule }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => send('DELETE', trustRulePath(rule.name), { ifMatch: `"${rule.version}"` }),
    onSuccess: () => {
      notifications.show({ message: x.removed(rule.name) });
      void client.invalidateQueries({ queryKey: ['trust-rules'] });
    },
  });
  return <Ask button={t.common.delete} name={`${t.common.delete} ${rule.name}`} title={x.removeAsk(rule.name)} detail={x.removeDetail} act={remove} />;
}
