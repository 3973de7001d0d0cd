// Hands without a pointer: GPUAAS_HANDS=keyboard node e2e/walks.mjs. Whatever a walk clicks, fills, checks or focuses
// is then reached by Tab (arrows inside groups, lists and menus) and pressed. Each thing that is reached so has to look
// otherwise with the focus than without it: it is left by Shift and Tab, compared, and come back to.
const MOST_STOPS = 700;

/** What the active element is to the one that is wanted; runs in the page. */
function place(target) {
  const active = document.activeElement;
  const edits = active?.isContentEditable ?? false;
  const is = (at) => ({ at, edits });
  if (!active || active === document.body) return is('elsewhere');
  const wanted = target.closest('label')?.control ?? target;
  if (active === wanted) return is('there');
  if (target.getAttribute('role') === 'option') {
    const list = target.closest('[role="listbox"]');
    const owner = document.querySelector(`[aria-controls="${list?.id}"]`);
    return is(active === owner ? 'list' : 'elsewhere');
  }
  if (target.getAttribute('role') === 'menuitem' && active.closest('[role="menu"]') === target.closest('[role="menu"]')) return is('menu');
  if (wanted.type === 'radio' && active.type === 'radio' && active.name === wanted.name) return is('group');
  if (wanted.getAttribute('role') === 'tab' && active.closest('[role="tablist"]') === wanted.closest('[role="tablist"]')) return is('group');
  const inside = wanted.contains(active) && !wanted.matches('a, button, input, select, textarea, [tabindex]');
  const around = active.contains(wanted) && active.matches('a, button, [role="tab"], summary');
  return is(inside || around ? 'there' : 'elsewhere');
}

/** How the active element and what lies about it looks; `again`: the same ones as last time. Runs in the page. */
function looks(again) {
  if (!again) {
    const at = document.activeElement;
    window.lookedAt = [at, at.parentElement, at.previousElementSibling, at.nextElementSibling, ...at.children].filter(Boolean);
  }
  return JSON.stringify(window.lookedAt.map((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(element);
    return [outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`, boxShadow, borderColor, backgroundColor];
  }));
}

/** Whether a person can see by what changes that the focus is there. */
async function showsFocus(page) {
  // An editor keeps Tab for itself, and has a caret.
  if (await page.evaluate(() => document.activeElement.isContentEditable)) return true;
  const focused = await page.evaluate(looks, false);
  await page.keyboard.press('Shift+Tab');
  await page.waitForFunction(() => document.activeElement !== window.lookedAt[0]);
  const left = await page.evaluate(looks, true);
  await page.keyboard.press('Tab');
  return focused !== left;
}

export async function mustShowFocus(page, name) {
  if (!(await showsFocus(page))) throw new Error(`the focus on ${name} cannot be seen`);
}

async function walkInList(page, locator, keys) {
  for (let step = 0; step < MOST_STOPS; step++) {
    const chosen = await locator.evaluate((target) => target === document.activeElement || target.hasAttribute('data-combobox-selected')
      || target.id === document.activeElement?.getAttribute('aria-activedescendant'));
    if (chosen) return;
    await page.keyboard.press(keys);
  }
  throw new Error(`${keys} does not lead to ${locator}`);
}

async function walkInGroup(page, locator) {
  for (let step = 0; step < 30; step++) {
    if ((await locator.evaluate(place)).at === 'there') return;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`arrows do not lead to ${locator}`);
}

/**
 * How often Tab has to be pressed until the wanted one is near: counted, so that not each stop on the way has to be
 * looked at. Nothing hangs on it: from there on each stop is looked at. Runs in the page.
 */
function stopsTo(target) {
  const active = document.activeElement;
  const wanted = target.closest('label')?.control ?? target;
  const around = active.closest('[aria-modal="true"]') ?? document;
  const stops = [...around.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]')]
    .filter((each) => each === active || (each.tabIndex >= 0 && !each.disabled && (each.type !== 'radio' || each.checked) && each.checkVisibility({ visibilityProperty: true })));
  const at = stops.indexOf(active);
  const to = stops.findIndex((each) => each === wanted || wanted.contains(each) || (each.contains(wanted) && each.matches('a, button, summary')));
  const editor = stops.findIndex((each, index) => index > at && each.isContentEditable);
  if (active.isContentEditable || to <= at) return 0;
  return Math.max(0, (editor > at && editor < to ? editor : to) - at - 2);
}

/** Goes there; says how it came to it. */
async function reach(locator) {
  const page = locator.page();
  await locator.waitFor();
  let seen = false;
  let looked = 0;
  for (let far = await locator.evaluate(stopsTo); far > 0; far--) await page.keyboard.press('Tab');
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    const { at, edits } = await locator.evaluate(place);
    if (at === 'list' || at === 'menu') {
      await walkInList(page, locator, 'ArrowDown');
      return at;
    }
    if (at === 'group') await walkInGroup(page, locator);
    if (at !== 'elsewhere') {
      if (seen) return at;
      // A page that was drawn anew in between is looked at once more.
      seen = await showsFocus(page);
      if (!seen && ++looked === 2) throw new Error(`the focus on ${locator} cannot be seen`);
      continue;
    }
    // An editor keeps Tab for itself; the line below it says how to leave it.
    if (edits) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${locator}`);
}

async function press(locator) {
  const page = locator.page();
  const at = await reach(locator);
  if (at === 'group') return;
  const kind = await page.evaluate(() => {
    const active = document.activeElement;
    if (active.getAttribute('aria-haspopup') === 'listbox') return active.getAttribute('aria-expanded') === 'true' ? 'open' : 'list';
    if (active.matches('input[type="checkbox"], input[type="radio"]')) return 'mark';
    return active.matches('input, textarea, [contenteditable="true"]') ? 'field' : 'button';
  });
  if (at === 'list') await page.keyboard.press('Enter');
  else if (kind === 'list') await page.keyboard.press('ArrowDown');
  else if (kind === 'mark') await page.keyboard.press('Space');
  else if (kind === 'button') await page.keyboard.press('Enter');
}

async function type(locator, text) {
  const page = locator.page();
  await reach(locator);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text);
}

async function check(locator) {
  await reach(locator);
  if (!(await locator.isChecked())) await locator.page().keyboard.press('Space');
  if (!(await locator.isChecked())) throw new Error(`${locator} cannot be marked by keyboard`);
}

/** From now on every locator of this browser is used by keyboard. */
export function handsOnKeyboard(page) {
  Object.assign(Object.getPrototypeOf(page.locator('body')), {
    click() { return press(this); },
    fill(text) { return type(this, text); },
    check() { return check(this); },
    async focus() { await reach(this); },
  });
}
