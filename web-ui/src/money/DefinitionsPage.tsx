import page from '../../../docs/definitions.md?raw';
import { t } from '~/text';
import { Facts, Page, Panel } from '~/ui/Page';
import { measuresOf } from './measures';

const x = t.money.definitions;

/** What each figure means: the same page that the repository has. */
export function DefinitionsPage() {
  const { lead, measures } = measuresOf(page);
  return (
    <Page title={x.title} lead={x.lead}>
      <Panel>
        <p className="soft" style={{ marginBottom: 10 }}>{lead}</p>
        <Facts facts={measures} />
      </Panel>
    </Page>
  );
}
