// Eight hours of an open page, faster: node e2e/hours.mjs [events on each screen] [rounds]. One page, loaded once, is taken
// through every screen again and again as from the navigation, while events of jobs come through its own stream; each
// makes it read its figures anew, and the next one waits for the answers. The pause of two seconds between two readings is
// left out, and what waits for minutes waits a hundredth of them. After each round the heap is measured behind a
// collection, always on the same screen. Exit 1 when the last round has more than a tenth and 3 MB above the first, which
// has seen all screens.
import { screens, settled, signedIn, startBrowser, URL_, visit } from './browser.mjs';

const each = Number(process.argv[2] ?? 40);
const rounds = Number(process.argv[3] ?? 8);
const browser = await startBrowser();
const page = await signedIn(browser);
const devtools = await page.context().newCDPSession(page);

await page.addInitScript(() => {
  const { fetch, setTimeout } = window;
  window.readings = 0;
  let open = 0;
  window.fetch = (url, init) => {
    if (String(url).includes('/api/v1/events')) {
      return Promise.resolve(new window.Response(new window.ReadableStream({ start(stream) { window.tell = (text) => stream.enqueue(new window.TextEncoder().encode(text)); } })));
    }
    open++;
    window.readings++;
    return fetch(url, init).finally(() => { open--; });
  };
  // The pause between two readings, and what waits for minutes: answers that nobody looks at any more are let go of.
  const shortened = (ms) => (ms === 2_000 ? 0 : ms >= 60_000 ? ms / 100 : ms);
  window.setTimeout = (run, ms, ...rest) => setTimeout(run, shortened(ms), ...rest);
  const turn = () => new Promise((done) => { setTimeout(done, 0); });
  // What an event brings about begins within a few turns of the page; it is over when nothing is asked any more.
  window.hear = async (texts) => {
    for (const text of texts) {
      window.tell(text);
      for (let i = 0; i < 5; i++) await turn();
      while (open > 0) await turn();
    }
  };
});

const jobs = (await (await page.request.get(`${URL_}/api/v1/jobs?limit=50&sort=-submittedAt`)).json()).items;
const PHASES = ['QUEUED', 'ADMITTED', 'RUNNING', 'STOPPING', 'SUCCEEDED'];
let seq = 0;
function nextEvent() {
  const job = jobs[seq % jobs.length];
  const event = { seq: ++seq, at: new Date().toISOString(), job: job.id, jobName: job.name, project: job.project, kind: 'Note', phase: PHASES[seq % PHASES.length] };
  return `id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`;
}

async function size() {
  await visit(page, '/settings');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return { heap: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

// Two of one address in turn would be loaded anew: the second of such a pair comes later, after another screen.
const all = (await screens(page)).filter(([name]) => name !== 'settings').map(([, path]) => path);
const address = (path) => path.split('?')[0];
const isFirst = (path) => all.find((other) => address(other) === address(path)) === path;
const paths = [...all.filter(isFirst), ...all.filter((path) => !isFirst(path)).flatMap((path) => [path, '/queue'])];
await page.goto(`${URL_}/settings`);
await settled(page);
await page.waitForFunction(() => window.tell);
await page.evaluate(() => { window.loadedOnce = true; });
const sizes = [];
const began = performance.now();
for (let round = 1; round <= rounds; round++) {
  for (const path of paths) {
    await visit(page, path);
    await page.evaluate((texts) => window.hear(texts), Array.from({ length: each }, nextEvent));
  }
  const now = await size();
  sizes.push(now);
  const { readings, loadedOnce } = await page.evaluate(() => ({ readings: window.readings, loadedOnce: window.loadedOnce }));
  if (!loadedOnce) throw new Error('the page was loaded anew');
  console.log(`round ${round}: ${seq} events, ${readings} readings, ${((performance.now() - began) / 1000).toFixed(0)} s: heap ${now.heap.toFixed(1)} MB, ${now.nodes} nodes, ${now.listeners} listeners`);
}
const [first, last] = [sizes[0], sizes.at(-1)];
const grown = last.heap - first.heap;
await browser.close();
process.exit(grown > 3 && grown > first.heap / 10 ? 1 : 0);
