import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { t } from '~/text';
import css from './DataTable.module.css';
import { cardHeight, cardPart, useCards } from './cards';
import { useOverflow } from './useOverflow';

export interface Column<T> {
  id: string;
  header: string;
  /** What the figures are, on hover; the page has it in words below, too. */
  hint?: string;
  /** Shown after the header: `GPU-h`, `EUR`. */
  unit?: string;
  cell: (row: T) => ReactNode;
  /** Pixels; columns keep their width while rows change. */
  width: number;
  /** Takes what is left; at least `width`. */
  grow?: boolean;
  number?: boolean;
  /** A sentence: it is broken into lines, two at most where there are so many rows that all are equally high. */
  wrap?: boolean;
  /** Name of the server's sort key, when it can sort by this column. */
  sort?: string;
  /** On a narrow screen: beside the first column, a sentence that needs no header, or not there at all; else a line or half of one. */
  narrow?: 'head' | 'text' | 'away';
}

interface DataTableProps<T> {
  /** What the rows are, for those who do not see them. */
  label: string;
  columns: Column<T>[];
  rows: T[];
  rowKey: (row: T) => string;
  sort?: string;
  onSort?: (sort: string) => void;
  onOpen?: (row: T) => void;
  onPeek?: (row: T) => void;
  chosen?: string;
  /** Sums by the ids of their columns; that of the first column says what they are. */
  totals?: Record<string, ReactNode>;
  rowTone?: (row: T) => string | undefined;
}

const VIRTUAL_ABOVE = 200;
/** Longer tables scroll by themselves, so that their header stays in sight. */
const LONG_ABOVE = 30;
const ROW = 34;
const TWO_LINES = 50;

/** The one table: fixed columns, sticky header, arrow keys, only visible rows when there are many; cards where it is narrow. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { rows, rowKey, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useOverflow(scroller);
  const width = props.columns.reduce((sum, column) => sum + column.width, 0);
  const cards = useCards(scroller, width);
  const columns = cards ? props.columns.filter((column) => column.narrow !== 'away') : props.columns;
  const virtual = rows.length > VIRTUAL_ABOVE;
  const height = cards ? cardHeight(columns) : columns.some((column) => column.wrap) ? TWO_LINES : ROW;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    enabled: virtual,
  });
  const items = virtualizer.getVirtualItems();
  const first = virtual ? (items[0]?.index ?? 0) : 0;
  const last = virtual ? (items.at(-1)?.index ?? -1) : rows.length - 1;
  const shown = rows.slice(first, last + 1);
  const long = cards ? virtual : rows.length > LONG_ABOVE;
  const table = { ...props, columns, cards };

  return (
    <div ref={scroller} className={css.scroller} data-long={long || undefined} tabIndex={props.onOpen || props.onPeek ? -1 : 0} role="group" aria-label={label}>
      <table className={css.table} data-cards={cards || undefined} data-fixed={virtual || undefined} style={cards ? undefined : { minWidth: width }}
        role={cards ? 'table' : undefined} aria-rowcount={rows.length + 1} onKeyDown={moveFocus}>
        <caption className="hidden-visually">{label}</caption>
        <colgroup>
          {columns.map((column) => <col key={column.id} style={{ width: column.grow ? undefined : column.width }} />)}
        </colgroup>
        <thead role={cards ? 'rowgroup' : undefined} data-sorts={(props.onSort && columns.some((column) => column.sort)) || undefined}>
          <tr role={cards ? 'row' : undefined}>
            {columns.map((column) => <Head key={column.id} column={column} table={table} />)}
          </tr>
        </thead>
        <tbody role={cards ? 'rowgroup' : undefined}>
          <Gap height={first * height} columns={columns.length} />
          {shown.map((row, at) => (
            <Row key={rowKey(row)} row={row} index={first + at} table={table} fixed={virtual} />
          ))}
          <Gap height={(rows.length - 1 - last) * height} columns={columns.length} />
        </tbody>
        {props.totals ? <Totals table={table} totals={props.totals} /> : null}
      </table>
    </div>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? <tr aria-hidden="true"><td colSpan={columns} style={{ height, padding: 0, border: 0 }} /></tr> : null;
}

type Shown<T> = DataTableProps<T> & { cards: boolean };

function Head<T>({ column, table }: { column: Column<T>; table: Shown<T> }) {
  const { sort, onSort, cards } = table;
  const key = column.sort;
  const descending = sort === `-${key}`;
  const active = key !== undefined && (descending || sort === key);
  const Icon = !active ? IconSelector : descending ? IconArrowDown : IconArrowUp;
  const text = column.header === '' ? <span className="hidden-visually">{t.table.actions}</span> : <>{column.header}{column.unit ? <span className="unit"> {column.unit}</span> : null}</>;
  return (
    <th
      scope="col" role={cards ? 'columnheader' : undefined} title={column.hint}
      data-number={column.number || undefined}
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {key && onSort ? (
        <button
          type="button"
          className={css.sort}
          data-active={active || undefined}
          onClick={() => onSort(descending ? key : `-${key}`)}
        >
          {text}
          <Icon size={13} aria-hidden="true" />
        </button>
      ) : text}
    </th>
  );
}

/** What a cell is on a card: its header before it, its content in a box of its own. */
function Cell<T>({ column, at, table, children }: { column: Column<T>; at: number; table: Shown<T>; children: ReactNode }) {
  const first = at === 0 || undefined;
  if (!table.cards) {
    return <td data-number={column.number || undefined} data-first={first} data-wrap={column.wrap || undefined}>{column.wrap ? <div className={css.lines}>{children}</div> : children}</td>;
  }
  const label = first || column.narrow ? undefined : [column.header, column.unit].filter(Boolean).join(' ');
  return <td role="cell" data-part={cardPart(column, at)} data-label={label || undefined} data-number={column.number || undefined}><div className={css.value}>{children}</div></td>;
}

function Totals<T>({ table, totals }: { table: Shown<T>; totals: Record<string, ReactNode> }) {
  const shown = table.columns.map((column, at) => ({ column, at })).filter(({ column }) => !table.cards || totals[column.id] !== undefined);
  return (
    <tfoot role={table.cards ? 'rowgroup' : undefined}>
      <tr role={table.cards ? 'row' : undefined}>
        {shown.map(({ column, at }) => <Cell key={column.id} column={column} at={at} table={table}>{totals[column.id]}</Cell>)}
      </tr>
    </tfoot>
  );
}

function Row<T>({ row, index, table, fixed }: { row: T; index: number; table: Shown<T>; fixed: boolean }) {
  const key = table.rowKey(row);
  const act = table.onPeek ?? table.onOpen;
  function click(event: MouseEvent<HTMLTableRowElement>) {
    if ((event.target as HTMLElement).closest('a, button, input, label')) return;
    if (window.getSelection()?.toString()) return;
    act?.(row);
  }
  function press(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') (table.onOpen ?? act)?.(row);
    if (event.key === ' ' && act) {
      event.preventDefault();
      act(row);
    }
  }
  return (
    <tr
      role={table.cards ? 'row' : undefined}
      aria-rowindex={index + 2}
      data-row={key}
      data-open={act ? true : undefined}
      data-chosen={table.chosen === key || undefined}
      data-tone={table.rowTone?.(row)}
      tabIndex={act ? 0 : undefined}
      onClick={act ? click : undefined}
      onKeyDown={act ? press : undefined}
    >
      {table.columns.map((column, at) => {
        const content = column.cell(row);
        // A card of its own height has no lines for what is not there.
        const nothing = table.cards && !fixed && (content === null || content === '');
        return nothing ? null : <Cell key={column.id} column={column} at={at} table={table}>{content}</Cell>;
      })}
    </tr>
  );
}

/** Arrow keys, Home and End go from row to row. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>) {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };
  const row = (event.target as HTMLElement).closest<HTMLTableRowElement>('tr[data-row]');
  if (!row || event.target !== row) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
  const at = all.indexOf(row);
  const step = steps[event.key];
  const to = step !== undefined ? at + step : event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : null;
  if (to === null) return;
  event.preventDefault();
  all[to]?.focus();
}

/** How many rows there are, for the line under a table. */
export function RowCount({ rows }: { rows: number }) {
  return rows === 0 ? null : <span className="small quiet">{t.table.rows(rows)}</span>;
}
