// Walks of people through a live product: node e2e/walks.mjs [walk…]; none: all of them.
// Each starts as a signed-in person and brings about its own situation. Prints every step; exit 1 when one
// fails, with what REST, the stream and the console say. GPUAAS_SCHEME picks the theme; with GPUAAS_HANDS=keyboard
// no walk touches a pointer.
import { circumstances, OUT, PASSWORD, sessionOf, settled, signedIn, startBrowser, URL_, USER } from './browser.mjs';
import { handsOnKeyboard, mustShowFocus } from './keyboard.mjs';
import { device } from './deviceWalk.mjs';
import { notebookIdle } from './idleWalk.mjs';
import { budget, commitment, costs, gpuHour, rateCard, softClose } from './moneyWalks.mjs';
import { fresh, restOf } from './rest.mjs';
import { trouble } from './troubleWalk.mjs';
import { trust } from './trustWalk.mjs';

const phase = (page, wanted) => page.locator(`main [data-phase="${wanted}"]`).first().waitFor();

async function fromYaml({ page, tell }) {
  const name = fresh('yaml');
  await page.goto(`${URL_}/submit`);
  await page.getByText('YAML', { exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'Job as YAML' });
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText([
    '# kept in the form and back', 'project: protein-folding', `name: ${name}`, 'spec:', '  type: BATCH', '  image: registry.example/walk/train:1',
    '  maxRuntime: 1h', '  preemptible: true', '  podSets:', '    - {name: main, count: 1, gpusPerPod: 2}', '  simulation: {runFor: 2s}', '',
  ].join('\n'));
  await page.getByText('Form', { exact: true }).click();
  await page.getByLabel('GPUs per worker').fill('4');
  await page.getByText('YAML', { exact: true }).click();
  const text = await editor.innerText();
  if (!text.includes('# kept in the form and back') || !text.includes('gpusPerPod: 4')) throw new Error(`the text lost something: ${text}`);
  tell('form and YAML: the comment is kept, the change is in it');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL(/\/jobs\/[^?]+$/);
  await phase(page, 'SUCCEEDED');
  tell('submitted from YAML, and it has succeeded');
}

async function alternative({ page, tell, rest, own }) {
  // Its H200 quota is 8 and it may not borrow: 4 are left for two workers of 4.
  const filler = await rest.submit('assistant-evaluation', fresh('filler'), { gpus: 4 });
  own(filler);
  await rest.until(filler.id, 'RUNNING');
  const waiting = await rest.submit('assistant-evaluation', fresh('waits'), { workers: 2, gpus: 4, simulation: { runFor: '1m' } });
  own(waiting);
  await page.goto(`${URL_}/jobs/${waiting.id}`);
  const why = page.getByRole('region', { name: 'Why it waits' });
  await why.waitFor();
  tell(`waits: ${(await why.innerText()).split('\n').slice(0, 3).join(' / ')}`);
  await why.getByRole('link', { name: 'Use 1 worker' }).click();
  await page.getByRole('heading', { name: 'Submit a job' }).waitFor();
  await page.locator('[data-feasible="NOW"]:not([data-old])').waitFor();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL((url) => /\/jobs\/job_/.test(url.pathname) && !url.pathname.endsWith(waiting.id));
  own({ id: new URL(page.url()).pathname.split('/').at(-1) });
  await phase(page, 'RUNNING');
  const old = await rest.until(waiting.id, 'TERMINAL');
  if (old.phase !== 'CANCELLED') throw new Error(`the waiting job is ${old.phase}, not cancelled`);
  tell('with one worker it runs, and the waiting one is cancelled');
}

/** Fills the H200s that nobody guarantees to the lender, so that its own jobs must take room back. */
async function borrowAll(rest, own, lender, borrower) {
  for (let workers = 32; workers > 0; workers = Math.floor(workers / 2)) {
    for (let plan = await rest.plan(borrower, 'plan', { workers }); plan.feasible === 'NOW' && plan.wouldPreempt.length === 0; plan = await rest.plan(borrower, 'plan', { workers })) {
      const job = own(await rest.submit(borrower, fresh(`borrow-${workers}`), { workers, maxAttempts: 5 }));
      await rest.until(job.id, 'RUNNING');
    }
  }
  const plan = await rest.plan(lender, 'plan', { workers: 12, preemptible: false });
  if (plan.wouldPreempt.length === 0) throw new Error(`nobody would be preempted for ${lender}: ${JSON.stringify(plan).slice(0, 800)}`);
  return plan.wouldPreempt[0].job;
}

async function preemption({ page, tell, rest, own }) {
  const victim = await borrowAll(rest, own, 'llm-pretraining', 'recommender');
  await page.goto(`${URL_}/jobs/${victim}`);
  await phase(page, 'RUNNING');
  const owner = own(await rest.submit('llm-pretraining', fresh('owner'), { workers: 12, preemptible: false }));
  await phase(page, 'QUEUED');
  await page.getByRole('region', { name: 'Why it waits' }).waitFor();
  tell('the borrower was stopped for the owner, and waits again');
  await rest.until(owner.id, 'RUNNING');
  await rest.cancel(owner.id);
  await phase(page, 'RUNNING');
  await page.getByText('Attempt 2').first().waitFor();
  tell('when the owner has ended it runs again, attempt 2');
}

async function lending({ page, tell, rest, own }) {
  await page.goto(`${URL_}/quotas`);
  const borrowed = page.locator('tr[data-row="PROJECT:variant-calling"] td').nth(4);
  await borrowed.waitFor();
  const before = await borrowed.innerText();
  const changed = (wanted) => page.waitForFunction(([text]) => {
    const cell = document.querySelectorAll('tr[data-row="PROJECT:variant-calling"] td')[4];
    return cell && (cell.textContent === text);
  }, [wanted]);
  const job = own(await rest.submit('variant-calling', fresh('borrows'), { workers: 1, gpus: 8 }));
  await rest.until(job.id, 'RUNNING');
  await changed('8');
  await page.getByRole('row', { name: /Lender/ }).getByText('variant-calling').waitFor();
  tell(`borrowed was ${before}, is 8 without a reload, and stands in the matrix`);
  await rest.cancel(job.id);
  await changed(before);
  tell('given back, seen without a reload');
}

async function quotaEdit({ page, tell, rest }) {
  const path = '/projects/search-ranking/quotas';
  const original = await rest.read(path);
  const withNominal = (nominal) => ({ quotas: original.data.quotas.map((quota) => (quota.flavor === 'h200' ? { ...quota, nominal } : quota)) });
  await page.goto(`${URL_}/quotas`);
  await page.getByRole('button', { name: 'Edit search-ranking' }).click();
  const field = page.getByRole('group', { name: /^h200/ }).getByLabel('Nominal');
  await field.fill('12');
  await page.locator('[data-effect]:not([data-old])').waitFor();
  tell(`the effect is shown: ${(await page.locator('[data-effect]').innerText()).split('\n').slice(0, 3).join(' / ')}`);
  await rest.put(path, withNominal('10'), original.etag);
  await page.getByRole('button', { name: 'Save quota' }).click();
  await page.getByText('Someone has changed this quota').waitFor();
  if (await field.inputValue() !== '12') throw new Error('what was typed is lost');
  tell('a stale edit is refused, and what was typed is kept');
  await page.getByRole('button', { name: 'Save quota' }).click();
  await page.getByText('Quota of Search ranking is saved').waitFor();
  const saved = await rest.read(path);
  const nominal = saved.data.quotas.find((quota) => quota.flavor === 'h200').nominal;
  if (nominal !== '12') throw new Error(`nominal is ${nominal}, not 12`);
  await rest.put(path, { quotas: original.data.quotas }, saved.etag);
  tell('saved over the fresh figures');
}

async function drain({ page, tell }) {
  await page.goto(`${URL_}/nodes?view=table`);
  await page.locator('tr[data-row]').first().waitFor();
  const row = page.locator('tr[data-row]').last();
  const name = (await row.getAttribute('data-row')).split('/')[1];
  await row.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Drain node' }).click();
  await page.locator('[role="dialog"] [data-effect="some"]').waitFor();
  tell(`before it is drained: ${(await page.locator('[role="dialog"] [data-effect]').innerText()).replaceAll(/\s+/g, ' ')}`);
  await page.getByRole('dialog', { name: /^Drain/ }).getByRole('button', { name: 'Drain node' }).click();
  await page.getByRole('button', { name: 'Take back into service' }).click();
  await page.getByText(`${name} is back in service`).waitFor();
  tell(`${name} was drained and is back`);
  await drainCluster({ page, tell });
}

/** All of a cluster is closed, with the effect before it, and opened again. */
async function drainCluster({ page, tell }) {
  await page.goto(`${URL_}/clusters`);
  const button = page.getByRole('button', { name: /^Drain / }).last();
  const name = (await button.getAttribute('aria-label')).replace('Drain ', '');
  await button.click();
  await page.locator('[role="dialog"] [data-effect="some"]').waitFor();
  await page.getByRole('dialog', { name: /^Drain/ }).getByRole('button', { name: 'Drain', exact: true }).click();
  await page.getByText(`${name} is drained`).waitFor();
  await page.getByRole('button', { name: `Take ${name} back into service` }).click();
  await page.getByText(`${name} is back in service`).waitFor();
  tell(`cluster ${name} was drained and is back`);
}

/** Data is named, used by a job, and seen among the sources of its spec. */
async function data({ page, tell, own }) {
  const source = fresh('corpus');
  await page.goto(`${URL_}/data`);
  await page.getByRole('button', { name: 'Add data' }).click();
  await page.getByRole('dialog').getByLabel('Project').click();
  await page.getByRole('option', { name: 'medical-imaging' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(source);
  await page.getByRole('dialog').getByLabel('Place').fill('corpus-2026');
  await page.getByRole('dialog').getByRole('button', { name: 'Add data' }).click();
  await page.getByText(`Jobs may use ${source}`).waitFor();
  await page.goto(`${URL_}/submit?project=medical-imaging`);
  await page.getByLabel('Name', { exact: true }).fill(fresh('reads'));
  await page.getByLabel('Container image').fill('registry.example/read:1');
  await page.getByRole('button', { name: 'Use data' }).click();
  await page.getByRole('combobox', { name: 'Data', exact: true }).click();
  const option = page.getByRole('option', { name: source });
  await option.click();
  await page.getByLabel('Seen in').fill('/corpus');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL(/\/jobs\/job_/);
  own({ id: page.url().match(/job_[^/?]+/)[0] });
  await page.getByText('Sources', { exact: true }).first().click();
  await page.getByText('CLAIM corpus-2026').waitFor();
  tell(`a job reads ${source} in /corpus, and its spec says where that is`);
}

async function statement({ page, tell, rest, own }) {
  const job = own(await rest.submit('medical-imaging', fresh('billed'), { gpus: 2, simulation: { runFor: '2s' } }));
  await rest.until(job.id, 'TERMINAL');
  await page.goto(`${URL_}/statements`);
  await page.getByRole('link', { name: 'medical-imaging' }).click();
  // Twice, when some of its hours were borrowed.
  const line = page.getByRole('link', { name: job.name }).first();
  await line.waitFor();
  tell(`the statement: ${(await page.locator('tfoot').first().innerText()).replaceAll(/\s+/g, ' ')}`);
  await line.click();
  await page.getByRole('heading', { name: job.name }).waitFor();
  await page.locator('tfoot').first().waitFor();
  const { nodes } = (await rest.get(`/jobs/${job.id}/events`)).map((event) => event.detail ?? {}).find((detail) => detail.nodes) ?? {};
  tell(`its hours, and where they were: ${nodes ? JSON.stringify(nodes) : (await page.locator('main').innerText()).match(/fra-\S+|hel-\S+|[a-z]+-[a-z]\d+-r\d+-n\d+/)?.[0] ?? 'no node'}`);
}

/** From sign-in to a submitted job without a pointer. */
async function keyboard({ page, tell, rest, own }) {
  const name = fresh('keys');
  const tabTo = async (wanted) => {
    for (let pressed = 0; pressed < 120; pressed++) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      if (label.trim() === wanted) return mustShowFocus(page, wanted);
    }
    throw new Error(`Tab does not reach ${wanted}`);
  };
  await page.goto(URL_);
  await page.getByRole('navigation').first().waitFor();
  await page.keyboard.press('Tab');
  if (!(await page.evaluate(() => document.activeElement?.classList.contains('skip-link')))) throw new Error('the first stop is not the skip link');
  await page.keyboard.press('Control+k');
  await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] input'));
  await page.keyboard.type('submit');
  await page.getByRole('option', { name: 'Submit a job' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Submit a job' }).waitFor();
  tell('Ctrl-K leads to the form');
  await tabTo('Name');
  await page.keyboard.type(name);
  await tabTo('Container image');
  await page.keyboard.type('registry.example/walk/train:1');
  await tabTo('GPUs per worker');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1');
  await tabTo('Run for');
  await page.keyboard.type('3s');
  await page.locator('[data-feasible]:not([data-old])').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/jobs\/job_/);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  own({ id });
  await phase(page, 'SUCCEEDED');
  tell('submitted by keyboard, and it has succeeded');
  await page.goto(`${URL_}/jobs`);
  await page.locator('tr[data-row]').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.locator(`tr[data-row="${id}"]`).waitFor();
  await page.locator(`tr[data-row="${id}"]`).focus();
  await page.keyboard.press('Space');
  await page.getByRole('link', { name: 'Open job page' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open job page' }).waitFor({ state: 'detached' });
  await page.locator(`tr[data-row="${id}"]`).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith(id));
  tell('found, seen beside the table, and opened by keyboard');
  await rest.until(id, 'TERMINAL');
}

/** The stream is cut: the page says so, goes on reading slowly, and is live again by itself. */
async function lostStream({ page, tell, rest, own }) {
  await page.route('**/api/v1/events', (route) => route.abort());
  const job = own(await rest.submit('medical-imaging', fresh('unseen'), { gpus: 1, simulation: { runFor: '3s' } }));
  await page.goto(`${URL_}/jobs/${job.id}`);
  await page.getByText(/Live updates paused/).waitFor();
  tell('without its stream the page says that it may be old');
  await phase(page, 'SUCCEEDED');
  tell('it shows the end all the same');
  // Reached while it is there: the page tries again by itself, too.
  await page.getByRole('button', { name: 'Retry now' }).focus();
  await page.unroute('**/api/v1/events');
  await page.keyboard.press('Enter');
  await page.locator('header [data-state="open"]').waitFor();
  tell('live again');
}

/** The computer's clock is two hours behind: the page says so, and its times are those of the server. */
async function clockBehind({ browser, tell, rest, own }) {
  const other = await signedIn(browser, { before: () => {
    const own_ = Date.now;
    Date.now = () => own_() - 7_200_000;
  } });
  try {
    const job = own(await rest.submit('medical-imaging', fresh('late'), { gpus: 1, simulation: { runFor: '2s' } }));
    await rest.until(job.id, 'TERMINAL');
    await other.goto(`${URL_}/jobs/${job.id}`);
    await other.getByText(/The clock of this computer is 2 h.* behind/).waitFor();
    const timeline = other.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Succeeded').first().waitFor();
    await timeline.getByText(/now|ago/).first().waitFor();
    await timeline.getByText(/\bin \d/).first().waitFor({ state: 'detached' });
    tell('the page says that the clock is behind, and shows the times of the server');
    if (other.faults.length > 0) throw new Error(other.faults.join('\n'));
  } finally {
    await other.context().close();
  }
}

/** The session ends while a form is filled in: after the sign-in everything typed is there. */
async function expired({ page, tell }) {
  const name = fresh('typed');
  await page.goto(`${URL_}/submit`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Container image').fill('registry.example/kept:1');
  // Whatever the page reads for itself would end the session before the person notices.
  await page.getByRole('button', { name: 'Submit', exact: true }).focus();
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'GPU as a Service' }).or(page.getByText('Your session has ended')).first().waitFor();
  tell('the page says that the session has ended');
  await page.goto(`${URL_}/sign-in?next=%2Fsubmit&expired=1`);
  await page.getByLabel('Login').fill(USER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Submit a job' }).waitFor();
  const kept = [await page.getByLabel('Name', { exact: true }).inputValue(), await page.getByLabel('Container image').inputValue()];
  if (kept.join() !== `${name},registry.example/kept:1`) throw new Error(`typed text is lost: ${kept.join()}`);
  page.faults.length = 0;
  tell('signed in again, and what was typed is there');
}

const STRANGE = `<img src=x onerror=alert(1)> \u202Eesrever\u202C 🦙 ${'long '.repeat(30)}`.slice(0, 100);

/** Names with markup, a right-to-left mark and emoji, and one of 253 characters, are shown as they are. */
async function strangeNames({ page, tell, rest, own }) {
  const path = '/projects/variant-calling';
  const { data, etag } = await rest.read(path);
  let dialogs = 0;
  page.on('dialog', (dialog) => { dialogs++; return dialog.dismiss(); });
  await rest.put(path, { ...data, displayName: STRANGE }, etag);
  try {
    const long = own(await rest.submit('medical-imaging', fresh('a'.repeat(244)).slice(0, 253), { gpus: 1, simulation: { runFor: '1s' } }));
    for (const [screen, shown] of [['/quotas', STRANGE], ['/policies', STRANGE], ['/settings', STRANGE], ['/jobs', long.name], [`/jobs/${long.id}`, long.name]]) {
      await page.goto(URL_ + screen);
      await page.getByText(shown.trim(), { exact: false }).first().waitFor();
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 1) throw new Error(`${screen} is ${wide} px too wide`);
    }
  } finally {
    const fresh_ = await rest.read(path);
    await rest.put(path, { ...fresh_.data, displayName: data.displayName }, fresh_.etag);
  }
  if (dialogs > 0 || await page.locator('img[src="x"]').count() > 0) throw new Error('markup in a name was taken for markup');
  tell('shown as they are on five screens, none of them too wide');
}

const WALKS = { keyboard, lostStream, trouble, expired, clockBehind, strangeNames, fromYaml, alternative, preemption, lending, quotaEdit, drain, data, statement, gpuHour, budget, rateCard, commitment, softClose, costs, notebookIdle, trust, device };
// Two go on at a time, which do not get into each other's way: first those with jobs of their own that find room, then
// those that need the clusters or the prices for themselves beside those that have no jobs at all.
const TURNS = [
  [['keyboard', 'trouble', 'fromYaml', 'strangeNames', 'statement', 'gpuHour', 'data'], ['notebookIdle', 'lostStream', 'clockBehind', 'expired', 'trust']],
  [['alternative', 'preemption', 'lending', 'quotaEdit', 'drain', 'budget', 'rateCard'], ['device', 'commitment', 'softClose', 'costs']],
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in WALKS));
if (unknown.length > 0) {
  console.error(`There is no walk ${unknown.join(', ')}. Those there are: ${Object.keys(WALKS).join(', ')}.`);
  process.exit(2);
}
const began = performance.now();
const scheme = process.env.GPUAAS_SCHEME ?? 'light';
let session;
let failed = 0;

async function go(browser, name) {
  const tell = (text) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${name}: ${text}`);
  const page = await signedIn(browser, { scheme, session });
  if (process.env.GPUAAS_HANDS === 'keyboard') handsOnKeyboard(page);
  const rest = restOf(page);
  const jobs = [];
  const own = (job) => { jobs.push(job.id); return job; };
  try {
    await WALKS[name]({ browser, page, tell, rest, own });
    if (page.url().startsWith(URL_)) await settled(page);
    if (page.faults.length > 0) throw new Error(page.faults.join('\n'));
    tell('done');
  } catch (error) {
    failed++;
    await page.screenshot({ path: `${OUT}/${name}-failed.png`, fullPage: true });
    console.error(`${name}: ${error.message}\n${await circumstances(page)}\nscreenshot: ${OUT}/${name}-failed.png`);
  }
  for (const id of jobs) await rest.cancel(id).catch((error) => console.error(`${name}: ${id} is left over: ${error.message}`));
  await page.context().close();
}

/** In a browser of their own: only one page of a browser can have the keyboard when the focus leaves it. */
async function goAll(names) {
  const browser = await startBrowser();
  session ??= await sessionOf(await signedIn(browser, { scheme }));
  for (const name of names) await go(browser, name);
  await browser.close();
}
if (asked.length > 0) await goAll(asked);
else for (const turn of TURNS) await Promise.all(turn.map(goAll));
process.exit(failed > 0 ? 1 : 0);
