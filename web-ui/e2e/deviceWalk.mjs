// A command line is let in: node e2e/walks.mjs device. The walk is the command line too.
import { URL_ } from './browser.mjs';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Like a command line: without the cookies of the page. */
async function form(path, fields) {
  const answer = await fetch(`${URL_}/api/v1${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, body: await answer.json() };
}

const begin = async (machine) => (await form('/auth/device', { client_id: 'gpuaas-cli', machine })).body;
const ask = (login) => form('/auth/token', { grant_type: GRANT, device_code: login.device_code });

/** Asks until there is an answer, no sooner than it may. */
async function answered(page, login) {
  for (;;) {
    const answer = await ask(login);
    if (!['authorization_pending', 'slow_down'].includes(answer.body.error)) return answer;
    await page.waitForTimeout(login.interval * 1_000);
  }
}

async function type(page, code) {
  await page.goto(`${URL_}/device`);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Look' }).click();
}

/** One is let in by its code, one is sent away by the link, and a code that nobody has says so. */
export async function device({ page, tell, rest }) {
  await type(page, 'ZZZZ-ZZZZ');
  await page.getByRole('alert').filter({ hasText: 'Nothing waits under this code' }).waitFor();
  tell('a code that nobody has is said to be none');
  const login = await begin('walk-7');
  await type(page, login.user_code.toLowerCase());
  await page.getByText('Let the command line on walk-7 in?').waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('status').filter({ hasText: 'It is in.' }).waitFor();
  const given = await answered(page, login);
  if (given.status !== 200) throw new Error(`no token: ${given.status} ${JSON.stringify(given.body)}`);
  const me = await fetch(`${URL_}/api/v1/me`, { headers: { Authorization: `Bearer ${given.body.access_token}` } });
  const { login: who } = await me.json();
  const { login: mine } = await rest.get('/me');
  if (who !== mine) throw new Error(`the token is of ${who}`);
  tell(`the command line is ${who}`);
  const again = await ask(login);
  if (again.status !== 400) throw new Error(`the code gave a second token: ${again.status}`);
  const stranger = await begin('walk-8');
  await page.goto(stranger.verification_uri_complete);
  await page.getByText('Let the command line on walk-8 in?').waitFor();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('status').waitFor();
  const refused = await answered(page, stranger);
  if (refused.body.error !== 'access_denied') throw new Error(`not refused: ${JSON.stringify(refused.body)}`);
  tell('one that was denied gets nothing');
}
