// WCAG 2.2 AA on every screen in both themes: node e2e/axe.mjs [screen…]. Exit 1 with each violation.
import { createRequire } from 'node:module';
import { OVERLAYS, opened, screens, settled, signedIn, startBrowser, URL_ } from './browser.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const only = new Set(process.argv.slice(2));
const browser = await startBrowser();
let violations = 0;

async function check(page, name) {
  await page.addScriptTag({ path: axe });
  const found = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), TAGS);
  for (const violation of found.violations) {
    violations += violation.nodes.length;
    console.log(`${name}: ${violation.id} (${violation.impact}) ${violation.help}`);
    for (const node of violation.nodes.slice(0, 3)) console.log(`    ${node.html.slice(0, 160)}\n    ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`);
  }
  console.log(`${name}: ${found.violations.length === 0 ? 'no violations' : 'see above'}, ${found.passes.length} rules passed`);
}

async function lookAtAll(scheme) {
  const page = await signedIn(browser, { scheme });
  if (only.size === 0) {
    const guest = await browser.newContext({ colorScheme: scheme, bypassCSP: true });
    const door = await guest.newPage();
    await door.goto(`${URL_}/sign-in`);
    await door.getByLabel('Login').waitFor();
    await check(door, `sign-in ${scheme}`);
    await guest.close();
  }
  for (const [name, path] of await screens(page)) {
    if (only.size > 0 && !only.has(name)) continue;
    await page.goto(URL_ + path);
    await settled(page);
    await check(page, `${name} ${scheme}`);
  }
  for (const [name, path, open] of OVERLAYS) {
    if (only.size > 0 && !only.has(name)) continue;
    await page.goto(URL_ + path);
    if (name !== 'not-found') await settled(page);
    await open(page);
    await opened(page);
    await check(page, `${name} ${scheme}`);
  }
  await page.context().close();
}

await Promise.all(['light', 'dark'].map(lookAtAll));
await browser.close();
console.log(`${violations} violations`);
process.exit(violations > 0 ? 1 : 0);
