// First load of the portal: scripts that index.html asks for, gzipped, with the home page on top.
// Charts must not be among them. Exit 1 when over the budget.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 300;
const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
if (!existsSync(join(dist, 'index.html'))) {
  console.error('There is no dist/. Run `npm run build` first.');
  process.exit(1);
}
const text = (file) => readFileSync(join(dist, file), 'utf8');
const entry = [...text('index.html').matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map((match) => match[1]);
const home = readdirSync(join(dist, 'assets')).filter((name) => name.startsWith('HomePage') && name.endsWith('.js')).map((name) => `assets/${name}`);

// What a module asks for at once, not what it asks for later with import().
function asksFor(file) {
  const statics = [...text(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map((match) => `assets/${match[1]}`);
  return statics.filter((name) => existsSync(join(dist, name)));
}

const all = new Set();
const open = [...entry, ...home];
while (open.length > 0) {
  const file = open.pop();
  if (all.has(file)) continue;
  all.add(file);
  open.push(...asksFor(file));
}
let sum = 0;
for (const file of [...all].sort()) {
  const kb = gzipSync(readFileSync(join(dist, file))).length / 1000;
  sum += kb;
  console.log(`${kb.toFixed(1).padStart(8)} kB  ${file}`);
}
console.log(`${sum.toFixed(1).padStart(8)} kB  first load, gzipped; budget ${BUDGET_KB} kB`);
const charts = [...all].filter((file) => /echarts/.test(file));
if (charts.length > 0) console.error(`charts are part of the first load: ${charts.join(', ')}`);
process.exit(sum > BUDGET_KB || charts.length > 0 ? 1 : 0);
