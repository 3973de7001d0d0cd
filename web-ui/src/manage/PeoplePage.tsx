import { Autocomplete, Button, Modal, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { bindingsQuery, newKey, projectsQuery, teamsQuery, usersQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { RoleBinding, User } from '~/api/types';
import { may } from '~/app/nav';
import { useWished } from '~/app/wishes';
import { t } from '~/text';
import { Ask } from '~/ui/Ask';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions, Refusal } from '~/ui/FormActions';
import { words } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { type Access, accessTo } from './access';
import { AddPerson } from './AddPerson';
import { faultsOf } from '~/work/submit/Faults';
import { ROLES } from './roles';

const x = t.manage.people;
const scopeText = (binding: Pick<RoleBinding, 'scope'>): string =>
  binding.scope.kind === 'ORG' ? (x.kinds['ORG'] ?? '') : `${x.kinds[binding.scope.kind] ?? binding.scope.kind} ${binding.scope.name}`;

export function PeoplePage() {
  const { data: me } = useQuery(meQuery);
  const users = useQuery(usersQuery);
  const bindings = useQuery(bindingsQuery);
  const [granting, dialog] = useDisclosure(false);
  const [adding, adds] = useDisclosure(false);
  useWished('person', adds.open);
  useWished('role', dialog.open);
  const writer = me !== undefined && may(me, 'binding.write');
  return (
    <Page title={x.title} lead={x.lead} actions={
      <>
        {me !== undefined && may(me, 'user.write') ? <Button variant="default" onClick={adds.open}>{x.add.title}</Button> : null}
        {writer ? <Button onClick={dialog.open}>{x.grant}</Button> : null}
      </>
    }>
      <Panel title={x.users} flush>
        <Loaded query={users}>
          {(people) => people.length === 0 ? <Empty title={x.none} /> : (
            <DataTable label={x.label} columns={userColumns(bindings.data ?? [])} rows={people} rowKey={(user) => user.login} />
          )}
        </Loaded>
      </Panel>
      <WhoSees bindings={bindings.data ?? []} />
      <Panel title={x.bindings} flush>
        <Loaded query={bindings}>
          {(list) => list.length === 0 ? <Empty title={x.none} /> : (
            <DataTable label={x.bindingsLabel} columns={bindingColumns(writer)} rows={list} rowKey={(binding) => binding.id} />
          )}
        </Loaded>
      </Panel>
      <AddPerson opened={adding} onClose={adds.close} />
      <Modal opened={granting} onClose={dialog.close} title={x.grant} closeButtonProps={{ 'aria-label': t.common.close }}>
        <Grant logins={users.data?.map((user) => user.login) ?? []} onDone={dialog.close} />
      </Modal>
    </Page>
  );
}

const accessColumns: Column<Access>[] = [
  { id: 'login', header: x.login, width: 160, cell: (access) => <b style={{ fontWeight: 500 }}>{access.login}</b> },
  { id: 'role', header: x.role, width: 180, cell: (access) => words(access.role) },
  { id: 'why', header: x.why, width: 320, grow: true, cell: (access) => (access.scope.kind === 'PROJECT' ? x.direct : x.inherited(scopeText(access))) },
];

/** Who has access to one project, and which binding gives it. */
function WhoSees({ bindings }: { bindings: RoleBinding[] }) {
  const projects = useQuery(projectsQuery);
  const teams = useQuery(teamsQuery);
  const [name, setName] = useState<string | null>(null);
  const project = projects.data?.find((each) => each.name === name);
  const rows = project ? accessTo(project, teams.data ?? [], bindings) : [];
  return (
    <Panel title={x.whoSees} flush={project !== undefined} actions={
      <Select aria-label={x.kinds['PROJECT']} w={220} searchable placeholder={x.pickProject} value={name} onChange={setName}
        data={projects.data?.map((each) => each.name) ?? []} />
    }>
      {project ? <DataTable label={x.whoSees} columns={accessColumns} rows={rows} rowKey={(row) => `${row.login}/${row.role}/${row.scope.kind}/${row.scope.name}`} />
        : <p className="quiet">{x.whoSeesHint}</p>}
    </Panel>
  );
}

function userColumns(bindings: RoleBinding[]): Column<User>[] {
  const roles = (user: User) => bindings.filter((binding) => binding.login === user.login).map((binding) => `${words(binding.role)} (${scopeText(binding)})`).join(', ');
  return [
    { id: 'login', header: x.login, width: 140, cell: (user) => <b style={{ fontWeight: 500 }}>{user.login}</b> },
    { id: 'name', header: x.name, width: 180, cell: (user) => user.displayName },
    { id: 'state', header: x.state, width: 110, narrow: 'head', cell: (user) => <Flag tone={user.active ? 'good' : 'calm'}>{user.active ? x.active : x.inactive}</Flag> },
    { id: 'roles', header: x.roles, width: 320, grow: true, cell: (user) => <span title={roles(user)}>{roles(user) || <span className="quiet">{x.noRoles}</span>}</span> },
  ];
}

function bindingColumns(writer: boolean): Column<RoleBinding>[] {
  const columns: Column<RoleBinding>[] = [
    { id: 'login', header: x.login, width: 140, cell: (binding) => <b style={{ fontWeight: 500 }}>{binding.login}</b> },
    { id: 'role', header: x.role, width: 180, cell: (binding) => words(binding.role) },
    { id: 'scope', header: x.scope, width: 260, grow: true, cell: scopeText },
  ];
  if (writer) columns.push({ id: 'revoke', header: '', width: 90, cell: (binding) => <Revoke binding={binding} /> });
  return columns;
}

function Revoke({ binding }: { binding: RoleBinding }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => send('DELETE', `/role-bindings/${encodeURIComponent(binding.id)}`),
    onSuccess: () => {
      notifications.show({ message: x.revoked });
      void client.invalidateQueries({ queryKey: ['role-bindings'] });
    },
  });
  return (
    <Ask button={x.revoke} name={`${x.revoke} ${binding.role} ${binding.login}`} title={x.revokeAsk(words(binding.role), binding.login)} detail={x.revokeDetail} act={revoke} />
  );
}

function Grant({ logins, onDone }: { logins: string[]; onDone: () => void }) {
  const client = useQueryClient();
  const [login, setLogin] = useState<string | null>(null);
  const [role, setRole] = useState<string>('data-scientist');
  const [kind, setKind] = useState('PROJECT');
  const [name, setName] = useState('');
  const { data: me } = useQuery(meQuery);
  const { data: bindings } = useQuery(bindingsQuery);
  const { data: projects } = useQuery(projectsQuery);
  const { data: teams } = useQuery(teamsQuery);
  const known: Record<string, string[] | undefined> = {
    PROJECT: projects?.map((each) => each.name), TEAM: teams?.map((each) => each.name), DEPARTMENT: teams?.map((each) => each.department),
  };
  const names = [...new Set(known[kind] ?? [])].sort();
  // The organisation's scope has a name too; whoever may grant on it sees a binding that has it.
  const orgName = [...(me?.roles ?? []), ...(bindings ?? [])].find((each) => each.scope.kind === 'ORG')?.scope.name ?? 'organisation';
  const grant = useMutation({
    mutationFn: () => send('POST', '/role-bindings', { body: { login, role, scope: { kind, name: kind === 'ORG' ? orgName : name } }, idempotencyKey: newKey() }),
    onSuccess: () => {
      notifications.show({ message: x.granted(login ?? '') });
      void client.invalidateQueries({ queryKey: ['role-bindings'] });
      onDone();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    grant.mutate();
  }
  const faults = grant.error instanceof ProblemError ? faultsOf(grant.error.problem) : new Map<string, string>();
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <Select label={x.login} searchable data={logins} value={login} onChange={setLogin} error={faults.get('/login')} required withAsterisk={false} />
      <Select label={x.role} data={ROLES.map((value) => ({ value, label: words(value) }))} value={role} error={faults.get('/role')} onChange={(value) => setRole(value ?? role)} />
      <Select label={x.kind} data={Object.entries(x.kinds).map(([value, label]) => ({ value, label }))} value={kind} error={faults.get('/scope/kind')} onChange={(value) => setKind(value ?? kind)} />
      {kind === 'ORG' ? null : <Autocomplete label={x.scopeName} data={names} limit={50} value={name} error={faults.get('/scope/name')} onChange={(value) => setName(value.trim())} required withAsterisk={false} />}
      <Refusal cause={grant.error} faults={faults} fields={['/login', '/role', '/scope/kind', kind === 'ORG' ? '' : '/scope/name']} />
      <FormActions submit={x.grant} busy={grant.isPending} disabled={!login} onCancel={onDone} />
    </form>
  );
}
