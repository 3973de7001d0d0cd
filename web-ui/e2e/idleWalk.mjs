// A notebook that nobody uses: node e2e/walks.mjs notebookIdle.
import { URL_ } from './browser.mjs';
import { fresh } from './rest.mjs';

/** The rule is set, an unused notebook is told in its timeline and stopped, a used one is left alone. */
export async function notebookIdle({ page, tell, rest, own }) {
  const notebook = (name, more) => rest.submit('medical-imaging', fresh(name), {
    type: 'NOTEBOOK', gpus: 1, preemptible: false, simulation: { runFor: '1h', startDelay: '0s', stopDelay: '0s', exitCode: 0, ...more },
  });
  const used = own(await notebook('lab-used', {}));
  const left = own(await notebook('lab-left', { busyFor: '2s' }));
  await rest.until(left.id, 'RUNNING');
  await page.goto(`${URL_}/policies`);
  await page.getByRole('button', { name: 'Edit: Idle notebooks' }).click();
  const form = page.getByRole('dialog', { name: 'Idle notebooks' });
  await form.getByRole('switch', { name: 'Stop idle notebooks' }).check();
  await form.getByLabel('Idle for').fill('1s');
  await form.getByLabel('Notice').fill('6s');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByLabel('Idle for').and(page.locator('[aria-invalid="true"]')).waitFor();
  tell('too short a time is refused at its field');
  await form.getByLabel('Idle for').fill('5s');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The rule is saved').waitFor();
  try {
    await page.goto(`${URL_}/jobs/${left.id}`);
    await page.getByRole('region', { name: 'Timeline' }).getByText(/It is stopped at/).waitFor();
    tell('the unused notebook is told in its timeline');
    await page.getByText(/^Nobody has used it since/).waitFor();
    await page.getByRole('region', { name: 'Use of its GPUs' }).locator('[data-chart="ready"]').waitFor();
    tell('its page says when it is stopped, above the chart of its use');
    await page.locator('main [data-phase="CANCELLED"]').first().waitFor();
    await page.getByText(/IDLE_POLICY/).first().waitFor();
    tell('and it is stopped, with the reason');
    const { phase } = await rest.get(`/jobs/${used.id}`);
    if (phase !== 'RUNNING') throw new Error(`the notebook in use is ${phase}`);
    tell('the one in use goes on');
  } finally {
    const { etag } = await rest.read('/idle-policy');
    await rest.put('/idle-policy', { active: false }, etag);
  }
}
