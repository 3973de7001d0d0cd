// How long charts of 30 days take: node e2e/charts.mjs. From the click on the span to the drawn chart, the answer of
// the product and the loading of the charting code included; the first time and the median of five more. Exit 1 when one
// is above 500 ms.
import { lastMonth, settled, signedIn, startBrowser, URL_ } from './browser.mjs';

const LIMIT_MS = 500;
// The month that goes on may have begun today.
const COSTS = `/costs?month=${lastMonth()}`;
let bad = 0;

/** Client-side, as from the navigation: the shell is there, the page's figures are not. The page itself looks at each frame: asked from here, it would be looked at every half second. */
function timed(page, path) {
  return page.evaluate((to) => new Promise((done) => {
    const began = performance.now();
    function look() {
      if (document.querySelector('[data-chart="ready"]') && !document.querySelector('[data-chart="loading"]')) done(performance.now() - began);
      else window.requestAnimationFrame(look);
    }
    window.history.pushState({}, '', to);
    window.dispatchEvent(new window.PopStateEvent('popstate'));
    look();
  }), path);
}

// Somebody who looks at the first page before the first chart: the browser was idle, and has loaded the code ahead.
const calm = await startBrowser();
const looked = await signedIn(calm);
await settled(looked);
await looked.waitForFunction(() => ['echarts', 'CostsPage'].every((name) => performance.getEntriesByType('resource').some((each) => each.name.includes(name))));
await looked.evaluate(() => new Promise((done) => { window.requestIdleCallback(done); }));
const atFirst = await timed(looked, COSTS);
if (atFirst > LIMIT_MS) bad++;
console.log(`costs: ${atFirst.toFixed(0)} ms the first time in a browser that was idle before`);
await calm.close();

const browser = await startBrowser();
const page = await signedIn(browser);
for (const [name, path] of [['costs', COSTS], ['waits', '/waits?days=30'], ['utilisation', '/utilisation?days=30']]) {
  const times = [];
  for (let i = 0; i < 6; i++) {
    await page.goto(`${URL_}/settings`);
    await settled(page);
    times.push(await timed(page, path));
  }
  const [first, ...warm] = times;
  const median = warm.sort((a, b) => a - b)[2];
  if (Math.max(first, median) > LIMIT_MS) bad++;
  console.log(`${name}: ${median.toFixed(0)} ms in the middle, ${first.toFixed(0)} ms the first time`);
}
await browser.close();
process.exit(bad > 0 ? 1 : 0);
