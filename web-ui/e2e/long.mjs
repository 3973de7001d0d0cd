// How a table of 100,000 jobs scrolls and is filtered: node e2e/long.mjs [rows]. The pages are the product's own;
// the rows are made up here, since no product has so many waiting jobs. Prints the longest task of
// the browser's main thread while it is scrolled from end to end, and while a filter is typed into it and answered
// with the first hundred. Exit 1 when one of them is above 100 ms.
import { settled, signedIn, startBrowser, URL_ } from './browser.mjs';

const rows = Number(process.argv[2] ?? 100_000);
const browser = await startBrowser();
const page = await signedIn(browser);
const [sample] = (await (await page.request.get(`${URL_}/api/v1/jobs?limit=1`)).json()).items;
if (!sample) throw new Error('The product has no job to make others of.');
const made = Array.from({ length: rows }, (_, at) => ({
  id: `job_${String(at).padStart(8, '0')}`, name: `made-up-${at}`, project: sample.project, user: sample.user, phase: sample.phase, priority: sample.priority, gpus: sample.gpus,
  attempt: 1, submittedAt: sample.submittedAt, cost: sample.cost, spec: { type: 'BATCH', podSets: [], gpuModel: null },
}));
const LIMIT_MS = 100;
const FIRST = 100;
await page.route('**/api/v1/jobs?*', (route) => {
  const found = new URL(route.request().url()).searchParams.get('q') ? made.slice(0, FIRST) : made;
  return route.fulfill({ json: { items: found, hasMore: false, nextCursor: null } });
});

const began = performance.now();
await page.goto(`${URL_}/jobs`);
await page.locator('tr[data-row]').first().waitFor();
await settled(page);
console.log(`${((performance.now() - began) / 1000).toFixed(2)} s  until the first of ${rows} rows is shown, the answer included`);

const found = await page.evaluate(async () => {
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
  const box = document.querySelector('tr[data-row]').closest('[role="group"]');
  const frames = [];
  let last = performance.now();
  const next = () => new Promise((resolve) => { requestAnimationFrame(() => { const now = performance.now(); frames.push(now - last); last = now; resolve(); }); });
  const seen = new Set();
  const steps = 240;
  for (let step = 0; step <= steps; step++) {
    box.scrollTop = (box.scrollHeight * step) / steps;
    await next();
    box.querySelectorAll('tr[data-row]').forEach((row) => seen.add(row.dataset.row));
  }
  frames.sort((a, b) => a - b);
  return { longest: Math.max(0, ...tasks), tasks: tasks.length, frame: frames[Math.floor(frames.length * 0.95)], worst: frames.at(-1), seen: seen.size, inPage: box.querySelectorAll('tr[data-row]').length };
});
console.log(`${found.worst.toFixed(0)} ms worst frame, ${found.frame.toFixed(0)} ms at the 95th percentile; ${found.tasks} tasks above 50 ms, the longest ${found.longest.toFixed(0)} ms`);
console.log(`${found.inPage} rows in the page at a time, ${found.seen} of ${rows} seen on the way`);

await page.evaluate(() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
});
await page.keyboard.press('/');
await page.keyboard.type('made-up');
await page.keyboard.press('Enter');
await page.waitForFunction((rows_) => Number(document.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount')) === rows_ + 1, FIRST);
const filtered = await page.evaluate(() => Math.max(0, ...window.tasks));
console.log(`filtered by a part of the name: the longest task ${filtered.toFixed(0)} ms`);
await browser.close();
process.exit(Math.max(found.longest, filtered) > LIMIT_MS ? 1 : 0);
