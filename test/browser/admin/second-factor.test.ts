import { expect } from 'chai';
import { codeAfter, codeAt, stepNow } from '../../support/one-time-code.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { createGuardedMary } from './support/guarded-administrator.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const PASSWORD = 'the password of mary shelley';

describe('second factor and sessions (AD-250 to AD-259)', () => {
  let site: AdminSite;
  let secret = '';
  let step = 0;
  let recovery: readonly string[] = [];
  before(async () => (site = await sharedAdminSite()));

  it('leads an administrator whose role demands it through the setup, by keyboard alone (AD-255, AD-259)', async () => {
    await createGuardedMary(site, PASSWORD);
    await site.visit({ path: '/' }, async ({ page }) => {
      await page.getByLabel('Login or email').fill('mary');
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Set up an app' }).press('Enter');
      const password = page.getByRole('textbox', { name: 'Current password' });
      await password.fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('This is not your current password.').waitFor();
      await password.fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      await expectAccessible(page);
      secret = ((await page.locator('.second-factor__secret').textContent()) ?? '').replaceAll(' ', '');
      const code = page.getByRole('textbox', { name: 'Code' });
      await code.fill('000000');
      await page.keyboard.press('Enter');
      await page.getByText('This code is wrong or was used already.').waitFor();
      step = stepNow();
      await code.fill(codeAt(secret, step));
      await page.keyboard.press('Enter');
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await codes.first().waitFor();
      await expectAccessible(page);
      recovery = await codes.allTextContents();
      expect(recovery).to.have.lengthOf(10);
      // A user who saves the codes in another window comes back: the codes are still there.
      const asked = page.waitForResponse((answer) => answer.url().endsWith('/auth/me'));
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
      await asked;
      expect(await codes.allTextContents()).to.deep.equal(recovery);
      await page.getByRole('button', { name: 'I have saved the codes' }).press('Enter');
      await page.getByRole('button', { name: 'mary' }).waitFor();
    });
  });

  it('asks for the code after the password, and takes a recovery code as well (AD-256, AD-258)', async () => {
    await site.visit({ path: '/' }, async ({ page }) => {
      const signIn = async (password: string) => {
        await page.getByLabel('Login or email').fill('mary');
        await page.getByRole('textbox', { name: 'Password' }).fill(password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByText('Enter the code that your authenticator app shows.').waitFor();
      };
      const code = page.getByRole('textbox', { name: 'Code' });
      await signIn('a wrong password');
      await expectAccessible(page);
      await code.fill(recovery[0] ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Sign-in failed. Check login, password and code.').waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await signIn(PASSWORD);
      await code.fill(recovery[0] ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'mary' }).waitFor();
    });
  });

  detail(
    'lists the sessions, ends one, and a tab of the ended session asks for the password (AD-250, AD-252)',
    async () => {
      await site.visit({ path: '/' }, async ({ page: other }) => {
        await other.getByLabel('Login or email').fill('mary');
        await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
        await other.getByRole('button', { name: 'Sign in' }).click();
        await other.getByRole('textbox', { name: 'Code' }).fill(recovery[1] ?? '');
        await other.getByRole('button', { name: 'Sign in' }).click();
        await other.getByRole('button', { name: 'mary' }).waitFor();
        const second = await other.context().newPage();
        await second.goto(other.url());
        await second.getByRole('button', { name: 'mary' }).waitFor();
        await site.visit({ path: '/' }, async ({ page, go }) => {
          await page.getByLabel('Login or email').fill('mary');
          await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
          await page.getByRole('button', { name: 'Sign in' }).click();
          await page.getByRole('textbox', { name: 'Code' }).fill(codeAfter(secret, step));
          await page.getByRole('button', { name: 'Sign in' }).click();
          await page.getByRole('button', { name: 'mary' }).waitFor();
          await page.goto(page.url().replace(/\/backend\/.*/, '/backend/account'));
          const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
          await sessions.first().waitFor();
          await page.getByText('8 recovery codes left').waitFor();
          await expectAccessible(page);
          expect(await sessions.filter({ hasText: 'This session' }).count()).to.equal(1);
          expect(await sessions.first().textContent()).to.match(
            /Chrome on Linux.*This session.*(?:127\.0\.0\.0\/24|::1)/,
          );
          for (let left = (await sessions.count()) - 1; left > 0; left -= 1) {
            await sessions.getByRole('button', { name: 'End session' }).first().click();
            const asked = page.getByRole('alertdialog');
            await asked.getByRole('button', { name: 'End session' }).click();
            await asked.waitFor({ state: 'hidden' });
            await sessions.nth(left).waitFor({ state: 'detached' });
          }
          await page.getByText('The session has ended.').first().waitFor();
          await page.getByRole('button', { name: 'New recovery codes' }).click();
          const dialog = page.getByRole('dialog', { name: 'New recovery codes' });
          await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
          await dialog.getByRole('textbox', { name: 'Code' }).fill(recovery[2] ?? '');
          await expectAccessible(page);
          await dialog.getByRole('button', { name: 'New recovery codes' }).click();
          const fresh = dialog.getByRole('listitem');
          await fresh.first().waitFor();
          expect((await fresh.allTextContents()).filter((code) => recovery.includes(code))).to.deep.equal([]);
          // Back asks first: they are never shown again.
          await go('/acme/blog/posts');
          await page.getByRole('alertdialog').getByText('they are never shown again').waitFor();
          await page.getByRole('button', { name: 'Stay on this page' }).click();
          await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
          expect(await fresh.count()).to.equal(10);
          await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
          await page.getByText('10 recovery codes left').waitFor();
        });
        // One tab makes a request; the other one learns from it.
        await other.getByRole('button', { name: 'mary' }).click();
        await other.getByRole('menuitem', { name: 'Appearance' }).click();
        await other.getByRole('menuitemradio', { name: 'Dark' }).click();
        await other.getByRole('dialog', { name: 'Sign in' }).waitFor();
        await second.getByRole('dialog', { name: 'Sign in' }).waitFor();
      });
    },
  );

  detail('is removed by a colleague, and demanded again at the next sign-in (AD-254, AD-259)', async () => {
    await site.visit({ as: 'admin', path: '/gatehouse/backend/administrators' }, async ({ page }) => {
      await page.getByRole('link', { name: 'mary' }).first().click();
      await page.getByRole('button', { name: 'Access' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Remove second factor' }).click();
      await expectAccessible(page);
      const asked = page.getByRole('alertdialog');
      await asked.getByText('Remove the second factor of mary?').waitFor();
      await asked.getByRole('button', { name: 'Remove second factor' }).click();
      await page.getByText('Second factor removed.').waitFor();
      await dialog.getByRole('button', { name: 'Remove second factor' }).waitFor({ state: 'hidden' });
    });
    await site.visit({ path: '/' }, async ({ page }) => {
      await page.getByLabel('Login or email').fill('mary');
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Login or email').waitFor();
    });
  });
});
