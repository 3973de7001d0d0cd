import type { LendingRow } from '~/api/types';

export interface Matrix {
  lenders: string[];
  borrowers: string[];
  /** GPUs by lender, then borrower, in the orders above. */
  cells: number[][];
}

/** Rows of one flavor or of all as a table; whoever lends or borrows most comes first. */
export function matrixOf(rows: LendingRow[], flavor: string | undefined, hidden: string): Matrix {
  const shown = rows.filter((row) => flavor === undefined || row.flavor === flavor)
    .map((row) => ({ lender: row.lender ?? hidden, borrower: row.borrower ?? hidden, gpus: Number(row.gpus) }));
  const order = (of: 'lender' | 'borrower') => {
    const sums = new Map<string, number>();
    for (const row of shown) sums.set(row[of], (sums.get(row[of]) ?? 0) + row.gpus);
    return [...sums].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([name]) => name);
  };
  const lenders = order('lender');
  const borrowers = order('borrower');
  const cells = lenders.map((lender) => borrowers.map((borrower) => shown
    .filter((row) => row.lender === lender && row.borrower === borrower).reduce((sum, row) => sum + row.gpus, 0)));
  return { lenders, borrowers, cells };
}
