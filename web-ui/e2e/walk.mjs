// The walk of a job in a real browser against a live product:
//   GPUAAS_URL=… GPUAAS_USER=… GPUAAS_PASSWORD=… node e2e/walk.mjs
// sign in → submit → running → succeeded → cost line → the project's costs. Prints each step;
// exit 1 with a screenshot when one fails. GPUAAS_PROJECT picks the project, GPUAAS_SCHEME the theme.
import { circumstances, OUT, signedIn, startBrowser, URL_, USER } from './browser.mjs';

const RUN_FOR = process.env.GPUAAS_RUN_FOR ?? '12s';
const name = `walk-${Date.now().toString(36)}`;
const began = performance.now();
const tell = (text) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`);

async function submit(page) {
  await page.getByRole('link', { name: 'Submit a job' }).first().click();
  await page.getByRole('heading', { name: 'Submit a job' }).waitFor();
  if (process.env.GPUAAS_PROJECT) {
    await page.getByRole('combobox', { name: 'Project' }).or(page.getByRole('textbox', { name: 'Project' })).first().click();
    await page.getByRole('option', { name: process.env.GPUAAS_PROJECT, exact: true }).click();
  }
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Container image').fill('registry.example/walk/train:1');
  await page.getByLabel('Command').fill('torchrun train.py --epochs 1');
  await page.getByLabel('Workers', { exact: true }).fill('2');
  await page.getByLabel('GPUs per worker').fill('4');
  await page.getByLabel('Max runtime').fill('1h');
  await page.getByLabel('Run for').fill(RUN_FOR);
  const verdict = page.locator('[data-feasible]:not([data-old])');
  await verdict.waitFor();
  tell(`plan: ${await verdict.getAttribute('data-feasible')}; ${(await verdict.locator('dl').innerText()).replaceAll('\n', ' ')}`);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL(/\/jobs\/[^?]+$/);
  tell(`submitted ${name}: ${new URL(page.url()).pathname}`);
}

async function phase(page, wanted) {
  await page.locator(`main [data-phase="${wanted}"]`).first().waitFor();
  tell(`phase ${wanted}`);
}

async function cost(page) {
  await page.waitForFunction(() => {
    const hours = document.querySelector('[data-job-hours]')?.textContent ?? '';
    const amount = document.querySelector('[data-job-cost]')?.textContent ?? '';
    return /[1-9]/.test(hours + amount) && /\d/.test(amount);
  });
  const line = await page.locator('tfoot').first().innerText();
  tell(`cost line: ${line.replaceAll(/\s+/g, ' ')}`);
  const ranks = await page.locator('[data-mine]').count();
  tell(`placement map: ${ranks} GPU cells of this job`);
}

async function projectCosts(page) {
  await page.getByRole('link', { name: 'Costs' }).first().click();
  await page.getByRole('heading', { name: 'Costs' }).waitFor();
  await page.locator('tr[data-row]').first().waitFor();
  tell(`costs page: ${(await page.locator('tfoot').first().innerText()).replaceAll(/\s+/g, ' ')}`);
}

const browser = await startBrowser();
const page = await signedIn(browser, { scheme: process.env.GPUAAS_SCHEME ?? 'light' });
let failed = false;
try {
  tell(`signed in as ${USER} at ${URL_}`);
  await submit(page);
  await phase(page, 'RUNNING');
  await phase(page, 'SUCCEEDED');
  await cost(page);
  await projectCosts(page);
  if (page.faults.length > 0) throw new Error(page.faults.join('\n'));
  tell('the walk is done');
} catch (error) {
  failed = true;
  await page.screenshot({ path: `${OUT}/walk-failed.png`, fullPage: true });
  console.error(`${error.message}\n${await circumstances(page)}\nscreenshot: ${OUT}/walk-failed.png`);
}
await browser.close();
process.exit(failed ? 1 : 0);
