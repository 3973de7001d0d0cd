import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Column } from './DataTable';

/** A table that does not fit into less than this stands as cards, one to a row. */
const NARROW = 600;
const LINE = 24;
const EDGE = 17;
/** Wider columns need a line of a card for themselves. */
const HALF_BELOW = 116;

export type CardPart = 'first' | 'head' | 'line' | 'half' | 'text';

type Sizes = Pick<Column<never>, 'width' | 'grow' | 'narrow'>;

/** Where on a card a column stands. */
export function cardPart(column: Sizes, at: number): CardPart {
  if (at === 0) return 'first';
  if (column.narrow === 'head' || column.narrow === 'text') return column.narrow;
  return column.grow || column.width >= HALF_BELOW ? 'line' : 'half';
}

/** Pixels of a card whose lines are not broken: two halves that follow each other share a line. */
export function cardHeight(columns: Sizes[]): number {
  let lines = 0;
  let half = false;
  for (const [at, column] of columns.entries()) {
    const part = cardPart(column, at);
    const second = part === 'half' && half;
    half = part === 'half' && !half;
    if (part !== 'head' && !second) lines += 1;
  }
  return lines * LINE + EDGE;
}

/** Whether the table in this box stands as cards. */
export function useCards(box: RefObject<HTMLElement | null>, width: number): boolean {
  const [cards, setCards] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => setCards(element.offsetWidth > 0 && element.offsetWidth < Math.min(NARROW, width));
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [box, width]);
  return cards;
}
