import { Button, CopyButton } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconPlugConnectedX, IconZoomQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ProblemError } from '~/api/http';
import { t } from '~/text';
import css from './states.module.css';

interface Told {
  icon: ReactNode;
  title: string;
  detail: string;
}

function tell(cause: unknown): Told {
  const status = cause instanceof ProblemError ? cause.status : -1;
  const problem = cause instanceof ProblemError ? cause.problem : {};
  if (status === 0) {
    return { icon: <IconPlugConnectedX />, title: t.problem.unreachable, detail: t.problem.unreachableDetail };
  }
  if (status === 403) {
    return { icon: <IconLock />, title: t.problem.forbidden, detail: problem.detail ?? t.problem.forbiddenDetail };
  }
  if (status === 404) {
    return { icon: <IconZoomQuestion />, title: t.problem.notFound, detail: problem.detail ?? t.problem.notFoundDetail };
  }
  const title = status > 0 ? (problem.title ?? t.problem.title) : t.problem.crash;
  const detail = status > 0 ? (problem.detail ?? '') : cause instanceof Error ? cause.message : String(cause);
  return { icon: <IconAlertTriangle />, title, detail };
}

/** What went wrong, in the server's words, with its request id and a way on. */
export function ProblemView({ cause, onRetry, page }: { cause: unknown; onRetry?: () => void; page?: boolean }) {
  const { icon, title, detail } = tell(cause);
  const requestId = cause instanceof ProblemError ? cause.problem.requestId : undefined;
  return (
    <div className={page ? css.fullPage : css.state} role="alert">
      <span className={css.icon} aria-hidden="true">{icon}</span>
      <h2>{title}</h2>
      {detail ? <p className="soft wrap-any">{detail}</p> : null}
      <div className={css.actions}>
        {onRetry ? <Button variant="default" onClick={onRetry}>{t.problem.retry}</Button> : null}
        {page ? <Button variant="default" onClick={() => window.location.reload()}>{t.problem.retry}</Button> : null}
        {!page && !onRetry ? <Button component="a" href="/" variant="default">{t.common.backHome}</Button> : null}
      </div>
      {requestId ? (
        <p className="small quiet">
          {t.problem.requestId} <code>{requestId}</code>{' '}
          <CopyButton value={requestId}>
            {({ copied, copy }) => (
              <Button variant="subtle" size="compact-xs" onClick={copy}>
                {copied ? t.problem.copied : t.problem.copy}
              </Button>
            )}
          </CopyButton>
        </p>
      ) : null}
    </div>
  );
}
