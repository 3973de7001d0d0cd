// The money side of the mock: figures follow from the made-up jobs.
const eur = (amount) => ({ amount: amount.toFixed(2), currency: 'EUR' });
const PRICES = { 'H200-141GB': 2.9, 'A100-80GB': 1.6 };
const rates = Object.entries(PRICES).flatMap(([model, price]) => [
  { pool: null, model, class: 'NOMINAL', meter: 'run', pricePerGpuHour: price.toFixed(6), validFrom: '2026-01-01T00:00:00.000Z', validTo: null },
  { pool: null, model, class: 'BORROWED', meter: 'run', pricePerGpuHour: (price / 2).toFixed(6), validFrom: '2026-01-01T00:00:00.000Z', validTo: null },
]);

function perProject(w) {
  return w.projects.map((p, i) => {
    const hours = w.jobs.filter((j) => j.project === p.name).reduce((s, j) => s + Number(w.costOf(j).gpuHours), 0) * 2 + 100;
    const borrowed = hours * ((i * 7) % 40) / 100;
    return { project: p.name, gpuHours: hours.toFixed(6), nominalGpuHours: (hours - borrowed).toFixed(6), borrowedGpuHours: borrowed.toFixed(6), amount: eur((hours - borrowed) * 2.9 + borrowed * 1.45) };
  });
}

export function answer(path, q, w) {
  if (path === '/costs/month-to-date') {
    const items = perProject(w);
    return { period: '2026-11', items, total: { gpuHours: items.reduce((s, i) => s + Number(i.gpuHours), 0).toFixed(6), nominalGpuHours: items.reduce((s, i) => s + Number(i.nominalGpuHours), 0).toFixed(6), borrowedGpuHours: items.reduce((s, i) => s + Number(i.borrowedGpuHours), 0).toFixed(6), unratedGpuHours: '0', amount: eur(items.reduce((s, i) => s + Number(i.amount.amount), 0)) } };
  }
  if (path === '/usage') {
    const by = (q.get('groupBy') ?? 'project').split(',');
    const rows = [];
    const days = by.includes('day') ? 29 : 1;
    for (let d = 0; d < days; d++) for (const cls of by.includes('class') ? ['NOMINAL', 'BORROWED'] : [null]) for (const item of by.includes('project') ? perProject(w) : [{ project: null, gpuHours: '4000' }]) {
      const hours = Number(item.gpuHours) / days * (0.7 + 0.3 * Math.sin(d / 3)) * (cls === 'BORROWED' ? 0.25 : 0.75);
      rows.push({ ...(item.project ? { project: item.project } : {}), ...(cls ? { class: cls } : {}), ...(by.includes('day') ? { day: `2026-11-${String(d + 1).padStart(2, '0')}` } : {}), gpuHours: hours.toFixed(6), amount: (hours * 2.9).toFixed(2), currency: 'EUR' });
    }
    return { rows, total: {} };
  }
  if (path === '/rate-cards') return { items: [{ name: 'standard', currency: 'EUR', rates, version: 2 }], nextCursor: null, hasMore: false };
  const statement = (project, month) => {
    const item = perProject(w).find((x) => x.project === project);
    const lines = ['NOMINAL', 'BORROWED'].map((cls) => { const h = Number(cls === 'NOMINAL' ? item.nominalGpuHours : item.borrowedGpuHours); const price = cls === 'NOMINAL' ? 2.9 : 1.45; return { model: 'H200-141GB', pool: 'h200', class: cls, meter: 'run', gpuHours: h.toFixed(6), unitPrice: eur(price), amount: eur(h * price) }; });
    return { project, month, from: `${month}-01T00:00:00.000Z`, to: '2026-12-01T00:00:00.000Z', status: month === '2026-11' ? 'OPEN' : 'ISSUED', lines, total: eur(lines.reduce((s, l) => s + Number(l.amount.amount), 0)), gpuHours: item.gpuHours, unratedGpuHours: '0.000000' };
  };
  if (path === '/statements') {
    const projects = q.get('project') ? [q.get('project')] : w.projects.map((p) => p.name);
    return { items: projects.map((p) => statement(p, q.get('month') ?? '2026-11')), nextCursor: null, hasMore: false };
  }
  const one = /^\/statements\/([^/]+)\/(.+)$/.exec(path);
  if (one) return statement(one[1], one[2]);
  if (path === '/conservation') {
    const rows = [];
    for (const [pool, model, gpus] of [['h200', 'H200-141GB', 256], ['a100', 'A100-80GB', 128]]) for (let h = 0; h < 24; h++) {
      const capacity = gpus * 3600, down = 8 * 3600, nominal = Math.round((capacity - down) * (0.5 + 0.2 * Math.sin(h / 4))), borrowed = Math.round((capacity - down) * 0.15);
      rows.push({ pool, model, hour: `${(q.get('from') ?? '2026-11-29').slice(0, 10)}T${String(h).padStart(2, '0')}:00:00.000Z`, capacity: String(capacity), nominal: String(nominal), borrowed: String(borrowed), other: '0', idle: String(capacity - down - nominal - borrowed), down: String(down), plannedDown: '0', balanced: true });
    }
    return { rows: rows.filter((r) => !q.get('pool') || r.pool === q.get('pool')), balanced: true };
  }
  return null;
}
