import { Kbd, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import type { Me, Project } from '~/api/types';
import { may } from '~/app/nav';
import { LANGUAGES, type Language, language, speak, t } from '~/text';
import { type Column, DataTable } from '~/ui/DataTable';
import { words } from '~/ui/format';
import { Facts, Page, Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';

const x = t.manage.settings;

const projectColumns: Column<Project>[] = [
  { id: 'name', header: t.common.project, width: 180, grow: true, cell: (project) => <span title={project.name}><b style={{ fontWeight: 500 }}>{project.displayName}</b>{project.displayName === project.name ? null : <span className="quiet"> {project.name}</span>}</span> },
  { id: 'team', header: x.team, width: 140, cell: (project) => project.team },
  { id: 'cohort', header: x.cohort, width: 140, cell: (project) => project.cohort ?? '–' },
  { id: 'strategy', header: x.strategy, width: 150, cell: (project) => (project.queueingStrategy ? (t.manage.policies.word[project.queueingStrategy] ?? words(project.queueingStrategy)) : '–') },
  { id: 'stop', header: x.stop, width: 120, cell: (project) => (project.stopPolicy ? words(project.stopPolicy) : '–') },
];

export function SettingsPage() {
  const { data: me } = useQuery(meQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Page title={x.title}>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))', gap: 16 }}>
        <Panel title={x.look}>
          <div style={{ display: 'grid', gap: 10, justifyItems: 'start' }}>
            <p className="soft">{x.lookDetail} {x.zone(zone)}</p>
            <SegmentedControl aria-label={t.theme.label} size="xs" value={colorScheme} onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
              data={[{ value: 'auto', label: t.theme.system }, { value: 'light', label: t.theme.light }, { value: 'dark', label: t.theme.dark }]} />
            <SegmentedControl aria-label={t.language.label} size="xs" value={language} onChange={(value) => speak(value as Language)}
              data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))} />
          </div>
        </Panel>
        <Panel title={x.keys}>
          <Facts facts={[
            [x.key.palette, <span key="p"><Kbd>Ctrl</Kbd> <Kbd>K</Kbd></span>],
            [x.key.filter, <Kbd key="f">/</Kbd>],
            [x.key.rows, <span key="r"><Kbd>↑</Kbd> <Kbd>↓</Kbd></span>],
            [x.key.open, <Kbd key="o">Enter</Kbd>],
            [x.key.peek, <Kbd key="s">Space</Kbd>],
          ]} />
        </Panel>
        {me ? <Account me={me} /> : null}
      </div>
      {me && may(me, 'project.read') ? <Projects /> : null}
      <Panel title={t.common.definitions}><Facts facts={t.words} /></Panel>
    </Page>
  );
}

function Account({ me }: { me: Me }) {
  return (
    <Panel title={x.account}>
      <Facts facts={[
        [x.login, me.login],
        [x.name, me.displayName],
        [x.roles, me.roles.map((binding) => `${words(binding.role)} (${binding.scope.name})`).join(', ') || t.common.none],
        [x.projects, me.projects.join(', ') || t.common.none],
      ]} />
    </Panel>
  );
}

function Projects() {
  const query = useQuery(projectsQuery);
  return (
    <Panel title={x.projectsTable} flush>
      <Loaded query={query} lines={6}>{(rows) => <DataTable label={x.projectsTable} columns={projectColumns} rows={rows} rowKey={(row) => row.name} />}</Loaded>
    </Panel>
  );
}
