import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { codeAfter, codeAt, stepNow } from '../../support/one-time-code.js';
import { takeFormPictures } from './form-pictures.js';
import { startAdminSite } from './support/site.js';

/**
 * `make pictures` takes the pictures of docs/admin and of the README from the real pages. Arguments: a folder to write them to instead, and
 * "dark" or a width, for a look at the same screens.
 */
const [folder, ...looks] = process.argv.slice(2);
const OUTPUT = folder ?? fileURLToPath(new URL('../../../../docs/admin/pictures/', import.meta.url));
const README = fileURLToPath(new URL('../../../../docs/images/admin-list.png', import.meta.url));
const width = Number(looks.find((look) => /^\d+$/.test(look)) ?? 960);
const PASSWORD = 'a password for the pictures';
const PEOPLE = '/gatehouse/backend/administrators';

mkdirSync(OUTPUT, { recursive: true });
const site = await startAdminSite();
try {
  const root = await site.api('admin@example.test');
  const role = await root.post('/gatehouse/backend/roles', {
    ...{ code: 'editors', name: 'Editors', permissions: ['acme.blog.*'], requires_second_factor: true },
  });
  const person = { login: 'mary', email: 'mary@example.test', name: 'Mary Shelley', role: role.data.id };
  const made = await root.post(PEOPLE, person);
  const link = await root.post(`${PEOPLE}/${String(made.data.id)}/password-link`, {});
  const token = String(link.data.path).split('#')[1] ?? '';
  await root.post('/auth/set-password', { token, password: PASSWORD });

  const viewport = { width, height: 720 };
  const colorScheme = looks.includes('dark') ? 'dark' : 'light';
  const visit = (as: 'admin' | undefined, path: string, work: (page: Page) => Promise<void>) =>
    site.visit({ path, viewport, reducedMotion: 'reduce', ...(as && { as }) }, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await work(page);
    });
  const take = (page: Page, name: string, part?: string) =>
    (part === undefined ? page : page.locator(part).first()).screenshot({ path: `${OUTPUT}/${name}.png` });

  await visit(undefined, '/', async (page) => {
    const enter = async () => {
      await page.getByLabel('Login or email').fill('mary');
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await enter();
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await take(page, 'second-factor-setup', '.sign-in__card');
    const secret = ((await page.locator('.second-factor__secret').textContent()) ?? '').replaceAll(' ', '');
    const step = stepNow();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, step));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await take(page, 'recovery-codes', '.sign-in__card');
    await page.getByRole('button', { name: 'I have saved the codes' }).click();
    await page.getByRole('button', { name: 'Mary Shelley' }).waitFor();
    await page.goto(page.url().replace(/\/backend\/.*/, '/backend/account'));
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    await page.getByText('10 recovery codes left').waitFor();
    await page.setViewportSize({ width, height: 1900 });
    await take(page, 'my-account', '.own-account');
    await page.context().clearCookies();
    await page.reload();
    await enter();
    await page.getByRole('textbox', { name: 'Code' }).waitFor();
    await take(page, 'sign-in-code', '.sign-in__card');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAfter(secret, step));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Mary Shelley' }).waitFor();
  });
  const POSTS = '/acme/blog/posts';
  await root.post(`${POSTS}/list/views`, {
    name: 'Drafts of this week',
    query: 'filter[status][]=draft',
    shared: false,
  });
  await root.post(`${POSTS}/list/views`, { name: 'Featured', query: 'filter[featured]=1', shared: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  await visit('admin', `${POSTS}?filter[status][]=draft`, async (page) => {
    await page.getByRole('row').nth(3).waitFor();
    // The cells that can be changed arrive after the others.
    await page.getByRole('row').nth(1).locator('.inline-cell__choice').waitFor();
    await take(page, 'list');
    await button(page, 'Columns').click();
    await button(page, 'Reset to default').waitFor();
    await take(page, 'list-columns');
    await page.keyboard.press('Escape');
    await page.locator('.views-button').click();
    await page
      .getByRole('menuitem', { name: 'Featured' })
      .or(page.getByText('Featured', { exact: true }))
      .first()
      .waitFor();
    await take(page, 'list-views');
    await page.keyboard.press('Escape');
    for (const row of [1, 2, 3])
      await page.getByRole('row').nth(row).getByRole('checkbox').first().click({ force: true });
    await page.getByText('3 selected').waitFor();
    await take(page, 'list-selection');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('gar');
    await page.getByRole('group', { name: 'Posts' }).waitFor();
    await take(page, 'palette');
  });
  await visit('admin', PEOPLE, async (page) => {
    await page.getByRole('link', { name: 'mary' }).first().waitFor();
    await take(page, 'administrators');
    await page.getByRole('link', { name: 'mary' }).first().click();
    await page.getByRole('button', { name: 'Access' }).click();
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    await page.setViewportSize({ width, height: 1300 });
    await take(page, 'access', '.modal');
  });
  await visit('admin', `/gatehouse/backend/roles/update/${String(role.data.id)}`, async (page) => {
    await page.getByRole('switch').first().waitFor();
    await page.setViewportSize({ width, height: 900 });
    await take(page, 'role');
  });
  await visit('admin', `${PEOPLE}/update/${String(made.data.id)}?tab=tab-permissions`, async (page) => {
    await page.locator('.permission-editor').waitFor();
    await page.setViewportSize({ width, height: 1000 });
    await take(page, 'permissions');
  });
  await visit('admin', POSTS, async (page) => {
    await button(page, 'Import').click();
    const rows = ['Title;Address;Body;Author;Date', 'Winter bread;winter-bread;Slow and dark;Ada Abbott;'];
    const file = { name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
    await page.getByText('First rows, as they will be imported').waitFor();
    await page.setViewportSize({ width, height: 1000 });
    await take(page, 'import', '.modal');
  });
  await takeFormPictures({ site, visit, take });
  if (folder === undefined) {
    const look = { path: POSTS, viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce', as: 'admin' } as const;
    await site.visit(look, async ({ page, idle }) => {
      await page.getByRole('row').nth(3).waitFor();
      await idle();
      await page.getByRole('row').nth(1).locator('.inline-cell__choice').waitFor();
      await page.screenshot({ path: README });
    });
  }
} finally {
  await site.stop();
}
