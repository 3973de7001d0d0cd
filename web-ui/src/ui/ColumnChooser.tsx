import { ActionIcon, Checkbox, Popover } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { t } from '~/text';
import type { Column } from './DataTable';
import { useKept } from './kept';

const NONE: string[] = [];

/**
 * The columns that this browser shows of a table, and the button to choose them. The first stays.
 * `away`: those that are hidden until somebody asks for them; the same array each time.
 */
export function useColumns<T>(table: string, all: Column<T>[], away: string[] = NONE): [Column<T>[], ReactNode] {
  const [hidden, setHidden] = useKept(`columns.${table}`, away);
  const shown = useMemo(() => all.filter((column, at) => at === 0 || !hidden.includes(column.id)), [all, hidden]);
  const chooser = (
    <Popover position="bottom-end" withinPortal={false} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} title={t.table.columns} aria-label={t.table.columns}><IconColumns size={15} aria-hidden="true" /></ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div style={{ display: 'grid', gap: 8 }}>
          {all.slice(1).filter((column) => column.header).map((column) => (
            <Checkbox key={column.id} size="xs" label={column.header} checked={!hidden.includes(column.id)}
              onChange={(event) => setHidden(event.currentTarget.checked ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])} />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
  return [shown, chooser];
}
