import { Button, CopyButton, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stringify } from 'yaml';
import { manifestsQuery } from '~/api/queries';
import type { Job, Manifests } from '~/api/types';
import { t } from '~/text';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { submissionOf, tidyJob } from '../submit/submission';
import { SpecChanges } from './SpecChanges';
import { SpecSources } from './SpecSources';

const x = t.work.job;
const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 0 });

/** What was asked for, and the objects that its cluster was sent for it. */
export function SpecView({ job }: { job: Job }) {
  const [view, setView] = useState('spec');
  const text = yamlOf(tidyJob(submissionOf(job)));
  return (
    <Panel title={x.spec.title}
      actions={
        <>
          <SegmentedControl size="xs" aria-label={x.spec.title} value={view} onChange={setView}
            data={[{ value: 'spec', label: x.spec.asked }, { value: 'changes', label: x.changes.title }, { value: 'sources', label: t.data.sourcesOf.title }, { value: 'objects', label: x.objects.title }]} />
          {view === 'spec' ? <Copy text={text} /> : null}
        </>
      }>
      {view === 'spec' ? <Text label={x.spec.title} text={text} /> : view === 'changes' ? <SpecChanges job={job} /> : view === 'sources' ? <SpecSources job={job.id} /> : job.attempt === 0 ? <p className="quiet">{x.objects.notYet}</p> : <Objects id={job.id} />}
    </Panel>
  );
}

function Copy({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => <Button variant="default" size="compact-xs" onClick={copy}>{copied ? t.common.copied : x.spec.copy}</Button>}
    </CopyButton>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return <pre tabIndex={0} aria-label={label} style={{ margin: 0, overflow: 'auto', maxHeight: 420 }}>{text}</pre>;
}

function Objects({ id }: { id: string }) {
  const query = useQuery(manifestsQuery(id));
  return <Loaded query={query} lines={8}>{(answer) => <Told answer={answer} />}</Loaded>;
}

function Told({ answer }: { answer: Manifests }) {
  return (
    <div style={{ display: 'grid', gap: 10 }}>
      <p className="soft small">{x.objects.detail(answer.backend)}{answer.cluster ? ` ${x.objects.of(answer.cluster)}` : ''}</p>
      {answer.unmet.length > 0 ? (
        <div className="small">
          <b>{x.objects.unmet}</b>
          <ul style={{ margin: '2px 0 0', paddingLeft: 18 }}>{answer.unmet.map((each) => <li key={each.pointer + each.code}>{each.detail}</li>)}</ul>
        </div>
      ) : null}
      {answer.manifests.length === 0 ? <p className="quiet">{x.objects.none}</p> : (
        <Text label={x.objects.title} text={answer.manifests.map(yamlOf).join('---\n')} />
      )}
    </div>
  );
}
