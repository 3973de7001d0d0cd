import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { jobQuery } from '~/api/queries';
import { meQuery } from '~/api/session';
import { may } from '~/app/nav';
import { ProblemError } from '~/api/http';
import { t } from '~/text';
import { Page } from '~/ui/Page';
import { ProblemView } from '~/ui/ProblemView';
import { Empty, Loaded, Skeleton } from '~/ui/states';
import { freshSubmission, nextName, submissionOf, withChanges } from './submit/submission';
import { SubmitForm } from './submit/SubmitForm';
import { useTemplates } from './templates/templates';

/** A new job, or a changed copy of one (`from`). */
export function SubmitPage() {
  const search = useSearch({ from: '/inside/submit' });
  const { data: me } = useQuery(meQuery);
  const template = useTemplates().find(search.template);
  const source = useQuery({ ...jobQuery(search.from ?? ''), enabled: search.from !== undefined, refetchInterval: false, staleTime: Infinity });
  return (
    <Page title={t.submit.title} lead={t.submit.lead}>
      {!me ? <Skeleton /> : !may(me, 'job.submit') ? <ProblemView cause={new ProblemError(403, {})} />
        : me.projects.length === 0 ? <Empty title={t.submit.noProject} />
        : search.from ? (
          <Loaded query={source} lines={12}>
            {(job) => (
              <SubmitForm
                key={JSON.stringify(search)} draft={JSON.stringify(search)} projects={me.projects} source={job}
                initial={withChanges({ ...submissionOf(job), name: nextName(job.name) }, search)}
              />
            )}
          </Loaded>
        ) : (
          <SubmitForm
            key={JSON.stringify(search)} draft={JSON.stringify(search)} projects={me.projects}
            initial={withChanges(
              {
                ...freshSubmission(search.project ?? me.defaultProject ?? me.projects[0] ?? '', search.type === 'NOTEBOOK' ? 'NOTEBOOK' : 'BATCH'),
                ...(template ? { spec: template.spec } : {}),
              },
              search,
            )}
          />
        )}
    </Page>
  );
}
