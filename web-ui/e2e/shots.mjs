// Pictures of every screen: node e2e/shots.mjs [screen…]. Sizes and themes: GPUAAS_WIDTHS, GPUAAS_SCHEMES.
// With --small: the pictures of docs/screens, both themes, one width, few bytes, the main overlays. Exit 1 when a page
// is wider than its window, asks another site for something, or fails. With --widths that is all: no pictures.
import { join } from 'node:path';
import { OUT, OVERLAYS, ROOT, opened, screens, settled, signedIn, startBrowser, URL_, visit } from './browser.mjs';

const small = process.argv.includes('--small');
const pictures = !process.argv.includes('--widths');
const folder = process.env.GPUAAS_SHOTS || !small ? OUT : join(ROOT, '..', 'docs', 'screens');
const MAIN = new Set(['palette', 'submit-yaml', 'quota-editor', 'drain', 'trust-rule', 'new-price', 'idle-rule']);
const only = new Set(process.argv.slice(2).filter((word) => !word.startsWith('--')));
const sizes = (process.env.GPUAAS_WIDTHS ?? (small ? '1280' : '1440,360')).split(',').map((w) => [Number(w), Number(w) > 600 ? 900 : 800]);
const schemes = (process.env.GPUAAS_SCHEMES ?? 'light,dark').split(',');
async function picture(page, name, scheme, width, fullPage = false) {
  const file = small ? `${name}-${scheme}.jpeg` : `${name}-${scheme}-${width}.png`;
  console.log(file);
  if (pictures) await page.screenshot({ path: join(folder, file), fullPage, ...(small ? { type: 'jpeg', quality: 62 } : {}) });
}

const browser = await startBrowser();
let bad = 0;
async function takeAll(scheme, [width, height]) {
  const page = await signedIn(browser, { scheme, width, height, scale: small ? 0.65 : 1 });
  for (const [name, path] of await screens(page)) {
    if (only.size > 0 && !only.has(name)) continue;
    await visit(page, path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await picture(page, name, scheme, width, process.env.GPUAAS_FULL === '1');
    if (wide > 1) page.faults.push(`${name} at ${width}: the page is ${wide} px too wide`);
  }
  for (const [name, path, open] of OVERLAYS) {
    if (only.size > 0 ? !only.has(name) : small && !MAIN.has(name)) continue;
    await page.goto(URL_ + path);
    if (name !== 'not-found') await settled(page);
    await open(page);
    await opened(page);
    await picture(page, name, scheme, width);
  }
  page.faults.forEach((fault) => console.error(fault));
  bad += page.faults.length;
  await page.context().close();
}

// The pictures of docs/screens one after the other, so that none shows what another does.
const views = schemes.flatMap((scheme) => sizes.map((size) => [scheme, size]));
if (small) for (const [scheme, size] of views) await takeAll(scheme, size);
else await Promise.all(views.map(([scheme, size]) => takeAll(scheme, size)));
await browser.close();
process.exit(bad > 0 ? 1 : 0);
