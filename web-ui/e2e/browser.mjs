// Shared by the browser scripts: starts Chromium, signs in, tells what went wrong.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const OUT = process.env.GPUAAS_SHOTS ?? join(ROOT, 'e2e', 'out');
// Where nothing is said: the product that `./gpuaas up` runs, as its first person.
const first = join(dirname(ROOT), '.gpuaas', 'first-sign-in.json');
const known = existsSync(first) ? JSON.parse(readFileSync(first, 'utf8')) : {};
export const URL_ = (process.env.GPUAAS_URL ?? known.url ?? 'http://127.0.0.1:8080').replace(/\/$/, '');
export const USER = process.env.GPUAAS_USER ?? known.user ?? 'admin';
export const PASSWORD = process.env.GPUAAS_PASSWORD ?? known.password ?? '';
export const TIMEOUT = Number(process.env.GPUAAS_TIMEOUT_MS ?? 30_000);

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

export function startBrowser() {
  mkdirSync(OUT, { recursive: true });
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: FLAGS });
}

/**
 * A signed-in page; requests to other sites and script errors are collected in `page.faults`. With the `session` of a page
 * that has signed in before (`sessionOf`) it goes on with that one, and has nothing open yet.
 */
export async function signedIn(browser, { scheme = 'light', width = 1440, height = 900, scale = 1, user = USER, password = PASSWORD, before, session } = {}) {
  const context = await browser.newContext({
    bypassCSP: true, storageState: session,
    colorScheme: scheme, viewport: { width, height }, deviceScaleFactor: scale, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Europe/Berlin',
  });
  if (before) await context.addInitScript(before);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  watch(page);
  if (session) return page;
  await page.goto(`${URL_}/sign-in`);
  await page.getByLabel('Login').fill(user);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').or(page.getByRole('button', { name: 'Open navigation' })).first().waitFor();
  return page;
}

/** The cookies of a signed-in page, for others; what it keeps in the browser is not among it. */
export async function sessionOf(page) {
  const { cookies } = await page.context().storageState();
  return { cookies, origins: [] };
}

/** Goes to a screen as from the navigation, without loading the portal anew; anew when it is the screen that is shown. */
export async function visit(page, path) {
  const same = new URL(page.url()).pathname === path.split('?')[0];
  if (same || await page.locator('h1').count() === 0) await page.goto(URL_ + path);
  else {
    await page.evaluate((to) => {
      document.querySelectorAll('h1').forEach((each) => { each.dataset.left = each.textContent; });
      window.history.pushState({}, '', to);
      window.dispatchEvent(new window.PopStateEvent('popstate'));
    }, path);
    // Another job is another title in the same place.
    await page.waitForFunction(() => {
      const title = document.querySelector('h1');
      return title && title.dataset.left !== title.textContent;
    });
  }
  await settled(page);
}

function watch(page) {
  page.faults = [];
  page.said = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.said.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => page.faults.push(`script error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(URL_) && !/^(data|blob|about):/.test(url)) page.faults.push(`request to another site: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) page.faults.push(`${response.status()} from ${response.url()}`);
  });
}

/** What REST, the stream and the browser's console say, so that a failure explains itself. */
export async function circumstances(page) {
  const told = [`at ${page.url()}`];
  const badge = page.locator('header [data-state]').first();
  told.push(`live updates: ${await badge.getAttribute('data-state', { timeout: 1_000 }).catch(() => 'no badge')}`);
  const id = /\/jobs\/([^/?]+)/.exec(page.url())?.[1];
  for (const path of id ? [`jobs/${id}`, `jobs/${id}/events`, `jobs/${id}/runs`] : ['me']) {
    const answer = await page.request.get(`${URL_}/api/v1/${path}`, { timeout: 5_000 }).catch((error) => error);
    const body = answer instanceof Error ? answer.message : `${answer.status()} ${await answer.text()}`;
    told.push(`GET ${path}: ${body.slice(0, 3_000)}`);
  }
  return [...told, ...page.faults, ...page.said].join('\n');
}

/** Waits until a screen has its content: no skeleton, no running request of the page's own. */
export async function settled(page) {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label="Loading"]'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() => !document.querySelector('[data-chart="loading"]'));
}

/** Waits until what has opened lies wholly in the window. */
export async function opened(page) {
  await page.waitForFunction(() => [...document.querySelectorAll('[role="dialog"]')].every((dialog) => {
    const box = dialog.getBoundingClientRect();
    return box.right <= window.innerWidth + 1 && getComputedStyle(dialog).opacity === '1';
  }));
}

/** What opens over a screen: name, path, and how it is opened. */
export const OVERLAYS = [
  ['palette', '/', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('listbox').waitFor();
  }],
  ['account-menu', '/', async (page) => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  }],
  ['job-peek', '/jobs', async (page) => {
    await page.locator('tr[data-row]').first().focus();
    await page.keyboard.press('Space');
    await page.getByRole('link', { name: 'Open job page' }).waitFor();
  }],
  ['submit-yaml', '/submit', async (page) => {
    await page.getByText('YAML', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Job as YAML' }).waitFor();
  }],
  ['node-drawer', '/nodes', async (page) => {
    await page.locator('section button').first().click();
    await page.getByRole('heading', { name: 'Jobs on it' }).waitFor();
  }],
  ['quota-editor', '/quotas', async (page) => {
    await page.getByRole('button', { name: /^Edit / }).last().click();
    await page.getByRole('textbox', { name: 'Nominal' }).first().fill('3');
    await page.locator('[data-effect]:not([data-old])').waitFor();
  }],
  ['drain', '/nodes?view=table', async (page) => {
    await page.locator('tr[data-row]').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Drain node' }).or(page.getByRole('button', { name: 'Take back into service' })).click();
    await page.locator('[role="dialog"] [data-effect]').waitFor();
  }],
  ['policy-editor', '/policies', async (page) => {
    await page.getByRole('button', { name: /^Edit / }).first().click();
    await page.getByLabel('Weight').waitFor();
  }],
  ['saved-views', '/jobs', async (page) => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).waitFor();
  }],
  ['columns', '/jobs', async (page) => {
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('checkbox', { name: 'Owner' }).waitFor();
  }],
  ['scope', '/jobs', async (page) => {
    await page.getByRole('combobox', { name: 'Scope' }).or(page.getByRole('textbox', { name: 'Scope' })).first().click();
    await page.getByRole('option').first().waitFor();
  }],
  ['drain-cluster', '/clusters', async (page) => {
    await page.getByRole('button', { name: /^Drain / }).first().click();
    await page.locator('[role="dialog"] [data-effect]').waitFor();
  }],
  ['new-data', '/data', async (page) => {
    await page.getByRole('button', { name: 'Add data' }).click();
    await page.getByLabel('Place').waitFor();
  }],
  ['new-cluster', '/clusters', async (page) => {
    await page.getByRole('button', { name: 'Add a cluster' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
  }],
  ['access', '/people', async (page) => {
    await page.getByRole('combobox', { name: 'Project' }).or(page.getByRole('textbox', { name: 'Project' })).first().click();
    await page.getByRole('option').first().click();
    await page.getByRole('columnheader', { name: 'Why' }).waitFor();
  }],
  ['grant-role', '/people', async (page) => {
    await page.getByRole('button', { name: 'Grant a role' }).click();
    await page.getByRole('dialog').getByLabel('Scope kind').first().waitFor();
  }],
  ['new-token', '/tokens', async (page) => {
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Valid for days').waitFor();
  }],
  ['rotate-token', '/tokens', async (page) => {
    await page.getByRole('button', { name: /^Rotate / }).first().click();
    await page.getByRole('dialog').getByLabel('Old one stays good for').waitFor();
  }],
  ['trust-rule', '/ci-trust', async (page) => {
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByLabel('Issuer').first().waitFor();
  }],
  ['audit-row', '/audit', async (page) => {
    await page.locator('tr[data-row]').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Request id').waitFor();
  }],
  ['new-commitment', '/commitments', async (page) => {
    await page.getByRole('button', { name: 'Propose a commitment' }).first().click();
    await page.getByRole('dialog').getByLabel('GPUs', { exact: true }).waitFor();
  }],
  ['charge-policy', '/commitments', async (page) => {
    await page.getByRole('button', { name: 'Propose a policy' }).click();
    await page.getByRole('dialog').getByLabel('Credit of lenders (%)').waitFor();
  }],
  ['new-price', '/rate-cards', async (page) => {
    await page.getByRole('button', { name: /^Propose a price/ }).first().click();
    await page.getByRole('dialog').getByText('Some hours').click();
    await page.getByRole('dialog').getByLabel('By the clocks of').waitFor();
  }],
  ['site-rules', '/policies', async (page) => {
    await page.getByRole('region', { name: 'Site-wide rules' }).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Half-life of past use').waitFor();
  }],
  ['idle-rule', '/policies', async (page) => {
    await page.getByRole('button', { name: 'Edit: Idle notebooks' }).click();
    await page.getByRole('dialog').getByLabel('Idle for').waitFor();
  }],
  ['not-found', '/jobs/job_none', async (page) => {
    await page.getByRole('alert').waitFor();
  }],
];

/** `2026-10` in November 2026, in UTC. */
export function lastMonth() {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** All screens; one job each is picked from the running product. */
export async function screens(page) {
  const job = async (phase) => {
    const answer = await page.request.get(`${URL_}/api/v1/jobs?phase=${phase}&limit=1&sort=-submittedAt`);
    return (await answer.json()).items[0]?.id;
  };
  const list = [
    ['home', '/'], ['jobs', '/jobs'], ['notebooks', '/notebooks?show=all'], ['submit', '/submit'], ['templates', '/templates'], ['data', '/data'],
    ['availability', '/availability'], ['queue', '/queue'], ['nodes', '/nodes'], ['clusters', '/clusters'], ['fragmentation', '/fragmentation'],
    ['costs', '/costs'], ['explore', '/costs?view=explore&step=day&group=class'], ['statements', '/statements'], ['closing', `/statements?month=${lastMonth()}`], ['statement', '/statements?project=medical-imaging'], ['cost-center', '/statements?center=CC-1100'], ['rate-cards', '/rate-cards'], ['estimator', '/estimator'], ['budgets', '/budgets'], ['adjustments', '/adjustments'], ['commitments', '/commitments'], ['reconciliation', '/reconciliation'], ['definitions', '/definitions'],
    ['quotas', '/quotas'], ['policies', '/policies'], ['waits', '/waits'], ['preemption', '/preemption'], ['utilisation', '/utilisation'], ['people', '/people'], ['tokens', '/tokens'], ['ci-trust', '/ci-trust'], ['audit', '/audit'], ['settings', '/settings'],
  ];
  for (const phase of ['QUEUED', 'RUNNING', 'SUCCEEDED']) {
    const id = await job(phase);
    if (id) list.push([`job-${phase.toLowerCase()}`, `/jobs/${id}`]);
  }
  return list;
}
