import { Button, Drawer, Select, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ProblemError, send, type Versioned } from '~/api/http';
import { projectPath, projectQuery, projectsQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Project } from '~/api/types';
import { may } from '~/app/nav';
import { useScope } from '~/app/scope';
import { t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { FormActions } from '~/ui/FormActions';
import { Facts, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { faultsOf } from '~/work/submit/Faults';
import { IdleRules } from './IdleRules';
import { SiteRules } from './SiteRules';

const x = t.manage.policies;

// Words of the API, in the order from the mildest to the strictest.
const CHOICES = {
  queueingStrategy: ['BEST_EFFORT_FIFO', 'STRICT_FIFO'],
  stopPolicy: ['NONE', 'HOLD', 'HOLD_AND_DRAIN'],
  withinProject: ['NEVER', 'LOWER_PRIORITY', 'LOWER_OR_NEWER_EQUAL_PRIORITY'],
  reclaimWithinCohort: ['NEVER', 'LOWER_PRIORITY', 'ANY'],
  borrowWithinCohort: ['NEVER', 'LOWER_PRIORITY'],
} as const;
type Rule = keyof typeof CHOICES;
const OWN = ['queueingStrategy', 'stopPolicy'] as const;
const PREEMPTION = ['withinProject', 'reclaimWithinCohort', 'borrowWithinCohort'] as const;

const wordOf = (value: string | undefined): string => (value ? (x.word[value] ?? value) : '–');

export function PoliciesPage() {
  const search = useSearch({ from: '/inside/policies' });
  const navigate = useNavigate({ from: '/policies' });
  const { data: me } = useQuery(meQuery);
  const scope = useScope();
  const query = useQuery(projectsQuery);
  const edit = (name: string | undefined) => void navigate({ search: (old) => ({ ...old, edit: name }), replace: true });
  const writer = me !== undefined && may(me, 'project.write');
  return (
    <Page title={x.title} lead={x.lead}>
      <SiteRules editable={me !== undefined && may(me, 'quota.write')} />
      {me && may(me, 'job.read') ? <IdleRules editable={may(me, 'quota.write')} /> : null}
      <Loaded query={query} lines={10}>
        {(all) => {
          const rows = all.filter((project) => !scope || scope.projects.includes(project.name));
          return rows.length === 0 ? <Empty title={x.none} /> : (
            <Panel flush><DataTable label={x.title} columns={columns(writer, edit)} rows={rows} rowKey={(project) => project.name} /></Panel>
          );
        }}
      </Loaded>
      <Panel title={t.common.definitions}>
        <Facts facts={(Object.keys(CHOICES) as Rule[]).map((rule) => [x.rule[rule], x.def[rule]])} />
      </Panel>
      <Drawer opened={search.edit !== undefined} onClose={() => edit(undefined)} position="right" size={440} title={x.of(search.edit ?? '')}
        closeButtonProps={{ 'aria-label': t.common.close }}>
        {search.edit === undefined ? null : <Editor key={search.edit} name={search.edit} onClose={() => edit(undefined)} />}
      </Drawer>
    </Page>
  );
}

function columns(writer: boolean, onEdit: (name: string) => void): Column<Project>[] {
  const list: Column<Project>[] = [
    { id: 'name', header: t.common.project, width: 160, grow: true, cell: (project) => <b style={{ fontWeight: 500 }} title={project.name}>{project.displayName}</b> },
    { id: 'weight', header: x.weight, width: 66, number: true, cell: (project) => project.fairWeight ?? '1' },
    { id: 'queue', header: x.rule.queueingStrategy, width: 130, cell: (project) => wordOf(project.queueingStrategy) },
    { id: 'stop', header: x.rule.stopPolicy, width: 110, cell: (project) => (project.stopPolicy === 'NONE' ? wordOf('NONE') : <Flag tone="warn">{wordOf(project.stopPolicy)}</Flag>) },
    ...PREEMPTION.map((rule): Column<Project> => ({ id: rule, header: x.rule[rule], width: rule === 'borrowWithinCohort' ? 178 : 150, cell: (project) => wordOf(project.preemption?.[rule]) })),
  ];
  if (writer) list.push({ id: 'edit', header: '', width: 70, cell: (project) => <Button variant="subtle" size="compact-xs" color="gray" aria-label={`${x.edit} ${project.name}`} onClick={() => onEdit(project.name)}>{x.edit}</Button> });
  return list;
}

function Editor({ name, onClose }: { name: string; onClose: () => void }) {
  const query = useQuery({ ...projectQuery(name), refetchOnWindowFocus: false });
  return <Loaded query={query}>{(read) => <Form read={read} onReread={() => void query.refetch()} onClose={onClose} />}</Loaded>;
}

/** Only what was changed is kept apart; after a stale refusal it lies over the fresh rules. */
function Form({ read, onReread, onClose }: { read: Versioned<Project>; onReread: () => void; onClose: () => void }) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<Partial<Record<Rule | 'fairWeight', string>>>({});
  const project = read.data;
  const stored: Record<Rule | 'fairWeight', string> = {
    fairWeight: project.fairWeight ?? '1', queueingStrategy: project.queueingStrategy ?? '', stopPolicy: project.stopPolicy ?? '',
    withinProject: project.preemption?.withinProject ?? '', reclaimWithinCohort: project.preemption?.reclaimWithinCohort ?? '',
    borrowWithinCohort: project.preemption?.borrowWithinCohort ?? '',
  };
  const wanted = { ...stored, ...edited };
  const changed = (Object.keys(stored) as (Rule | 'fairWeight')[]).some((rule) => stored[rule] !== wanted[rule]);
  const save = useMutation({
    mutationFn: () => {
      const { withinProject, reclaimWithinCohort, borrowWithinCohort, ...rules } = wanted;
      const body = { ...project, ...rules, preemption: { ...project.preemption, withinProject, reclaimWithinCohort, borrowWithinCohort } };
      return send('PUT', projectPath(project.name), { body, ifMatch: read.etag ?? `"${project.version ?? ''}"` });
    },
    onSuccess: () => {
      notifications.show({ message: x.saved(project.displayName) });
      void client.invalidateQueries({ queryKey: ['projects'] });
      onClose();
    },
    onError: (cause) => {
      if (cause instanceof ProblemError && cause.status === 412) onReread();
    },
  });
  const stale = save.error instanceof ProblemError && save.error.status === 412;
  const faults = save.error instanceof ProblemError ? faultsOf(save.error.problem) : new Map<string, string>();
  const set = (rule: Rule | 'fairWeight', value: string) => setEdited((old) => ({ ...old, [rule]: value }));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (changed) save.mutate();
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 14 }}>
      {save.error && faults.size === 0 ? <p role="alert" style={{ color: 'var(--bad)' }}>{stale ? x.stale : save.error.message}</p> : null}
      <TextInput label={x.weight} description={x.weightHint} inputMode="decimal" value={wanted.fairWeight} error={faults.get('/fairWeight')} onChange={(event) => set('fairWeight', event.currentTarget.value.trim())} />
      {[...OWN, ...PREEMPTION].map((rule) => (
        <Select key={rule} label={x.rule[rule]} description={x.def[rule]} value={wanted[rule]} error={faults.get(`/${rule}`) ?? faults.get(`/preemption/${rule}`)}
          data={CHOICES[rule].map((value) => ({ value, label: wordOf(value) }))} onChange={(value) => set(rule, value ?? wanted[rule])} />
      ))}
      {wanted.stopPolicy === 'HOLD_AND_DRAIN' && stored.stopPolicy !== 'HOLD_AND_DRAIN' ? <p className="soft" role="status">{x.drains}</p> : null}
      <FormActions submit={t.common.save} busy={save.isPending} disabled={!changed} onCancel={onClose} />
    </form>
  );
}
