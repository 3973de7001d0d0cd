import { Button, Menu, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { BASE, queryString } from '~/api/http';
import { costsQuery, usageQuery } from '~/api/queries';
import type { CostRow } from '~/api/types';
import { projectsOf, useScope } from '~/app/scope';
import { t } from '~/text';
import { Chart } from '~/ui/Chart';
import { type Column, DataTable } from '~/ui/DataTable';
import { count, exactHours, NOTHING, price, shortDay, words } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';
import { useHomeDay } from '~/ui/time';
import css from './CostExplorer.module.css';
import { dayAfter, daysBefore } from './period';

const x = t.money.explore;
const GROUPS = ['department', 'team', 'project', 'user', 'costCenter', 'model', 'pool', 'class', 'meter', 'job'] as const;
const STEPS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1));
const FIGURES = ['gpuHours', 'listAmount', 'amount', 'effectiveAmount', 'unbilledGpuHours', 'unratedGpuHours', 'jobs'];
const CHARTED = 20;
const MONEY = new Set(['listAmount', 'amount', 'effectiveAmount']);

/** What any time has cost or used, by any groups; all that is asked stands in the URL. */
export function CostExplorer() {
  const search = useSearch({ from: '/inside/costs' });
  const navigate = useNavigate({ from: '/costs' });
  const scope = useScope();
  const today = useHomeDay();
  const set = (change: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const [label, setLabel] = useState('');
  const since = search.since ?? daysBefore(today, 29);
  const until = search.until ?? today;
  const groups = search.group?.split(',').filter(Boolean) ?? ['project'];
  const hours = search.show === 'hours';
  const ask = {
    from: since, to: dayAfter(until), groupBy: [search.step, ...groups].filter(Boolean).join(','), project: projectsOf(scope),
    ...(search.zone ? { timeZone: search.zone } : {}), ...(search.year && search.year !== '1' ? { yearStart: search.year } : {}),
  };
  const costs = useQuery({ ...costsQuery(ask), enabled: !hours && since <= until });
  const used = useQuery({ ...usageQuery(ask), enabled: hours && since <= until });
  const options = [...GROUPS.map((value) => ({ value, label: x.groups[value] })), ...groups.filter((each) => each.startsWith('label.')).map((value) => ({ value, label: value }))];
  const file = (format: string) => `${BASE}/exports/costs${queryString({ ...ask, format })}`;
  function addLabel() {
    const key = label.trim();
    if (key) set({ group: [...groups.filter((each) => !each.startsWith('label.')), `label.${key}`].join(',') });
    setLabel('');
  }
  return (
    <>
      <Panel title={x.ask} actions={<>
        <SegmentedControl size="xs" aria-label={x.show} value={hours ? 'hours' : 'cost'} onChange={(show) => set({ show: show === 'hours' ? show : undefined })}
          data={[{ value: 'cost', label: x.cost }, { value: 'hours', label: t.common.gpuHours }]} />
        <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target><Button variant="default" size="compact-sm" leftSection={<IconDownload size={14} />}>{t.money.statements.download}</Button></Menu.Target>
          <Menu.Dropdown>
            {(['csv', 'parquet'] as const).map((format) => <Menu.Item key={format} component="a" href={file(format)} download={`costs.${format}`}>{x.files[format]}</Menu.Item>)}
          </Menu.Dropdown>
        </Menu>
      </>}>
        <div className={css.ask}>
          <TextInput type="date" label={x.since} value={since} max={until} onChange={(event) => set({ since: event.currentTarget.value || undefined })} />
          <TextInput type="date" label={x.until} value={until} min={since} onChange={(event) => set({ until: event.currentTarget.value || undefined })} />
          <Select label={x.step} value={search.step ?? ''} data={[{ value: '', label: x.noStep }, ...STEPS.map((value) => ({ value, label: x.steps[value] }))]} onChange={(step) => set({ step: step || undefined })} />
          {search.step === 'year' || search.step === 'quarter' ? (
            <Select label={x.yearStart} value={search.year ?? '1'} data={MONTHS.map((value) => ({ value, label: monthName(Number(value)) }))} onChange={(year) => set({ year: year ?? undefined })} />
          ) : null}
          <MultiSelect className={css.wide} label={x.by} data={options} value={groups} clearable onChange={(chosen) => set({ group: chosen.join(',') || ',' })} />
          <form onSubmit={(event) => { event.preventDefault(); addLabel(); }}>
            <TextInput label={x.label} placeholder={x.labelHint} value={label} onChange={(event) => setLabel(event.currentTarget.value)} onBlur={addLabel} />
          </form>
          <TextInput label={x.zone} placeholder={x.zoneHint} defaultValue={search.zone ?? ''} key={search.zone ?? ''} onBlur={(event) => set({ zone: event.currentTarget.value.trim() || undefined })} />
        </div>
        {since > until ? <p role="alert" style={{ color: 'var(--bad)', marginTop: 8 }}>{x.backwards}</p> : null}
      </Panel>
      {hours
        ? <Loaded query={used} lines={10}>{(answer) => <Answer rows={answer.rows as CostRow[]} total={answer.total as CostRow} figure="gpuHours" step={search.step} />}</Loaded>
        : <Loaded query={costs} lines={10}>{(answer) => <Answer rows={answer.rows} total={answer.total} figure="amount" step={search.step} />}</Loaded>}
    </>
  );
}

const monthName = (month: number): string => new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1));

interface AnswerProps {
  rows: CostRow[];
  total: CostRow;
  /** What is drawn. */
  figure: 'amount' | 'gpuHours';
  step: string | undefined;
}

function Answer({ rows, total, figure, step }: AnswerProps) {
  const first = rows[0];
  const keys = useMemo(() => Object.keys(first ?? {}).filter((key) => !FIGURES.includes(key) && key !== 'currency' && key !== 'jobName'), [first]);
  const figures = FIGURES.filter((key) => first?.[key] !== undefined);
  const currency = String(total.currency ?? 'EUR');
  const shown = useMemo(() => (step ? rows : [...rows].sort((a, b) => Number(b[figure]) - Number(a[figure]))), [rows, step, figure]);
  const drawn = useMemo(() => sumsOf(shown, step ? [step] : keys, figure).slice(0, step ? undefined : CHARTED), [shown, step, keys, figure]);
  const categories = useMemo(() => drawn.map(([name]) => (step === 'day' ? shortDay(name) : name)), [drawn, step]);
  const series = useMemo(() => [{ name: x.figures[figure] ?? figure, use: 'first' as const, values: drawn.map(([, value]) => value) }], [drawn, figure]);
  const figureOf = (row: CostRow, key: string): string => {
    const value = row[key] as string | number | null | undefined;
    return value === undefined || value === null ? NOTHING : MONEY.has(key) ? price(String(value), currency) : key === 'jobs' ? count(value) : exactHours(String(value));
  };
  const columns: Column<CostRow>[] = [
    ...keys.map((key, at): Column<CostRow> => ({ id: key, header: x.groups[key as (typeof GROUPS)[number]] ?? x.steps[key as (typeof STEPS)[number]] ?? key, width: 150, grow: at === keys.length - 1, cell: (row) => key === 'job' ? <Link className="plain" to="/jobs/$id" params={{ id: String(row['job']) }} title={String(row['job'])}>{nameOf(key, row)}</Link> : nameOf(key, row) })),
    ...figures.map((key): Column<CostRow> => ({ id: key, header: x.figures[key] ?? words(key), width: MONEY.has(key) ? 140 : 120, number: true, cell: (row) => figureOf(row, key) })),
  ];
  if (!first) return <Empty title={x.none} detail={x.noneDetail} />;
  const table = (
    <DataTable label={x.answer} columns={columns} rows={shown} rowKey={(row) => keys.map((key) => String(row[key])).join('/')}
      totals={Object.fromEntries([...keys.slice(0, 1).map((key) => [key, t.money.costs.total]), ...figures.map((key) => [key, figureOf(total, key)])])} />
  );
  return (
    <>
      {drawn.length > 1 ? <Chart title={x.chart(x.figures[figure] ?? figure)} label={x.answer} unit={figure === 'amount' ? currency : t.common.gpuHours} kind={step ? 'bars' : 'rows'} categories={categories} series={series} table={table} /> : null}
      <Panel title={x.rows} note={t.table.rows(rows.length)} flush>{table}</Panel>
    </>
  );
}

const nameOf = (key: string, row: CostRow): string => {
  const value = key === 'job' ? (row['jobName'] ?? row[key]) : row[key];
  if (value === null || value === undefined || value === '') return NOTHING;
  return key === 'class' || key === 'meter' ? words(String(value)) : String(value);
};

/** The figure by what the rows have in the given columns, in their order. */
export function sumsOf(rows: CostRow[], keys: string[], figure: string): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = keys.map((key) => nameOf(key, row)).join(', ') || x.all;
    sums.set(name, (sums.get(name) ?? 0) + Number(row[figure] ?? 0));
  }
  return [...sums];
}
