// WCAG 2.2 AA on every screen in both themes: node e2e/axe.mjs [screen…]. Exit 1 with each violation.
import { createRequire } from 'node:module';
import { OVERLAYS, opened, screens, sessionOf, settled, signedIn, startBrowser, URL_, visit } from './browser.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const only = new Set(process.argv.slice(2));
const browser = await startBrowser();
let violations = 0;

async function check(page, name) {
  if (!(await page.evaluate(() => window.axe))) await page.addScriptTag({ path: axe });
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.waitForFunction(() => !document.querySelector('[data-chart="loading"]'));
    const found = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), TAGS);
    for (const violation of found.violations) {
      violations += violation.nodes.length;
      console.log(`${name} ${scheme}: ${violation.id} (${violation.impact}) ${violation.help}`);
      for (const node of violation.nodes.slice(0, 3)) console.log(`    ${node.html.slice(0, 160)}\n    ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`);
    }
    console.log(`${name} ${scheme}: ${found.violations.length === 0 ? 'no violations' : 'see above'}, ${found.passes.length} rules passed`);
  }
}

async function door() {
  const guest = await browser.newContext({ bypassCSP: true });
  const page = await guest.newPage();
  await page.goto(`${URL_}/sign-in`);
  await page.getByLabel('Login').waitFor();
  await check(page, 'sign-in');
  await guest.close();
}

async function overlay(page, name, path, open) {
  await page.goto(URL_ + path);
  if (name !== 'not-found') await settled(page);
  await open(page);
  await opened(page);
  await check(page, name);
}

const page = await signedIn(browser);
const session = await sessionOf(page);
const looks = [
  ...(await screens(page)).map(([name, path]) => [name, async (at) => {
    await visit(at, path);
    await check(at, name);
  }]),
  ...OVERLAYS.map(([name, path, open]) => [name, (at) => overlay(at, name, path, open)]),
  ['sign-in', door],
].filter(([name]) => only.size === 0 || only.has(name));

/** Takes the next one as long as there is one. */
async function lookAtNext(at) {
  for (let next = looks.shift(); next; next = looks.shift()) await next[1](at);
}
const other = await signedIn(browser, { session });
await other.goto(URL_);
await Promise.all([lookAtNext(page), lookAtNext(other)]);
await browser.close();
console.log(`${violations} violations`);
process.exit(violations > 0 ? 1 : 0);
