// A server that is away, and a person in a hurry: node e2e/walks.mjs trouble.
import { URL_ } from './browser.mjs';
import { fresh } from './rest.mjs';

/** Jobs of this name; nothing may be there twice. */
const named = async (rest, name) => (await rest.get(`/jobs?q=${encodeURIComponent(name)}`)).items;

async function fill(page, name) {
  await page.goto(`${URL_}/submit?project=medical-imaging`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Container image').fill('registry.example/walk/train:1');
  await page.getByLabel('GPUs per worker').fill('1');
  await page.getByLabel('Run for').fill('2s');
}

/** Offline while it is submitted, submitted twice at once, seen in another tab, and a server that does not answer. */
export async function trouble({ page, tell, rest, own }) {
  const other = await page.context().newPage();
  await other.goto(`${URL_}/jobs`);
  await other.locator('tr[data-row]').first().waitFor();
  const name = fresh('hurry');
  await fill(page, name);
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await page.context().setOffline(true);
  await submit.click();
  await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).first().waitFor();
  if (await page.getByLabel('Name', { exact: true }).inputValue() !== name) throw new Error('what was typed is lost');
  if (page.url().includes('/jobs/')) throw new Error('it left the form');
  await page.context().setOffline(false);
  tell('offline it says so, and what was typed is kept');
  await submit.focus();
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
  await page.waitForURL(/\/jobs\/job_/);
  const made = await named(rest, name);
  made.forEach(own);
  if (made.length !== 1) throw new Error(`submitted twice at once there are ${made.length} jobs`);
  tell('submitted twice at once it is there once');
  await other.getByRole('button', { name: /new/ }).or(other.getByText(name)).first().waitFor();
  tell('the other tab has heard of it');
  await other.close();
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Quotas & fairness' }).first().click();
  await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().focus();
  await page.unroute('**/api/v1/**');
  await page.keyboard.press('Enter');
  await page.locator('tr[data-row="PROJECT:medical-imaging"]').waitFor();
  tell('a server that does not answer is said to be away; when it is back, the page is too');
  page.faults.length = 0;
}
