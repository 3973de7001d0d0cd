import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Commitment, commitmentsQuery } from '~/api/charges';
import { ProblemError, send } from '~/api/http';
import { newKey } from '~/api/queries';
import { meQuery } from '~/api/session';
import { may } from '~/app/nav';
import { useWished } from '~/app/wishes';
import { useScope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions, Refusal } from '~/ui/FormActions';
import { count, day, exact, price } from '~/ui/format';
import { Facts, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { useNow, useToday } from '~/ui/time';
import { faultsOf } from '~/work/submit/Faults';
import { ApprovalFlag } from './ApprovalFlag';
import { ChargePoliciesPanel } from './ChargePoliciesPanel';
import { CommitmentForm } from './CommitmentForm';
import { Decide } from './Decide';

const x = t.money.commitments;
const pathOf = (each: Commitment): string => `/commitments/${encodeURIComponent(each.id)}`;

/** What statements charge beside usage: reserved GPUs, and by policy idle and lent ones. */
export function CommitmentsPage() {
  const { data: me } = useQuery(meQuery);
  const query = useQuery(commitmentsQuery);
  const scope = useScope();
  const [proposing, dialog] = useDisclosure(false);
  useWished('commitment', dialog.open);
  const login = me !== undefined && may(me, 'rate.write') ? me.login : undefined;
  const propose = login === undefined ? null : <Button onClick={dialog.open}>{x.propose}</Button>;
  return (
    <Page title={x.title} lead={x.lead} actions={propose}>
      <Loaded query={query} lines={5}>
        {(all) => {
          const rows = all.filter((each) => !scope || scope.projects.includes(each.project));
          return rows.length === 0 ? <Panel title={x.panel}><Empty title={x.none} detail={x.noneDetail} /></Panel> : (
            <Panel title={x.panel} note={t.table.rows(rows.length)} flush>
              <DataTable label={x.panel} columns={columns(login)} rows={rows} rowKey={(each) => each.id} />
            </Panel>
          );
        }}
      </Loaded>
      {me !== undefined && may(me, 'rate.read') ? <ChargePoliciesPanel login={login} /> : null}
      <Panel title={t.common.definitions}>
        <Facts facts={(['commitment', 'covered', 'idle', 'lent'] as const).map((kind) => [x.kind[kind], x.def[kind]])} />
      </Panel>
      <Modal opened={proposing} onClose={dialog.close} title={x.propose} size="lg" closeButtonProps={{ 'aria-label': t.common.close }}>
        <CommitmentForm projects={me?.projects ?? []} onDone={dialog.close} />
      </Modal>
    </Page>
  );
}

function columns(login: string | undefined): Column<Commitment>[] {
  return [
    { id: 'project', header: t.common.project, width: 132, grow: true, cell: (each) => <Link className="plain" to="/statements" search={{ project: each.project }}>{each.project}</Link> },
    { id: 'status', header: x.state, width: 104, narrow: 'head', cell: (each) => <ApprovalFlag status={each.status} /> },
    ...(login === undefined ? [] : [{ id: 'act', header: '', width: 140, cell: (each: Commitment) => <Acts each={each} login={login} /> }]),
    { id: 'model', header: x.model, width: 112, cell: (each) => <span title={each.pool}>{each.model}</span> },
    { id: 'gpus', header: x.gpus, width: 58, number: true, cell: (each) => count(each.gpus) },
    { id: 'price', header: x.price, unit: t.money.rates.perHour, width: 130, number: true, cell: (each) => price(each.pricePerGpuHour.amount, each.pricePerGpuHour.currency) },
    { id: 'from', header: x.from, width: 108, number: true, cell: (each) => <span title={exact(each.from)}>{day(each.from)}</span> },
    { id: 'to', header: x.to, width: 136, number: true, cell: (each) => <To each={each} /> },
    { id: 'author', header: x.author, width: 150, cell: (each) => <span title={each.decidedBy ? x.decidedBy(each.decidedBy) : undefined}>{each.author}</span> },
  ];
}

/** The agreed end; an earlier one that somebody asks for is told instead. */
function To({ each }: { each: Commitment }) {
  if (each.end) return <span title={`${exact(each.end.at)} ← ${exact(each.to)}`}>{x.wanted(day(each.end.at), each.end.author)}</span>;
  return <span title={each.endedEarlier ? `${exact(each.to)} · ${x.endedEarlier}` : exact(each.to)}>{day(each.to)}</span>;
}

function Acts({ each, login }: { each: Commitment; login: string }) {
  const today = useToday();
  const now = useNow();
  if (each.status === 'PROPOSED') return <Decide path={`${pathOf(each)}/decision`} name={each.id} refresh={['commitments']} own={each.author === login} />;
  if (each.end) return <Decide path={`${pathOf(each)}/end/decision`} name={each.id} refresh={['commitments']} own={each.end.author === login} />;
  return each.status === 'APPROVED' && !each.endedEarlier && Date.parse(each.to) > now ? <EndEarlier each={each} today={today} /> : null;
}

const DAY_MS = 86_400_000;

/** Ends it earlier than agreed, once a second person has agreed to that. */
function EndEarlier({ each, today }: { each: Commitment; today: string }) {
  const [opened, dialog] = useDisclosure(false);
  const client = useQueryClient();
  const [at, setAt] = useState(() => new Date(Date.parse(`${today}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10));
  const end = useMutation({
    mutationFn: () => send('POST', `${pathOf(each)}/end`, { body: { at: `${at}T00:00:00Z` }, idempotencyKey: newKey() }),
    onSuccess: () => {
      notifications.show({ message: t.money.decide.proposed });
      void client.invalidateQueries({ queryKey: ['commitments'] });
      dialog.close();
    },
  });
  const faults = end.error instanceof ProblemError ? faultsOf(end.error.problem) : new Map<string, string>();
  return (
    <>
      <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${x.end} ${each.id}`} onClick={() => { end.reset(); dialog.open(); }}>{x.end}</Button>
      <Modal opened={opened} onClose={dialog.close} title={x.endAsk(each.project)} closeButtonProps={{ 'aria-label': t.common.close }}>
        <form onSubmit={(event) => { event.preventDefault(); end.mutate(); }} style={{ display: 'grid', gap: 12 }}>
          <p className="soft">{x.endDetail}</p>
          <TextInput type="date" label={x.endAt} description="UTC" value={at} error={faults.get('/at')} onChange={(event) => { setAt(event.currentTarget.value); end.reset(); }} />
          <Refusal cause={end.error} faults={faults} fields={['/at']} />
          <FormActions submit={x.end} busy={end.isPending} disabled={!at} onCancel={dialog.close} />
        </form>
      </Modal>
    </>
  );
}
