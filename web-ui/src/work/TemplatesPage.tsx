import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { t } from '~/text';
import { lengthOf, words } from '~/ui/format';
import { Page } from '~/ui/Page';
import { Empty } from '~/ui/states';
import { type Template, useTemplates } from './templates/templates';
import css from './TemplatesPage.module.css';

const x = t.work.templates;

/** Jobs to start from: those that come along, and those that this browser keeps. */
export function TemplatesPage() {
  const { all, own, remove } = useTemplates();
  function drop(template: Template) {
    const undo = remove(template.id);
    notifications.show({
      id: template.id,
      message: (
        <span>
          {x.removed(template.name)}{' '}
          <Button variant="default" size="compact-xs" onClick={() => { undo(); notifications.hide(template.id); }}>{t.common.undo}</Button>
        </span>
      ),
    });
  }
  return (
    <Page title={x.title} lead={x.lead}>
      <section className={css.group} aria-label={x.platform}>
        <h2>{x.platform}</h2>
        <div className={css.cards}>{all.filter((each) => each.builtIn).map((each) => <Card key={each.id} template={each} />)}</div>
      </section>
      <section className={css.group} aria-label={x.own}>
        <h2>{x.own}</h2>
        {own.length === 0 ? <Empty title={x.none} detail={x.noneDetail} action={<Button component={Link} to="/submit">{t.nav.submit}</Button>} /> : (
          <div className={css.cards}>{own.map((each) => <Card key={each.id} template={each} onRemove={() => drop(each)} />)}</div>
        )}
      </section>
    </Page>
  );
}

function Card({ template, onRemove }: { template: Template; onRemove?: () => void }) {
  const { spec } = template;
  const shape = spec.podSets.map((set) => (set.count > 1 ? `${set.count} × ${set.gpusPerPod}` : String(set.gpusPerPod))).join(' + ');
  const facts = [
    spec.gpuModel, words(String(spec.priority ?? 'normal')), spec.preemptible ? x.preemptible : x.notPreemptible,
    spec.maxRuntime ? x.upTo(lengthOf(spec.maxRuntime)) : null, spec.checkpointEvery ? x.checkpoints(lengthOf(spec.checkpointEvery)) : null,
  ].filter(Boolean).join(' · ');
  return (
    <article className={css.card}>
      <h3>{template.name}</h3>
      <span className={css.shape}>{shape} <span className="unit small">{shape === '1' ? t.common.gpu : t.common.gpus}</span></span>
      <p className="soft small wrap-any">{template.detail}</p>
      <p className={css.facts}>{facts}</p>
      <div className={css.actions}>
        <Button variant="default" component={Link} to={`/submit?template=${encodeURIComponent(template.id)}`} aria-label={`${x.use}: ${template.name}`}>{x.use}</Button>
        {onRemove ? <Button variant="default" onClick={onRemove} aria-label={`${t.common.delete} ${template.name}`}>{t.common.delete}</Button> : null}
      </div>
    </article>
  );
}
