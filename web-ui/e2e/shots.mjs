// Pictures of every screen: node e2e/shots.mjs [screen…]. Sizes and themes: GPUAAS_WIDTHS, GPUAAS_SCHEMES.
import { OUT, OVERLAYS, opened, screens, settled, signedIn, startBrowser, URL_ } from './browser.mjs';

const only = new Set(process.argv.slice(2));
const sizes = (process.env.GPUAAS_WIDTHS ?? '1440,360').split(',').map((w) => [Number(w), Number(w) > 600 ? 900 : 800]);
const schemes = (process.env.GPUAAS_SCHEMES ?? 'light,dark').split(',');
const browser = await startBrowser();
let bad = 0;
for (const scheme of schemes) {
  for (const [width, height] of sizes) {
    const page = await signedIn(browser, { scheme, width, height });
    for (const [name, path] of await screens(page)) {
      if (only.size > 0 && !only.has(name)) continue;
      await page.goto(URL_ + path);
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await page.screenshot({ path: `${OUT}/${name}-${scheme}-${width}.png`, fullPage: process.env.GPUAAS_FULL === '1' });
      if (wide > 1) page.faults.push(`${name} at ${width}: the page is ${wide} px too wide`);
      console.log(`${name}-${scheme}-${width}.png`);
    }
    for (const [name, path, open] of OVERLAYS) {
      if (only.size > 0 && !only.has(name)) continue;
      await page.goto(URL_ + path);
      if (name !== 'not-found') await settled(page);
      await open(page);
      await opened(page);
      await page.screenshot({ path: `${OUT}/${name}-${scheme}-${width}.png` });
      console.log(`${name}-${scheme}-${width}.png`);
    }
    page.faults.forEach((fault) => console.error(fault));
    bad += page.faults.length;
    await page.context().close();
  }
}
await browser.close();
process.exit(bad > 0 ? 1 : 0);
