import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { otherText } from './support/other-text.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const TAGS = '/acme/blog/tags';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();
const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const count = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

describe('the toolbar of a list (AD-208, AD-209)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  function addTags(...names: string[]): void {
    const now = new Date().toISOString();
    for (const name of names) {
      site.sql(
        `insert into blog_tags (name, slug, created_at, updated_at) values ('${name}', '${name}', '${now}', '${now}')`,
      );
    }
  }
  const left = (prefix: string) => site.sql(`select name from blog_tags where name like '${prefix}%'`).length;

  it('deletes checked records after a confirmation and keeps the focus in the list (mouse)', () => {
    addTags('mouse-1', 'mouse-2', 'mouse-3', 'mouse-4');
    return site.visit({ as: 'admin', path: `${TAGS}?search=mouse-` }, async ({ page }) => {
      await settled(page);
      await checkbox(page, 'mouse-1').click();
      await checkbox(page, 'mouse-3').click({ modifiers: ['Shift'] });
      await count(page, '3 selected');
      expect(await page.getByRole('checkbox', { name: 'Select all on this page' }).isChecked()).to.equal(false);
      await page.getByRole('button', { name: 'Delete selected' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Delete 3 tags?' });
      await dialog.waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(left('mouse-')).to.equal(4);
      await page.getByRole('button', { name: 'Delete selected' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('3 records deleted.').waitFor();
      await expectFocus(page.getByRole('heading', { level: 1 }));
      await checkbox(page, 'mouse-1').waitFor({ state: 'detached' });
      expect(left('mouse-')).to.equal(1);
    });
  });

  detail('deletes checked records after a confirmation and keeps the focus in the list (keyboard)', () => {
    addTags('keys-1', 'keys-2');
    return site.visit({ as: 'admin', path: `${TAGS}?search=keys-` }, async ({ page }) => {
      await settled(page);
      await pressOn(page.getByRole('checkbox', { name: 'Select all on this page' }), 'Space');
      await count(page, '2 selected');
      await moveTo(page.getByRole('button', { name: 'Delete selected' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('alertdialog');
      await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
      await pressOn(dialog.getByRole('button', { name: 'Delete' }));
      await page.getByText('2 records deleted.').waitFor();
      await expectFocus(page.getByRole('heading', { level: 1 }));
      expect(left('keys-')).to.equal(0);
    });
  });

  it('keeps checked rows across pages and clears them on a search', () =>
    site.visit({ as: 'admin', path: TAGS }, async ({ page }) => {
      await settled(page);
      await page.locator('tbody input').first().click();
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.waitForURL('**?page=2');
      await settled(page);
      await page.locator('tbody input').first().click();
      await count(page, '2 selected');
      await page.getByRole('searchbox').fill('a');
      await page.waitForURL('**?search=a');
      await page.getByText('2 selected').waitFor({ state: 'detached' });
    }));

  detail('deletes nothing and reports it if another user has deleted one of the records (404)', () => {
    addTags('gone-1', 'gone-2');
    return site.visit({ as: 'admin', path: `${TAGS}?search=gone-` }, async ({ page }) => {
      await settled(page);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      site.sql(`delete from blog_tags where name = 'gone-1'`);
      await page.getByRole('button', { name: 'Delete selected' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Some of these records no longer exist.').waitFor();
      await checkbox(page, 'gone-1').waitFor({ state: 'detached' });
      expect(left('gone-')).to.equal(1);
    });
  });

  detail('deletes more records than one request may contain in several requests', () => {
    addTags(...Array.from({ length: 230 }, (_, index) => `many-${index}`));
    return site.visit({ as: 'admin', path: `${TAGS}?search=many-&per_page=200` }, async ({ page }) => {
      const requests: number[] = [];
      page.on('request', (request) => {
        const body = request.postData();
        if (request.url().endsWith('/bulk-delete') && body !== null) requests.push(body.split(',').length);
      });
      await settled(page);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.waitForURL('**page=2');
      await settled(page);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await count(page, '230 selected');
      await page.getByRole('button', { name: 'Delete selected' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('230 records deleted.').waitFor();
      expect(requests).to.deep.equal([200, 30]);
      expect(left('many-')).to.equal(0);
    });
  });

  detail("shows the host's error in the dialog and keeps the selection", () => {
    addTags('kept-1');
    return site.visit({ as: 'admin', path: `${TAGS}?search=kept-` }, async ({ page }) => {
      await settled(page);
      const error = { code: 'conflict', message: 'This tag is in use.', request_id: 'r' };
      await page.route('**/bulk-delete', (route) => route.fulfill({ status: 409, json: { success: false, error } }));
      await checkbox(page, 'kept-1').click();
      await page.getByRole('button', { name: 'Delete selected' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('alert').getByText('This tag is in use.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await count(page, '1 selected');
    });
  });

  it('asks before running an action with a confirmation, and names the list (mouse; docs/admin/yaml.md, confirm)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?filter[status]=review&per_page=5' }, async ({ page }) => {
      await settled(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(...(request.method() === 'POST' ? [request.url()] : [])));
      const button = page.getByRole('button', { name: 'Publish due posts' });
      const question = page.getByRole('alertdialog', { name: 'Publish due posts: Posts' });
      for (const no of [
        async () => {
          await expectAccessible(page);
          await question.getByRole('button', { name: 'Cancel' }).click();
        },
        () => page.keyboard.press('Escape'),
      ]) {
        await button.click();
        await question.getByText('Publish all posts that are due?').waitFor();
        await no();
        await question.waitFor({ state: 'hidden' });
        await expectFocus(button);
      }
      expect(asked).to.deep.equal([]);
    }));

  detail('runs an action, shows its message, and reloads the list and its header strip (mouse)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?filter[status]=review' }, async ({ page }) => {
      await settled(page);
      const published = page.locator('.app-stat').first();
      await published.waitFor();
      const before = await published.innerText();
      await page.getByRole('button', { name: 'Publish due posts' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish due posts' }).click();
      await page.getByText(/^Published: \d+$/).waitFor();
      await otherText(published, before);
    }),
  );

  detail('shows the error of an action and returns the focus to its button (keyboard)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/comments' }, async ({ page }) => {
      await settled(page);
      const error = {
        code: 'validation_failed',
        message: 'Some values are not valid. Correct them and try again.',
        request_id: 'r',
      };
      const fields = { comments: ['There is nothing to approve.'] };
      await page.route('**/toolbar/approve_all', (route) =>
        route.fulfill({ status: 422, json: { success: false, error: { ...error, fields } } }),
      );
      const action = page.getByRole('button', { name: 'Approve all' });
      await pressOn(action);
      await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'Approve all' }));
      await page.getByText('There is nothing to approve.').waitFor();
      // The dialog has a button of the same name and closes with an animation.
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await expectFocus(action);
    }),
  );

  it('shows only actions that the administrator may perform', () =>
    site.visit({ as: 'editor', path: '/acme/blog/posts?per_page=5' }, async ({ page }) => {
      await settled(page);
      await page.getByRole('link', { name: 'New' }).waitFor();
      expect(await page.getByRole('button', { name: 'Publish due posts' }).count()).to.equal(0);
      expect(await page.locator('tbody input').count()).to.equal(0);
    }));

  detail('links to the create form (mouse and keyboard)', () =>
    site.visit({ as: 'admin', path: TAGS }, async ({ page }) => {
      const create = page.getByRole('link', { name: 'New' });
      await create.click();
      await page.waitForURL('**/tags/create');
      await page.goBack();
      await settled(page);
      await pressOn(create);
      await page.waitForURL('**/tags/create');
    }),
  );

  detail('keeps the list and reports the error if the header strip fails (AD-209)', () =>
    site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
      const error = { code: 'internal_error', message: 'x', request_id: 'r' };
      await page.route('**/partials/stats', (route) => route.fulfill({ status: 500, json: { success: false, error } }));
      await open('/acme/blog/posts');
      await page.getByText('This section could not be loaded.').waitFor();
      await settled(page);
      await page.unroute('**/partials/stats');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.app-partial .app-stats').waitFor();
    }),
  );

  detail("applies a controller's style sheets only while it is open (AD-210)", () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts?per_page=5' }, async ({ page }) => {
      const applied = () =>
        page.evaluate<boolean[]>(
          `[...document.styleSheets].filter((one) => one.href?.includes('/assets/acme/blog/')).map((one) => !one.disabled)`,
        );
      await settled(page);
      expect(await applied()).to.deep.equal([true]);
      await page.getByRole('link', { name: 'Tags' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      await settled(page);
      expect(await applied()).to.deep.equal([false]);
      await page.goBack();
      await page.locator('.app-stats').waitFor();
      expect(await applied()).to.deep.equal([true]);
    }),
  );
});
