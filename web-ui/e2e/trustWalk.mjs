// CI trust: node e2e/walks.mjs trust. The walk is the pipeline system too: it publishes a key and
// signs tokens. The product must take plain http of issuers: GPUAAS_TRUST_PLAINHTTP=true.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { URL_ } from './browser.mjs';
import { fresh, person } from './rest.mjs';

const AUDIENCE = 'https://gpu.example';
const PROJECT = 'medical-imaging';
const coded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function issuer() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  const server = createServer((request, response) => {
    const at = `http://${request.headers.host}`;
    const body = request.url === '/keys'
      ? { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] }
      : {
        issuer: at, jwks_uri: `${at}/keys`, authorization_endpoint: `${at}/authorize`, token_endpoint: `${at}/token`, subject_types_supported: ['public'],
        response_types_supported: ['code'], id_token_signing_alg_values_supported: ['RS256'],
      };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  function token(claims) {
    const now = Math.floor(Date.now() / 1000);
    const signed = [{ alg: 'RS256', kid }, { iss: url, aud: AUDIENCE, sub: 'repo:acme/models', jti: randomUUID(), iat: now, exp: now + 300, ...claims }].map(coded).join('.');
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }
  return { url, token, close: () => server.close() };
}

/** What a pipeline does with its token: it brings it, and gets one of ours or a reason. */
const exchanged = (page, token) => page.request.post(`${URL_}/api/v1/auth/token`, {
  form: {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token_type: 'urn:ietf:params:oauth:token-type:jwt', subject_token: token,
  },
});

async function pick(form, page, label, name) {
  await form.getByRole('combobox', { name: label }).or(form.getByRole('textbox', { name: label })).first().click();
  await page.getByRole('option', { name, exact: true }).click();
}

async function explained(page, token) {
  await page.getByLabel('Identity token (JWT)').fill(token);
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByRole('listitem').filter({ hasText: /^(Fits|Does not fit)/ }).first().waitFor();
  return page.getByRole('region', { name: 'What would a token get?' }).innerText();
}

/** A rule is made for a pipeline, a token is explained, and exchanged for one that submits a job. */
export async function trust({ page, tell, rest, own }) {
  const name = fresh('walk');
  const ci = await person(page, fresh('ci'), 'ci-runner', PROJECT);
  const pipelines = await issuer();
  try {
    await page.goto(`${URL_}/ci-trust`);
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = page.getByRole('dialog', { name: 'New rule' });
    await form.getByLabel('Name', { exact: true }).fill(name);
    await form.getByRole('combobox', { name: 'Issuer' }).or(form.getByRole('textbox', { name: 'Issuer' })).first().fill(pipelines.url);
    await form.getByLabel('Audience').fill(AUDIENCE);
    await form.getByLabel('Claims, Value 1').fill('47*');
    await pick(form, page, 'Project', PROJECT);
    await pick(form, page, 'Acts as', ci.user);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/names can be taken by others/).waitFor();
    tell('a rule that others could come to fit is refused at its field');
    await form.getByLabel('Claims, Value 1').fill('4711');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Rule ${name} is saved`).waitFor();
    const wrong = await explained(page, pipelines.token({ repository_id: '4711', ref: 'refs/pull/7/merge' }));
    if (!wrong.includes('ref is refs/pull/7/merge')) throw new Error(`not explained: ${wrong}`);
    tell('of another branch it is said what does not fit');
    const token = pipelines.token({ repository_id: '4711', ref: 'refs/heads/main' });
    const told = await explained(page, token);
    if (!told.includes(`It would act as ${ci.user} in ${PROJECT}`)) throw new Error(`not explained: ${told}`);
    const answer = await exchanged(page, token);
    if (!answer.ok()) throw new Error(`the exchange: ${answer.status()} ${await answer.text()}`);
    const { access_token } = await answer.json();
    const job = own(await rest.submitAs(access_token, PROJECT, fresh('from-ci'), { gpus: 1, simulation: { runFor: '1s' } }));
    if (job.user !== ci.user) throw new Error(`the job is of ${job.user}`);
    tell(`the pipeline has submitted ${job.name} as ${job.user}`);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`Rule ${name} is deleted`).waitFor();
    const refused = await exchanged(page, pipelines.token({ repository_id: '4711', ref: 'refs/heads/main' }));
    if (refused.ok()) throw new Error('a deleted rule still gives tokens');
    tell('without the rule it gets nothing');
  } finally {
    pipelines.close();
  }
}
