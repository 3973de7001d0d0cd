import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '~/text';
import { clock, exact } from '~/ui/format';
import css from './LogPanel.module.css';
import { type LogRow, parted } from './logRows';

const x = t.work.job.log;
const LINE = 20;

export interface Following {
  box: RefObject<HTMLDivElement | null>;
  /** Whether the person has scrolled away from the newest line. */
  away: boolean;
  onScroll: () => void;
  toEnd: () => void;
}

/** Begins at the newest line and stays there, unless the person has scrolled away from it. */
export function useFollowing(rows: number): Following {
  const box = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const toEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  const onScroll = useCallback(() => {
    const at = box.current;
    if (at) setAway(at.scrollHeight - at.scrollTop - at.clientHeight > 2 * LINE);
  }, []);
  useEffect(() => {
    if (!away) toEnd();
  }, [rows, away, toEnd]);
  return { box, away, onScroll, toEnd };
}

interface LogLinesProps {
  rows: LogRow[];
  /** Whether each line says which worker wrote it. */
  ranks: boolean;
  following: Following;
  find: string;
}

/** Only the lines in sight are in the page. */
export function LogLines({ rows, ranks, following, find }: LogLinesProps) {
  const { box, onScroll } = following;
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => LINE, overscan: 20 });
  return (
    <div ref={box} className={css.lines} role="group" aria-label={x.title} tabIndex={0} onScroll={onScroll}>
      <div style={{ height: virtualizer.getTotalSize() }} className={css.sheet}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return row ? <div key={item.key} className={css.row} style={{ top: item.start }}><Row row={row} ranks={ranks} find={find} /></div> : null;
        })}
      </div>
    </div>
  );
}

function Row({ row, ranks, find }: { row: LogRow; ranks: boolean; find: string }) {
  if (row.kind === 'attempt') return <span className={css.attempt}>{t.work.job.attempt(row.attempt)}</span>;
  const { line } = row;
  return (
    <>
      <time className={css.time} dateTime={line.at} title={exact(line.at)}>{clock(line.at)}</time>
      {ranks ? <span className={css.rank} title={line.pod}>{line.rank}</span> : null}
      <span data-stream={line.stream}>
        {line.stream === 'ERR' ? <b className={css.err}>{x.errMark}</b> : null}
        {parted(line.text, find).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}
      </span>
    </>
  );
}
