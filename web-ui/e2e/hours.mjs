// Eight hours of an open page, faster: node e2e/hours.mjs [events]. Events of a job come one after the other
// through the page's own stream, and each makes it read its figures again (the pause of two seconds between two
// readings is left out). The heap is measured after a collection, before and after. Exit 1 when it has grown by more
// than a tenth and 3 MB.
import { settled, signedIn, startBrowser, URL_ } from './browser.mjs';

const events = Number(process.argv[2] ?? 2000);
const browser = await startBrowser();
const page = await signedIn(browser);
const devtools = await page.context().newCDPSession(page);
const heap = async () => {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
};
const nodes = async () => (await devtools.send('Memory.getDOMCounters')).nodes;

await page.addInitScript(() => {
  const { fetch, setTimeout } = window;
  window.fetch = (url, init) => (!String(url).includes('/api/v1/events') ? fetch(url, init)
    : Promise.resolve(new window.Response(new window.ReadableStream({ start(stream) { window.tell = (text) => stream.enqueue(new window.TextEncoder().encode(text)); } }))));
  window.setTimeout = (run, ms, ...rest) => setTimeout(run, ms === 2_000 ? 0 : ms, ...rest);
});
const [job] = (await (await page.request.get(`${URL_}/api/v1/jobs?limit=1&sort=-submittedAt`)).json()).items;
let seq = 1;

/** Events one after the other, each with the reading anew that it brings about. */
async function hear(times) {
  for (let i = 0; i < times; i++) {
    const answer = page.waitForResponse((response) => response.url().includes('/api/v1/'));
    const event = { seq, at: new Date().toISOString(), job: job.id, jobName: job.name, project: job.project, kind: 'Note', phase: job.phase };
    await page.evaluate((text) => window.tell(text), `id: ${seq++}\ndata: ${JSON.stringify(event)}\n\n`);
    await answer;
  }
}

const PAGES = ['/', '/queue', '/quotas', '/nodes'];
let bad = 0;
for (const path of PAGES) {
  await page.goto(URL_ + path);
  await settled(page);
  await page.waitForFunction(() => window.tell);
  await hear(50);
  const before = [await heap(), await nodes()];
  const began = performance.now();
  await hear(events / PAGES.length);
  await settled(page);
  const after = [await heap(), await nodes()];
  const grown = after[0] - before[0];
  if (grown > 3 && grown > before[0] / 10) bad++;
  console.log(`${path}: ${events / PAGES.length} events in ${((performance.now() - began) / 1000).toFixed(0)} s, heap ${before[0].toFixed(1)} → ${after[0].toFixed(1)} MB, nodes ${before[1]} → ${after[1]}`);
}
await browser.close();
process.exit(bad > 0 ? 1 : 0);
