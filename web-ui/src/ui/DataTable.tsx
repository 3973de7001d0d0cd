import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { t } from '~/text';
import css from './DataTable.module.css';
import { useOverflow } from './useOverflow';

export interface Column<T> {
  id: string;
  header: string;
  /** Shown after the header: `GPU-h`, `EUR`. */
  unit?: string;
  cell: (row: T) => ReactNode;
  /** Pixels; columns keep their width while rows change. */
  width: number;
  /** Takes what is left; at least `width`. */
  grow?: boolean;
  number?: boolean;
  /** Name of the server's sort key, when it can sort by this column. */
  sort?: string;
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
  footer?: ReactNode;
  rowTone?: (row: T) => string | undefined;
}

const VIRTUAL_ABOVE = 200;
/** Longer tables scroll by themselves, so that their header stays in sight. */
const LONG_ABOVE = 30;
const ROW = 34;

/** The one table: fixed columns, sticky header, arrow keys, only visible rows when there are many. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { columns, rows, rowKey, label } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useOverflow(scroller);
  const virtual = rows.length > VIRTUAL_ABOVE;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    enabled: virtual,
  });
  const items = virtualizer.getVirtualItems();
  const first = virtual ? (items[0]?.index ?? 0) : 0;
  const last = virtual ? (items.at(-1)?.index ?? -1) : rows.length - 1;
  const shown = rows.slice(first, last + 1);
  const width = columns.reduce((sum, column) => sum + column.width, 0);

  return (
    <div ref={scroller} className={css.scroller} data-long={rows.length > LONG_ABOVE || undefined} tabIndex={props.onOpen || props.onPeek ? -1 : 0} role="group" aria-label={label}>
      <table className={css.table} style={{ minWidth: width }} aria-rowcount={rows.length + 1} onKeyDown={moveFocus}>
        <caption className="hidden-visually">{label}</caption>
        <colgroup>
          {columns.map((column) => <col key={column.id} style={{ width: column.grow ? undefined : column.width }} />)}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => <Head key={column.id} column={column} sort={props.sort} onSort={props.onSort} />)}
          </tr>
        </thead>
        <tbody>
          <Gap height={first * ROW} columns={columns.length} />
          {shown.map((row, at) => (
            <Row key={rowKey(row)} row={row} index={first + at} table={props} />
          ))}
          <Gap height={(rows.length - 1 - last) * ROW} columns={columns.length} />
        </tbody>
        {props.footer ? <tfoot>{props.footer}</tfoot> : null}
      </table>
    </div>
  );
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return height > 0 ? <tr aria-hidden="true"><td colSpan={columns} style={{ height, padding: 0, border: 0 }} /></tr> : null;
}

function Head<T>({ column, sort, onSort }: { column: Column<T>; sort?: string; onSort?: (sort: string) => void }) {
  const key = column.sort;
  const descending = sort === `-${key}`;
  const active = key !== undefined && (descending || sort === key);
  const Icon = !active ? IconSelector : descending ? IconArrowDown : IconArrowUp;
  const text = column.header === '' ? <span className="hidden-visually">{t.table.actions}</span> : <>{column.header}{column.unit ? <span className="unit"> {column.unit}</span> : null}</>;
  return (
    <th
      scope="col"
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

function Row<T>({ row, index, table }: { row: T; index: number; table: DataTableProps<T> }) {
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
      aria-rowindex={index + 2}
      data-row={key}
      data-open={act ? true : undefined}
      data-chosen={table.chosen === key || undefined}
      data-tone={table.rowTone?.(row)}
      tabIndex={act ? 0 : undefined}
      onClick={act ? click : undefined}
      onKeyDown={act ? press : undefined}
    >
      {table.columns.map((column, at) => (
        <td key={column.id} data-number={column.number || undefined} data-first={at === 0 || undefined}>
          {column.cell(row)}
        </td>
      ))}
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
