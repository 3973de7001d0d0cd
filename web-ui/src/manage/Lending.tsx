import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { lendingQuery } from '~/api/queries';
import { t } from '~/text';
import { count } from '~/ui/format';
import { Panel } from '~/ui/Page';
import { Loaded } from '~/ui/states';
import { matrixOf } from './lending';
import css from './Lending.module.css';

const x = t.manage.quotas;

/** Lenders × borrowers. The shares are the server's; how they come about is said beside them. */
export function Lending({ flavor }: { flavor: string | undefined }) {
  const query = useQuery(lendingQuery);
  return (
    <Panel title={x.pairs} note={t.common.gpus} actions={<Tooltip label={x.pairsNote}><IconInfoCircle size={16} tabIndex={0} role="img" aria-label={x.pairsNote} className="quiet" /></Tooltip>}>
      <Loaded query={query} lines={4}>
        {(rows) => {
          const { lenders, borrowers, cells } = matrixOf(rows, flavor, x.hiddenParty);
          if (lenders.length === 0) return <p className="quiet">{x.nobodyLends}</p>;
          const most = Math.max(...cells.flat());
          const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
          return (
            <div className={css.scroll} tabIndex={0} role="group" aria-label={x.pairs}>
              <table className={css.matrix}>
                <caption className="hidden-visually">{x.pairs}</caption>
                <thead>
                  <tr><th scope="col">{x.lenderBorrower}</th>{borrowers.map((name) => <th key={name} scope="col" title={name}>{name}</th>)}<th scope="col">{x.sum}</th></tr>
                </thead>
                <tbody>
                  {lenders.map((lender, at) => (
                    <tr key={lender}>
                      <th scope="row">{lender}</th>
                      {(cells[at] ?? []).map((gpus, column) => (
                        <td key={borrowers[column]} data-some={gpus > 0 || undefined} style={{ '--share': most > 0 ? gpus / most : 0 } as CSSProperties}>{gpus > 0 ? count(gpus) : ''}</td>
                      ))}
                      <td data-sum>{count(sum(cells[at] ?? []))}</td>
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr><th scope="row">{x.sum}</th>{borrowers.map((name, column) => <td key={name}>{count(sum(cells.map((row) => row[column] ?? 0)))}</td>)}<td>{count(sum(cells.flat()))}</td></tr>
                </tfoot>
              </table>
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
