import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { screen, show } from '~/test/render';
import { type Column, DataTable } from './DataTable';

afterEach(cleanup);

interface Thing {
  id: string;
  size: number;
}
const things: Thing[] = [{ id: 'a', size: 1 }, { id: 'b', size: 2 }, { id: 'c', size: 3 }];
const columns: Column<Thing>[] = [
  { id: 'id', header: 'Id', width: 100, cell: (thing) => <a href={`#${thing.id}`}>{thing.id}</a> },
  { id: 'size', header: 'Size', unit: 'GPUs', width: 80, number: true, sort: 'size', cell: (thing) => thing.size },
];
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLTableRowElement;

test('arrow keys go from row to row, Enter opens, Space peeks', async () => {
  const open = vi.fn();
  const peek = vi.fn();
  show(<DataTable label="Things" columns={columns} rows={things} rowKey={(thing) => thing.id} onOpen={open} onPeek={peek} />);
  await screen.findByText('a');
  rowOf('a').focus();
  fireEvent.keyDown(rowOf('a'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rowOf('b'));
  fireEvent.keyDown(rowOf('b'), { key: 'End' });
  expect(document.activeElement).toBe(rowOf('c'));
  fireEvent.keyDown(rowOf('c'), { key: 'Enter' });
  fireEvent.keyDown(rowOf('c'), { key: ' ' });
  expect(open).toHaveBeenCalledExactlyOnceWith(things[2]);
  expect(peek).toHaveBeenCalledExactlyOnceWith(things[2]);
});

test('a link in a row is a link, not the row', async () => {
  const peek = vi.fn();
  show(<DataTable label="Things" columns={columns} rows={things} rowKey={(thing) => thing.id} onPeek={peek} />);
  fireEvent.click(await screen.findByText('a'));
  expect(peek).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('1'));
  expect(peek).toHaveBeenCalledExactlyOnceWith(things[0]);
});

test('sorting asks for the other direction, and says which it is', async () => {
  const sort = vi.fn();
  show(<DataTable label="Things" columns={columns} rows={things} rowKey={(thing) => thing.id} sort="-size" onSort={sort} />);
  const head = await screen.findByRole('columnheader', { name: /Size/ });
  expect(head.getAttribute('aria-sort')).toBe('descending');
  fireEvent.click(screen.getByRole('button', { name: /Size/ }));
  expect(sort).toHaveBeenCalledExactlyOnceWith('size');
});

test('where it is narrow a row is a card with the headers at its cells; sums stand under their columns', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(150);
  show(<DataTable label="Things" columns={columns} rows={things} rowKey={(thing) => thing.id} totals={{ id: 'All', size: 6 }} />);
  const cell = (await screen.findByText('2')).closest('td');
  expect([cell?.getAttribute('data-label'), cell?.getAttribute('data-part'), cell?.getAttribute('role')]).toEqual(['Size GPUs', 'half', 'cell']);
  expect(screen.getByText('6').closest('td')?.getAttribute('data-label')).toBe('Size GPUs');
  vi.restoreAllMocks();
});
