import { Drawer, SegmentedControl, Select, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, send } from '~/api/http';
import { adjustmentsQuery, disputePath, disputesQuery, newKey } from '~/api/queries';
import type { Dispute } from '~/api/types';
import { useScope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions, Refusal } from '~/ui/FormActions';
import { money, words } from '~/ui/format';
import { Facts, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { Ago } from '~/ui/time';
import { faultsOf } from '~/work/submit/Faults';

const x = t.money.disputes;
const TONES = { OPEN: 'warn', ACCEPTED: 'good', REJECTED: 'calm' } as const;

/** Objections to issued statements, newest first. `login`: of a person who may answer. */
export function DisputesPanel({ login }: { login: string | undefined }) {
  const query = useQuery(disputesQuery);
  const scope = useScope();
  const [chosen, setChosen] = useState<string | undefined>();
  const rows = (query.data ?? []).filter((each) => !scope || scope.projects.includes(each.project));
  return (
    <Panel title={x.title} note={x.lead} flush>
      <Loaded query={query} lines={4}>
        {() => rows.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <DataTable label={x.title} columns={columns} rows={rows} rowKey={(each) => each.id} onOpen={(each) => setChosen(each.id)} chosen={chosen} />
        )}
      </Loaded>
      <One dispute={rows.find((each) => each.id === chosen)} login={login} onClose={() => setChosen(undefined)} />
    </Panel>
  );
}

const columns: Column<Dispute>[] = [
  { id: 'statement', header: x.statement, width: 116, cell: (each) => <b style={{ fontWeight: 500 }}>{each.statement}</b> },
  { id: 'project', header: x.project, width: 150, cell: (each) => each.project },
  { id: 'status', header: x.status, width: 116, narrow: 'head', cell: (each) => <Flag tone={TONES[each.status]}>{x.statuses[each.status]}</Flag> },
  { id: 'code', header: x.code, width: 130, cell: (each) => words(each.reasonCode) },
  { id: 'why', header: x.explanation, width: 220, grow: true, cell: (each) => <span title={each.explanation}>{each.explanation}</span> },
  { id: 'by', header: x.by, width: 120, cell: (each) => each.raisedBy },
  { id: 'at', header: x.at, width: 104, number: true, cell: (each) => <Ago at={each.raisedAt} /> },
];

interface OneProps {
  dispute: Dispute | undefined;
  login: string | undefined;
  onClose: () => void;
}

function One({ dispute, login, onClose }: OneProps) {
  return (
    <Drawer opened={dispute !== undefined} onClose={onClose} position="right" size={460} title={dispute ? x.of(dispute.statement) : ''}
      closeButtonProps={{ 'aria-label': t.common.close }}>
      {dispute ? (
        <div style={{ display: 'grid', gap: 16 }}>
          <Facts facts={[
            [x.status, <Flag key="s" tone={TONES[dispute.status]}>{x.statuses[dispute.status] ?? dispute.status}</Flag>],
            [x.project, dispute.project], [x.code, words(dispute.reasonCode)], [x.explanation, dispute.explanation],
            [x.by, <span key="b">{dispute.raisedBy}, <Ago at={dispute.raisedAt} /></span>],
            ...(dispute.status === 'OPEN' ? [] : [
              [x.answer, dispute.answer], [x.answeredBy, <span key="a">{dispute.answeredBy}, <Ago at={dispute.answeredAt} /></span>],
              [x.adjustment, dispute.adjustmentId || t.common.none],
            ] as [string, React.ReactNode][]),
          ]} />
          {dispute.status !== 'OPEN' || login === undefined ? null
            : dispute.raisedBy === login ? <p className="quiet">{x.notOwn}</p> : <Answer key={dispute.id} dispute={dispute} onDone={onClose} />}
        </div>
      ) : null}
    </Drawer>
  );
}

const FIELDS = ['/text', '/adjustmentId'];

/** Once, by somebody else than who raised it; an adjustment of the project can settle it. */
function Answer({ dispute, onDone }: { dispute: Dispute; onDone: () => void }) {
  const client = useQueryClient();
  const adjustments = useQuery(adjustmentsQuery);
  const [accepted, setAccepted] = useState(true);
  const [text, setText] = useState('');
  const [adjustmentId, setAdjustment] = useState('');
  const answer = useMutation({
    mutationFn: () => send('POST', `${disputePath(dispute.id)}/answer`, {
      body: { accepted, text, adjustmentId: accepted && adjustmentId ? adjustmentId : null }, idempotencyKey: newKey(),
    }),
    onSuccess: () => {
      notifications.show({ message: x.answered(dispute.statement) });
      void client.invalidateQueries({ queryKey: ['disputes'] });
      onDone();
    },
  });
  const faults = answer.error instanceof ProblemError ? faultsOf(answer.error.problem) : new Map<string, string>();
  const offers = (adjustments.data ?? []).filter((each) => each.project === dispute.project && each.status !== 'REJECTED')
    .map((each) => ({ value: each.id, label: `${money(each.amount)}, ${words(each.reasonCode).toLowerCase()}` }));
  function submit(event: FormEvent) {
    event.preventDefault();
    answer.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12, borderTop: '1px solid var(--line)', paddingTop: 14 }}>
      <h2>{x.answerTitle}</h2>
      <SegmentedControl size="xs" aria-label={x.answerTitle} value={accepted ? 'yes' : 'no'} onChange={(value) => setAccepted(value === 'yes')} style={{ justifySelf: 'start' }}
        data={[{ value: 'yes', label: x.accept }, { value: 'no', label: x.reject }]} />
      <Textarea label={x.answer} aria-required value={text} maxLength={1000} autosize minRows={3} error={faults.get('/text')} onChange={(event) => setText(event.currentTarget.value)} />
      {accepted ? (
        <Select label={x.adjustment} description={x.adjustmentHint} value={adjustmentId} error={faults.get('/adjustmentId')}
          data={[{ value: '', label: t.common.none }, ...offers]} onChange={(value) => setAdjustment(value ?? '')} />
      ) : null}
      <Refusal cause={answer.error} faults={faults} fields={FIELDS} />
      <FormActions submit={accepted ? x.accept : x.reject} busy={answer.isPending} disabled={!text.trim()} onCancel={onDone} />
    </form>
  );
}
