import { type ReactNode, useEffect } from 'react';
import { t } from '~/text';
import css from './Page.module.css';

interface PageProps {
  title: string;
  /** One line under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** One screen: title, actions, content. Sets the window's title. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${t.product}`;
  }, [title]);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.titles}>
          <h1 className="wrap-any">{title}</h1>
          {lead ? <p className="soft small">{lead}</p> : null}
        </div>
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}

interface PanelProps {
  title?: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** Content reaches the panel's edges: tables. */
  flush?: boolean;
  children: ReactNode;
}

export function Panel({ title, note, actions, flush, children }: PanelProps) {
  return (
    <section className={css.panel} aria-label={title}>
      {title ? (
        <header className={css.panelHead}>
          <h2>{title}</h2>
          {note ? <span className="small quiet">{note}</span> : null}
          {actions ? <div className={css.actions}>{actions}</div> : null}
        </header>
      ) : null}
      <div className={flush ? css.flush : css.body}>{children}</div>
    </section>
  );
}

/** A figure with its unit and name. `hint` says what it counts. */
export function Figure({ name, value, unit, hint }: { name: string; value: ReactNode; unit?: string; hint?: ReactNode }) {
  return (
    <div className={css.figure}>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        {unit ? <span className="unit"> {unit}</span> : null}
        {hint ? <span className={css.hint}>{hint}</span> : null}
      </dd>
    </div>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={css.figures}>{children}</dl>;
}

/** Name and value pairs, one per line. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="wrap-any">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
