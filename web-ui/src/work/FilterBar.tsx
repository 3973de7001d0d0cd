import { Autocomplete, CloseButton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '~/text';
import { parseTokens, type Token, tokenText } from './filters';
import css from './FilterBar.module.css';

interface FilterBarProps {
  tokens: Token[];
  onChange: (tokens: Token[]) => void;
  /** Comparisons that came with the link to here; they can only be taken away. */
  where?: string;
  onClearWhere: () => void;
  /** Whole tokens to offer, such as `project:vision`. */
  offers: string[];
}

/** Tokens in a row; type to add one, Backspace takes the last away. */
export function FilterBar({ tokens, onChange, where, onClearWhere, offers }: FilterBarProps) {
  const [text, setText] = useState('');
  function add(added: string) {
    setText('');
    const fresh = parseTokens(added).filter((token) => !tokens.some((old) => tokenText(old) === tokenText(token)));
    if (fresh.length > 0) onChange([...tokens, ...fresh]);
  }
  return (
    <div className={css.box}>
      <IconFilter size={15} aria-hidden="true" className={css.icon} />
      {where ? (
        <span className={css.token} title={where}>
          <span className="cut mono">{where}</span>
          <CloseButton size={24} iconSize={12} aria-label={t.work.jobs.removeToken(where)} onClick={onClearWhere} />
        </span>
      ) : null}
      {tokens.map((token) => (
        <span key={tokenText(token)} className={css.token}>
          {token.key ? <span className="quiet">{token.key}:</span> : null}
          <span className="cut">{token.value}</span>
          <CloseButton
            size={24} iconSize={12} aria-label={t.work.jobs.removeToken(tokenText(token))}
            onClick={() => onChange(tokens.filter((other) => other !== token))}
          />
        </span>
      ))}
      <Autocomplete
        className={css.input} variant="unstyled" size="sm" aria-label={t.work.jobs.filterKeys} value={text}
        placeholder={tokens.length === 0 && !where ? t.work.jobs.filterHint : undefined}
        data={offers} limit={12} maxDropdownHeight={300} data-filter-input
        onChange={setText}
        onOptionSubmit={(value) => setTimeout(() => add(value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text.trim()) {
            event.preventDefault();
            add(text);
          }
          if (event.key === 'Backspace' && text === '') onChange(tokens.slice(0, -1));
        }}
      />
    </div>
  );
}
