import { Button, CopyButton, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Token } from '~/api/types';
import { t } from '~/text';

const x = t.manage.tokens;

/** The secret of a token that was just made: only this answer has it. */
export function TokenSecret({ token, onDone, children }: { token: Token; onDone: () => void; children?: ReactNode }) {
  const secret = token.token ?? '';
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <h2>{x.made(token.name)}</h2>
      <p role="status">{x.once}</p>
      <TextInput readOnly aria-label={x.made(token.name)} value={secret} onFocus={(event) => event.currentTarget.select()} styles={{ input: { fontFamily: 'var(--mono)' } }} />
      {children}
      <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end' }}>
        <CopyButton value={secret}>
          {({ copied, copy }) => <Button variant="default" onClick={copy}>{copied ? t.common.copied : x.copy}</Button>}
        </CopyButton>
        <Button onClick={onDone}>{x.done}</Button>
      </div>
    </div>
  );
}
