import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectFocus } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { TWO_FRAMES } from './support/visit.js';

/** The writes that the page sends. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname.replace(/^.*\/v1/, ''));
  });
  return writes;
}

/** The browser repeats a key whose button is still down. */
async function hold(page: Page, key: string): Promise<void> {
  for (let repetition = 0; repetition < 12; repetition += 1) {
    await page.keyboard.down(key);
    await page.evaluate(TWO_FRAMES);
  }
  await page.keyboard.up(key);
}

describe('an Enter that the user holds down acts once (AD-557)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  after(() => site.forgetAttempts());

  it('in a form whose save is refused: a wrong password does not use up the other attempts', () =>
    site.visit({ as: 'admin', path: '/account' }, async ({ page, idle }) => {
      await page.getByLabel('Current password').fill('not the password');
      await page.getByLabel('New password').fill('another-password-9');
      await idle();
      const writes = writesOf(page);
      await hold(page, 'Enter');
      await page.getByText('This is not your current password.').waitFor();
      await idle();
      expect(writes).to.deep.equal(['/auth/account/password']);
    }));

  detail('on a link: the form that it opens is not saved', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, idle }) => {
      await page.getByRole('link', { name: 'New' }).focus();
      const writes = writesOf(page);
      await hold(page, 'Enter');
      await expectFocus(page.getByRole('textbox', { name: 'Name' }));
      await hold(page, 'Enter');
      await idle();
      expect(writes).to.deep.equal(['/acme/blog/tags']);
    }),
  );

  detail('but types lines in texts and in code', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/61' }, async ({ page }) => {
      const excerpt = page.getByRole('textbox', { name: 'Excerpt' });
      await excerpt.fill('');
      await hold(page, 'Enter');
      expect(await excerpt.inputValue()).to.equal('\n'.repeat(12));
      const code = page.getByRole('textbox', { name: 'Code for the page head' });
      await code.fill('');
      await hold(page, 'Enter');
      expect(await page.locator('[data-field="head_code"] .cm-line').count()).to.equal(13);
    }),
  );
});
