// WCAG 2.2 AA on every screen in both themes: node e2e/axe.mjs [screen…]. Exit 1 with each violation.
import { createRequire } from 'node:module';
import { OVERLAYS, opened, screens, sessionOf, settled, signedIn, startBrowser, URL_, visit } from './browser.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const only = new Set(process.argv.slice(2));
const browser = await startBrowser();
let violations = 0;

async function check(page, name, scheme) {
  if (!(await page.evaluate(() => window.axe))) await page.addScriptTag({ path: axe });
  await page.waitForFunction(() => !document.querySelector('[data-chart="loading"]'));
  const found = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), TAGS);
  for (const violation of found.violations) {
    violations += violation.nodes.length;
    console.log(`${name} ${scheme}: ${violation.id} (${violation.impact}) ${violation.help}`);
    for (const node of violation.nodes.slice(0, 3)) console.log(`    ${node.html.slice(0, 160)}\n    ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`);
  }
  console.log(`${name} ${scheme}: ${found.violations.length === 0 ? 'no violations' : 'see above'}, ${found.passes.length} rules passed`);
}

async function door(scheme) {
  const guest = await browser.newContext({ bypassCSP: true, colorScheme: scheme, reducedMotion: 'reduce' });
  const page = await guest.newPage();
  await page.goto(`${URL_}/sign-in`);
  await page.getByLabel('Login').waitFor();
  await check(page, 'sign-in', scheme);
  await guest.close();
}

/** Every screen and overlay, drawn from the beginning in the theme in which it is judged. */
async function lookAtAll(page, scheme) {
  const wanted = ([name]) => only.size === 0 || only.has(name);
  for (const [name, path] of (await screens(page)).filter(wanted)) {
    await visit(page, path);
    await check(page, name, scheme);
  }
  for (const [name, path, open] of OVERLAYS.filter(wanted)) {
    await page.goto(URL_ + path);
    if (name !== 'not-found') await settled(page);
    await open(page);
    await opened(page);
    await check(page, name, scheme);
  }
  if (wanted(['sign-in'])) await door(scheme);
}

const light = await signedIn(browser, { scheme: 'light' });
const dark = await signedIn(browser, { scheme: 'dark', session: await sessionOf(light) });
await dark.goto(URL_);
await Promise.all([lookAtAll(light, 'light'), lookAtAll(dark, 'dark')]);
await browser.close();
console.log(`${violations} violations`);
process.exit(violations > 0 ? 1 : 0);
