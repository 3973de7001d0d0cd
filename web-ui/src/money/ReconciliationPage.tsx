import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconChevronLeft, IconChevronRight, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { conservationQuery } from '~/api/queries';
import type { Conservation } from '~/api/types';
import { t } from '~/text';
import { Chart } from '~/ui/Chart';
import { type Column, DataTable } from '~/ui/DataTable';
import { hoursOfSeconds } from '~/ui/format';
import { Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { Flag } from '~/ui/StatusChip';
import { useToday } from '~/ui/time';
import { BooksPanel } from './BooksPanel';
import css from './Reconciliation.module.css';

const x = t.money.reconciliation;
type Row = Conservation['rows'][number];
const DAY_MS = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const PARTS = ['nominal', 'borrowed', 'other', 'idle', 'down', 'plannedDown'] as const;
const USES = { nominal: 'nominal', borrowed: 'borrowed', other: 'used', idle: 'idle', down: 'down', plannedDown: 'reserved' } as const;

const figure = (id: (typeof PARTS)[number] | 'capacity', width: number): Column<Row> => ({
  id, header: x[id], width, number: true, cell: (row) => <span title={`${row[id]} GPU-s`}>{hoursOfSeconds(row[id])}</span>,
});

const columns: Column<Row>[] = [
  { id: 'hour', header: x.hour, width: 66, cell: (row) => row.hour.slice(11, 16) },
  { id: 'pool', header: x.pool, width: 90, grow: true, cell: (row) => row.pool },
  { id: 'model', header: x.model, width: 116, cell: (row) => row.model },
  figure('capacity', 88), figure('nominal', 86), figure('borrowed', 90), figure('other', 70), figure('idle', 70),
  figure('down', 70), figure('plannedDown', 108),
  { id: 'ok', header: x.check, width: 112, narrow: 'head', cell: (row) => <Flag tone={row.balanced ? 'good' : 'bad'}>{row.balanced ? x.ok : x.bad}</Flag> },
];

interface HourRow extends Record<(typeof PARTS)[number], number> {
  hour: string;
}

/** The chart's figures: all pools together, in GPU-seconds. */
function hourRows(rows: Row[], hours: string[]): HourRow[] {
  return hours.map((hour) => {
    const of = rows.filter((row) => row.hour === hour);
    const parts = PARTS.map((part) => [part, of.reduce((sum, row) => sum + Number(row[part]), 0)] as const);
    return { hour, ...(Object.fromEntries(parts) as Record<(typeof PARTS)[number], number>) };
  });
}

const hourColumns: Column<HourRow>[] = [
  { id: 'hour', header: x.hour, width: 90, grow: true, cell: (row) => row.hour.slice(11, 16) },
  ...PARTS.map((part): Column<HourRow> => ({ id: part, header: x[part], width: 118, number: true, cell: (row) => hoursOfSeconds(row[part]) })),
];

export function ReconciliationPage() {
  const search = useSearch({ from: '/inside/reconciliation' });
  const navigate = useNavigate({ from: '/reconciliation' });
  const today = useToday();
  const chosen = /^\d{4}-\d{2}-\d{2}$/.test(search.day ?? '') ? (search.day ?? today) : today;
  const start = Date.parse(`${chosen}T00:00:00Z`);
  const query = useQuery(conservationQuery({ from: new Date(start).toISOString(), to: new Date(start + DAY_MS).toISOString() }));
  const set = (change: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const pools = [...new Set(query.data?.rows.map((row) => row.pool) ?? [])];
  return (
    <Page
      title={x.title} lead={x.lead}
      actions={
        <>
          <Button variant="default" px={8} aria-label={x.previous} onClick={() => set({ day: isoDay(start - DAY_MS) })}><IconChevronLeft size={16} /></Button>
          <TextInput type="date" aria-label={x.day} value={chosen} max={today} onChange={(event) => set({ day: event.currentTarget.value })} />
          <Button variant="default" px={8} aria-label={x.next} disabled={chosen >= today} onClick={() => set({ day: isoDay(start + DAY_MS) })}><IconChevronRight size={16} /></Button>
          <Select aria-label={x.pool} w={170} value={search.pool ?? ''} data={[{ value: '', label: x.allPools }, ...pools]} onChange={(value) => set({ pool: value || undefined })} />
        </>
      }
    >
      <Loaded query={query} lines={12}>
        {(data) => <Content rows={data.rows.filter((row) => !search.pool || row.pool === search.pool)} />}
      </Loaded>
      <BooksPanel />
    </Page>
  );
}

function Content({ rows }: { rows: Row[] }) {
  const bad = rows.filter((row) => !row.balanced).length;
  const hours = useMemo(() => [...new Set(rows.map((row) => row.hour))].sort(), [rows]);
  const categories = useMemo(() => hours.map((hour) => hour.slice(11, 16)), [hours]);
  const series = useMemo(() => PARTS.map((part) => ({
    name: x[part], use: USES[part],
    values: hours.map((hour) => rows.filter((row) => row.hour === hour).reduce((sum, row) => sum + Number(row[part]) / 3600, 0)),
  })).filter((each) => each.values.some((value) => value > 0)), [rows, hours]);
  if (rows.length === 0) return <Empty title={x.none} detail={x.noneDetail} />;
  return (
    <>
      <p className={css.verdict} data-bad={bad > 0 || undefined} role="status">
        {bad > 0 ? <IconCircleX size={18} aria-hidden="true" /> : <IconCircleCheck size={18} aria-hidden="true" />}
        {bad > 0 ? x.notBalanced(bad) : x.balanced}
      </p>
      <Chart title={x.chart} label={x.chartLabel} unit={x.unit} kind="bars" categories={categories} series={series}
        table={<DataTable label={x.chartLabel} columns={hourColumns} rows={hourRows(rows, hours)} rowKey={(row) => row.hour} />} />
      <Panel title={x.hours} note={x.unit} flush>
        <DataTable label={x.label} columns={columns} rows={rows} rowKey={(row) => `${row.pool}/${row.model}/${row.hour}`} />
      </Panel>
    </>
  );
}
