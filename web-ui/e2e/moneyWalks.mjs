// Walks of people who look after money: node e2e/walks.mjs budget rateCard.
import { signedIn, URL_ } from './browser.mjs';
import { fresh, person } from './rest.mjs';

/** In the organisation's zone, which may be ahead of this computer's. */
const monthThatGoesOn = async (rest) => (await rest.get('/costs/month-to-date')).period.month;

const flat = (text) => text.replaceAll(/\s+/g, ' ').trim();

/** A hard budget holds a job back; whoever looks after it sees why, and lets it through with a reason. */
export async function budget({ page, tell, rest, own }) {
  const id = fresh('walk');
  await page.goto(`${URL_}/budgets`);
  await page.getByRole('button', { name: 'New budget' }).click();
  const form = page.getByRole('dialog', { name: 'New budget' });
  await form.getByLabel('Id', { exact: true }).fill(id);
  await form.getByLabel('Name', { exact: true }).fill('no-such-project');
  await form.getByLabel('Budget', { exact: true }).fill('0.01');
  await form.getByRole('switch', { name: 'Hard' }).check();
  await form.getByLabel('Minutes of grace').fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByLabel('Name', { exact: true }).and(page.locator('[aria-invalid="true"]')).waitFor();
  tell('a budget of an unknown project is refused at its field, and what was typed is kept');
  await form.getByLabel('Name', { exact: true }).fill('medical-imaging');
  await form.getByRole('button', { name: 'Save' }).click();
  // While jobs of the project run, what they may cost is held, and the least that can be set is said.
  const saved = page.getByText('The budget is saved');
  const below = form.getByText(/Used and held by running jobs are/);
  await saved.or(below).first().waitFor();
  if (await below.count() > 0) {
    const least = /are ([0-9.]+)/.exec(await below.innerText())[1];
    tell(`less than what running jobs hold is refused: ${flat(await below.innerText())}`);
    await form.getByLabel('Budget', { exact: true }).fill((Number(least) + 0.5).toFixed(2));
    await form.getByRole('button', { name: 'Save' }).click();
    await saved.waitFor();
  }
  try {
    const job = own(await rest.submit('medical-imaging', fresh('held'), { gpus: 8 }));
    await page.goto(`${URL_}/jobs/${job.id}`);
    const why = page.getByRole('region', { name: 'Why it waits' });
    await why.getByRole('heading', { name: 'Budget exhausted' }).waitFor();
    tell(`it waits for money: ${flat(await why.locator('dl').innerText())}`);
    await why.getByRole('link', { name: 'See budgets' }).click();
    const row = page.locator(`tr[data-row="${id}"]`);
    await page.getByRole('button', { name: `Override ${id}` }).click();
    await page.getByLabel('Reason').fill('a deadline');
    await page.getByRole('dialog').getByRole('button', { name: 'Override' }).click();
    await row.getByText('Overridden').waitFor();
    tell('let through with a reason');
    await rest.until(job.id, 'RUNNING');
    const held = row.locator('td').nth(6);
    await page.waitForFunction((cell) => /[1-9]/.test(cell.textContent), await held.elementHandle());
    tell(`it runs, and holds ${flat(await held.innerText())} of the budget`);
    const { items } = await rest.get(`/audit?resource=budget/${id}&limit=10`);
    const told = items.find((row_) => row_.action.includes('override'));
    if (!told) throw new Error(`the override is not in the audit log: ${JSON.stringify(items.map((each) => each.action))}`);
    tell(`the audit log has it: ${told.actor}, ${told.action}`);
  } finally {
    const { data, etag } = await rest.read(`/budgets/${id}`);
    const { scopeKind, scope, period, amount, thresholds } = data;
    await rest.put(`/budgets/${id}`, { scopeKind, scope, period, amount, thresholds, hard: false, graceMinutes: 0, active: false }, etag ?? `"${data.version}"`);
  }
}

/** A price is proposed by one person and put in force by another. */
export async function rateCard({ browser, page, tell, rest }) {
  const [card] = (await rest.get('/rate-cards')).items;
  const second = await person(page, fresh('finance'), 'finance-admin');
  await page.goto(`${URL_}/rate-cards`);
  await page.getByRole('button', { name: `Propose a price ${card.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Propose a price' });
  await form.getByLabel(/^Price/).fill('9.75');
  await form.getByText('New', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Propose a price' }).click();
  const proposal = page.getByRole('region', { name: `Proposed: ${card.name}` });
  await proposal.getByText('another person has to approve').waitFor();
  if (await proposal.getByRole('button', { name: /^Approve/ }).count() > 0) throw new Error('the author may approve');
  tell(`proposed, and not for its author to approve: ${flat(await proposal.locator('ul').innerText())}`);
  const other = await signedIn(browser, second);
  try {
    await other.goto(`${URL_}/rate-cards`);
    await other.getByRole('button', { name: `Approve ${card.name}` }).click();
    await other.getByText(`${card.name} is in force`).waitFor();
    await other.getByRole('region', { name: card.name, exact: true }).getByText(/9[.,]75/).first().waitFor();
    if (other.faults.length > 0) throw new Error(other.faults.join('\n'));
  } finally {
    await other.context().close();
  }
  const now = await rest.get(`/rate-cards/${card.name}`);
  if (now.version === card.version || !now.rates.some((rate) => Number(rate.pricePerGpuHour) === 9.75)) throw new Error(`not in force: ${JSON.stringify(now)}`);
  tell(`a second person has put it in force, as version ${now.version}`);
}

/** GPUs are reserved by one person once another agrees; an earlier end needs the other again. */
export async function commitment({ browser, page, tell, rest }) {
  const second = await person(page, fresh('cfo'), 'finance-admin');
  await page.goto(`${URL_}/commitments`);
  await page.getByRole('button', { name: 'Propose a commitment' }).first().click();
  const form = page.getByRole('dialog', { name: 'Propose a commitment' });
  await form.getByRole('combobox', { name: 'Project' }).or(form.getByRole('textbox', { name: 'Project' })).first().click();
  await page.getByRole('option', { name: 'medical-imaging' }).click();
  await form.getByRole('combobox', { name: 'Pool' }).or(form.getByRole('textbox', { name: 'Pool' })).first().click();
  await page.getByRole('option').first().click();
  await form.getByLabel('GPUs', { exact: true }).fill('0');
  await form.getByLabel(/^Price/).fill('1.5');
  await form.getByRole('button', { name: 'Propose a commitment' }).click();
  await form.getByLabel('GPUs', { exact: true }).and(page.locator('[aria-invalid="true"]')).waitFor();
  tell('nothing reserved is refused at its field');
  await form.getByLabel('GPUs', { exact: true }).fill('8');
  await form.getByRole('button', { name: 'Propose a commitment' }).click();
  await page.getByText('it counts once another person agrees').first().waitFor();
  const made = (await rest.get('/commitments')).items.find((each) => each.status === 'PROPOSED' && each.project === 'medical-imaging');
  const row = page.locator(`tr[data-row="${made.id}"]`);
  await row.getByText('To decide').waitFor();
  if (await row.getByRole('button', { name: /^Agree/ }).count() > 0) throw new Error('the author may agree');
  tell('proposed; its author may only take it back');
  const other = await signedIn(browser, second);
  try {
    await other.goto(`${URL_}/commitments`);
    await other.getByRole('button', { name: `Agree ${made.id}` }).click();
    await other.locator(`tr[data-row="${made.id}"]`).getByText('Agreed', { exact: true }).waitFor();
    tell('a second person has agreed');
    await page.reload();
    await page.getByRole('button', { name: `End earlier ${made.id}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End earlier' }).click();
    await row.getByText(/asks/).waitFor();
    await other.reload();
    await other.getByRole('button', { name: `Agree ${made.id}` }).click();
    await other.locator(`tr[data-row="${made.id}"]`).getByText(/asks/).waitFor({ state: 'detached' });
    if (other.faults.length > 0) throw new Error(other.faults.join('\n'));
  } finally {
    await other.context().close();
  }
  const ended = (await rest.get('/commitments')).items.find((each) => each.id === made.id);
  if (!(ended.to < made.to)) throw new Error(`it does not end earlier: ${JSON.stringify(ended)}`);
  tell(`and with them to an earlier end: ${ended.to}`);
}

/** A month is settled first, adjusted, and closed then. */
export async function softClose({ page, tell, rest }) {
  const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 6, 1)).toISOString().slice(0, 7);
  await page.goto(`${URL_}/statements?month=${month}`);
  const steps = page.locator('[data-period]');
  await steps.waitFor();
  tell(`before: ${flat(await steps.innerText())}`);
  await page.getByRole('button', { name: 'Soft close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Soft close' }).click();
  await steps.getByText(/^0 open/).or(page.getByText(/^0 open/)).first().waitFor();
  tell(`settled: ${flat(await steps.innerText())}`);
  const states = (await rest.get(`/periods/${month}`)).items;
  if (states.some((each) => each.status !== 'SOFT_CLOSED')) throw new Error(`not all are soft closed: ${JSON.stringify(states).slice(0, 500)}`);
  await page.goto(`${URL_}/adjustments`);
  await page.getByRole('button', { name: 'Ask for an adjustment' }).click();
  const form = page.getByRole('dialog', { name: 'Ask for an adjustment' });
  const choose = async (label, option) => {
    await form.getByRole('combobox', { name: label }).or(form.getByRole('textbox', { name: label })).first().click();
    await page.getByRole('option', { name: option }).first().click();
  };
  await choose('Project', 'medical-imaging');
  await form.getByLabel('Amount').fill('-5');
  await form.getByLabel('Explanation').fill('slow storage');
  await choose('On the statement of', new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`)));
  await form.getByRole('button', { name: 'Ask for an adjustment' }).click();
  await page.getByText('somebody else has to decide').first().waitFor();
  const asked = (await rest.get('/adjustments')).items[0];
  if (asked.month !== month) throw new Error(`the adjustment stands elsewhere: ${JSON.stringify(asked)}`);
  tell('an adjustment names the soft closed month');
}

/** One GPU-hour is followed from the statement of its cost centre to the node that it was spent on, in four clicks at most. */
export async function gpuHour({ page, tell, rest }) {
  let clicks = 0;
  const click = async (target) => {
    await target.click();
    clicks += 1;
  };
  const month = await monthThatGoesOn(rest);
  const { lines, costCenter } = await rest.get(`/statements/medical-imaging/${month}`);
  await page.goto(`${URL_}/statements?month=${month}`);
  await click(page.getByRole('link', { name: costCenter, exact: true }));
  const line = lines.findIndex((each) => each.meter === 'RUN' && Number(each.gpuHours) > 0);
  await click(page.locator(`tr[data-row="medical-imaging/${line}"]`));
  // The place of a job is that of its last attempt: a piece of one that was not preempted is followed.
  const { items } = await rest.get(`/statements/medical-imaging/${month}/lines/${line}/usage?limit=20`);
  let at = 0;
  while (at < items.length && (await rest.get(`/jobs/${items[at].job}`)).attempt !== items[at].attempt) at += 1;
  const { job, held } = items[at];
  const row = page.getByRole('dialog').locator('tbody tr').nth(at);
  await row.waitFor();
  tell(`a piece of the line: ${flat(await row.innerText())}`);
  await click(row.getByRole('link', { name: held[0].node, exact: true }).first());
  await page.waitForURL(/\/nodes\?/);
  await page.getByRole('dialog', { name: held[0].node }).waitFor();
  const { placement } = await rest.get(`/jobs/${job}`);
  if (!JSON.stringify(placement).includes(`"${held[0].node}"`)) throw new Error(`the run was elsewhere: ${JSON.stringify(placement)}`);
  if (clicks > 4) throw new Error(`that took ${clicks} clicks`);
  tell(`on ${held[0].node}, in ${clicks} clicks`);
}

/** What a month has cost and why it changed, and any other time by any groups, with the figures of the server. */
export async function costs({ page, tell, rest }) {
  const [year, number] = (await monthThatGoesOn(rest)).split('-').map(Number);
  const month = new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
  await page.goto(`${URL_}/costs`);
  await page.getByRole('region', { name: 'By project' }).locator('tfoot').waitFor();
  await page.getByText('Forecast', { exact: true }).first().waitFor();
  await page.getByRole('combobox', { name: 'Month' }).or(page.getByRole('textbox', { name: 'Month' })).first().click();
  await page.getByRole('option', { name: new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`)) }).click();
  await page.waitForURL(new RegExp(`month=${month}`));
  const { total } = await rest.get(`/costs/month-to-date?month=${month}`);
  const cents = (amount) => new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
  if (Number(total.amount.amount) > 0) await page.getByRole('region', { name: 'By project' }).locator('tfoot').getByText(cents(total.amount.amount)).waitFor();
  tell(`${month}: ${total.amount.amount}`);
  await page.getByText('Explore', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Step' }).or(page.getByRole('textbox', { name: 'Step' })).first().click();
  await page.getByRole('option', { name: 'Day' }).click();
  const figures = page.getByRole('region', { name: 'Figures' });
  await figures.getByRole('columnheader', { name: 'Day' }).waitFor();
  const shown = new URL(page.url());
  if (shown.searchParams.get('step') !== 'day') throw new Error(`what is asked is not in the address: ${shown}`);
  await page.reload();
  await figures.locator('tfoot').waitFor();
  tell(`explored: ${flat(await figures.locator('tfoot').innerText())}`);
  await page.goto(`${URL_}/costs`);
  const row = page.getByRole('region', { name: 'By project' }).locator('tbody tr').first();
  const cell = (header) => row.locator('td').nth(['Project', 'bar', 'Nominal', 'Borrowed', 'Total', 'Amount'].indexOf(header)).getByRole('link');
  const [project, gpuHours] = [cell('Project'), cell('Total')];
  const [name, shownHours] = [await project.innerText(), await gpuHours.innerText()];
  await gpuHours.click();
  await page.waitForURL(/\/jobs\?/);
  await page.locator('tr[data-row]').filter({ hasText: name }).first().waitFor();
  tell(`${shownHours} GPU-h of ${name} lead to its jobs`);
  await page.goBack();
  await cell('Amount').click();
  await page.waitForURL(/view=explore.*group=job/);
  await figures.getByRole('columnheader', { name: 'Job', exact: true }).waitFor();
  await figures.locator('tfoot').waitFor();
  tell(`its amount leads to what each of them cost: ${flat(await figures.locator('tfoot').innerText())}`);
}
