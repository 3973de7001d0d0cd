import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { fragmentationQuery } from '~/api/queries';
import type { FragmentationRow } from '~/api/types';
import { t } from '~/text';
import { Bar } from '~/ui/Bar';
import { type Column, DataTable } from '~/ui/DataTable';
import { count, NOTHING, percent } from '~/ui/format';
import { Facts, Page, Panel } from '~/ui/Page';
import { Empty, Loaded } from '~/ui/states';

const x = t.capacity.fragmentation;
type Shape = FragmentationRow['shapes'][number];

/** Which of the free GPUs a worker of each size could get. */
export function FragmentationPage() {
  const query = useQuery(fragmentationQuery);
  return (
    <Page title={x.title} lead={x.lead}>
      <Loaded query={query} lines={10}>
        {(flavors) => flavors.length === 0 ? <Empty title={x.none} detail={t.capacity.availability.noneDetail} /> : (
          <>
            {flavors.map((row) => <Flavor key={row.flavor} row={row} />)}
            <Panel title={t.common.definitions}>
              <Facts facts={[[x.usable, x.def.usable], [x.fragmentation, x.def.fragmentation], [x.largest, x.def.largest]]} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** `8 GPUs`, or `16 × 8 GPUs` of a gang. */
const shapeOf = (shape: Shape): string =>
  `${shape.workersTogether > 1 ? `${shape.workersTogether} × ` : ''}${t.capacity.availability.shape(shape.gpusPerWorker)}`;

function Flavor({ row }: { row: FragmentationRow }) {
  const columns: Column<Shape>[] = [
    { id: 'size', header: x.size, width: 150, cell: (shape) => <b style={{ fontWeight: 500 }}>{shapeOf(shape)}</b> },
    { id: 'workers', header: x.workers, width: 120, number: true, cell: (shape) => count(shape.workers) },
    { id: 'usable', header: x.usable, unit: t.common.gpus, width: 140, number: true, cell: (shape) => count(shape.usable) },
    { id: 'lost', header: x.lost, unit: t.common.gpus, width: 140, number: true, cell: (shape) => count(row.free - shape.usable) },
    { id: 'fragmentation', header: x.fragmentation, width: 140, number: true, cell: (shape) => (shape.fragmentation ? percent(Number(shape.fragmentation), 1) : NOTHING) },
    {
      id: 'bar', header: x.share, width: 200, grow: true,
      cell: (shape) => <Bar label={shapeOf(shape)} whole={row.free}
        parts={[{ use: 'idle', value: shape.usable, label: x.usable }]} />,
    },
  ];
  return (
    <Panel
      title={row.gpuModel || row.flavor} flush
      note={<>{x.free(count(row.free), count(row.gpus))} · {x.largest} <b>{count(row.largestGang)}</b></>}
      actions={<Button variant="default" component={Link} to={`/nodes`}>{x.map}</Button>}
    >
      <DataTable label={row.flavor} columns={columns} rows={row.shapes} rowKey={shapeOf} />
    </Panel>
  );
}
