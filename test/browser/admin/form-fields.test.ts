import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';
import { DESKTOP } from './support/window.js';

describe('form fields that affect each other (AD-211)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

  it('follows a preset until the user types into the field: slug, camel case, verbatim', () =>
    site.visit({ as: 'admin', path: '/acme/blog/authors/create' }, async ({ page }) => {
      await field(page, 'Name').fill('Mary Ann Evans');
      expect(await field(page, 'Handle').inputValue()).to.equal('maryAnnEvans');
      expect(await field(page, 'Signature').inputValue()).to.equal('Mary Ann Evans');
      await field(page, 'Handle').fill('eliot');
      await field(page, 'Name').fill('George Eliot');
      expect(await field(page, 'Handle').inputValue()).to.equal('eliot');
      expect(await field(page, 'Signature').inputValue()).to.equal('George Eliot');
    }));

  it('shows a field while another one has a given value (trigger)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/create?tab=publishing' }, async ({ page }) => {
      const published = page.getByText('Published on', { exact: true });
      await page.getByText('Status', { exact: true }).waitFor();
      expect(await published.count()).to.equal(0);
      await page.getByRole('radio', { name: 'Published' }).check({ force: true });
      await published.waitFor();
      await page.getByRole('radio', { name: 'Draft' }).check({ force: true });
      await published.waitFor({ state: 'hidden' });
    }));

  detail('hides a field of the settings (trigger)', () =>
    site.visit({ as: 'admin', path: '/settings/acme-blog?tab=tab-comments' }, async ({ page }) => {
      const notify = page.getByLabel('Send notifications to');
      await page.getByRole('radio', { name: 'Always' }).check();
      await notify.waitFor();
      await page.getByRole('radio', { name: 'Never' }).check();
      await notify.waitFor({ state: 'hidden' });
    }),
  );

  detail('counts the characters of a text close to its limit and reports when it is too long', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/create' }, async ({ page }) => {
      await field(page, 'Name').fill('x'.repeat(20));
      expect(await page.getByText(/of 60 characters/).count()).to.equal(0);
      await field(page, 'Name').fill('😀'.repeat(61));
      await page.getByText('61 of 60 characters').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText('This must be 60 characters or fewer.').first().waitFor();
      await expectAccessible(page);
    }),
  );

  it('shows a password only on request and keeps the stored one if the field is blank', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/51' }, async ({ page }) => {
      const password = page.getByLabel('Password for previews');
      await password.fill('s3cret');
      expect(await password.getAttribute('type')).to.equal('password');
      await page.keyboard.press('Control+s');
      await page.getByText('The post has been saved.').waitFor();
      expect(await password.inputValue()).to.equal('');
      await field(page, 'Title').fill('Another title');
      await page.keyboard.press('Control+s');
      await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
      expect(site.sql('select preview_password from blog_posts where id = 51')[0]).not.to.deep.equal({
        preview_password: null,
      });
    }));

  for (const [where, path] of [
    ['the create form', '/acme/blog/posts/create'],
    ['the update form with every tab', '/acme/blog/posts/update/52'],
    ['the preview', '/acme/blog/posts/preview/53'],
    ['the category form', '/acme/blog/categories/update/2'],
    ['the comment form', '/acme/blog/comments/update/1'],
  ] as const) {
    detail(`is accessible on ${where}, on a phone and on a desktop`, () =>
      site.visit({ as: 'admin', path }, async ({ page, idle }) => {
        const expectAccessibleOnBoth = async (): Promise<void> => {
          for (const size of [PHONE, DESKTOP]) {
            await page.setViewportSize(size);
            await idle();
            await expectAccessible(page);
          }
        };
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        await expectAccessibleOnBoth();
        // The first one is open.
        for (const tab of (await page.getByRole('tab').all()).slice(1)) {
          await tab.click();
          await page.locator('.form-page .skeleton').first().waitFor({ state: 'detached' });
          await expectAccessibleOnBoth();
        }
      }),
    );
  }

  detail('needs no horizontal scrolling at a width of 320 pixels', () =>
    site.visit(
      { as: 'admin', path: '/acme/blog/posts/update/54', viewport: { width: 320, height: 640 } },
      async ({ page }) => {
        await field(page, 'Title').fill('Narrow');
        await expectAccessible(page);
      },
    ),
  );

  detail("uses the administrator's language, also for errors", () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/create', locale: 'de-DE' }, async ({ page }) => {
      await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
      await page.getByText('Das ist erforderlich.').first().waitFor();
      expect(await page.locator('html').getAttribute('lang')).to.equal('de');
    }),
  );
});
