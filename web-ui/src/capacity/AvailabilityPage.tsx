import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { availabilityQuery } from '~/api/queries';
import type { Availability } from '~/api/types';
import { t } from '~/text';
import { Bar, Legend } from '~/ui/Bar';
import { count, span } from '~/ui/format';
import { Figure, Figures, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import css from './AvailabilityPage.module.css';
import { SHAPES, workersThatFit } from './shapes';

const x = t.capacity.availability;
type Model = Availability['models'][number];

export function AvailabilityPage() {
  const query = useQuery(availabilityQuery);
  return (
    <Page title={x.title} lead={x.lead}>
      <Loaded query={query} lines={10}>
        {(data) => data.models.length === 0 ? <Empty title={x.none} detail={x.noneDetail} /> : (
          <>
            <Figures>
              <Figure name={x.free} value={count(data.models.reduce((sum, model) => sum + model.free, 0))} unit={t.common.gpus}
                hint={x.of(count(data.models.reduce((sum, model) => sum + model.gpus, 0)))} />
              <Figure name={x.largest} value={count(Math.max(...data.models.map((model) => model.largestGang)))} unit={t.common.gpus} />
              <Figure name={x.pending} value={<Link to="/queue">{count(data.pendingGpus)}</Link>} unit={t.common.gpus} />
              <Figure name={x.oldest} value={data.oldestWaitSeconds ? span(data.oldestWaitSeconds) : '–'} />
            </Figures>
            <div className={css.models}>
              {data.models.map((model) => <ModelCard key={model.flavor} model={model} />)}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function ModelCard({ model }: { model: Model }) {
  const name = model.gpuModel ?? model.flavor;
  const nodes = Object.entries(model.nodesFree ?? {}).filter(([free, n]) => Number(free) > 0 && n > 0)
    .sort(([a], [b]) => Number(b) - Number(a));
  return (
    <Panel
      title={name} note={model.gpuModel && model.gpuModel !== model.flavor ? model.flavor : undefined}
      actions={<Button variant="default" component={Link} to={`/submit?model=${encodeURIComponent(name)}`}>{x.submit}</Button>}
    >
      <div className={css.card}>
        <div className={css.free}>
          <b>{count(model.free)}</b><span>{x.free.toLowerCase()} <span className="quiet">{x.of(count(model.gpus))}</span></span>
          <span className={css.gang}>{x.largest} <b>{count(model.largestGang)}</b></span>
        </div>
        <Bar tall label={name} parts={[{ use: 'used', value: model.gpus - model.free }, { use: 'idle', value: model.free }]} />
        <Legend uses={['used', 'idle']} />
        <div className={css.two}>
          <section>
            <h3>{x.shapes}</h3>
            <dl className={css.list}>
              {SHAPES.map((gpus) => (
                <div key={gpus}><dt>{x.shape(gpus)}</dt><dd>{count(workersThatFit(model.nodesFree, gpus))}</dd></div>
              ))}
            </dl>
          </section>
          <section>
            <h3>{x.nodes}</h3>
            {nodes.length === 0 ? <p className="quiet">{x.nothing}</p> : (
              <dl className={css.list}>
                {nodes.map(([free, n]) => <div key={free}><dt>{x.nodesWith(free)}</dt><dd>{x.nodeCount(count(n))}</dd></div>)}
              </dl>
            )}
          </section>
        </div>
      </div>
    </Panel>
  );
}
