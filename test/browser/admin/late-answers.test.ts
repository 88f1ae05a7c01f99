import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectFocus } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POSTS = '/acme/blog/posts';
const COMMENTS = '/acme/blog/comments';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();

/** Holds the requests that match until they are let go, and then continues or aborts them. */
async function hold(page: Page, url: string, method: string) {
  let letGo: (how: 'continue' | 'abort') => void = () => undefined;
  let arrived: () => void = () => undefined;
  const decided = new Promise<'continue' | 'abort'>((resolve) => (letGo = resolve));
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  let count = 0;
  await page.route(url, async (route: Route) => {
    if (route.request().method() !== method) return route.continue();
    count += 1;
    arrived();
    return (await decided) === 'abort' ? route.abort() : route.continue();
  });
  return { isThere, letGo, count: () => count };
}

describe('answers that come late (AD-550, AD-551)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  detail('a row that is checked while another search loads is not part of the new list', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page, idle }) => {
      await settled(page);
      const held = await hold(page, '**/api/v1/acme/blog/posts?*search=forest*', 'GET');
      await page.getByRole('searchbox').fill('forest');
      await held.isThere;
      await page.locator('tbody[data-busy=true]').waitFor();
      await page.locator('tr[data-id]').nth(3).getByRole('checkbox').check();
      await page.getByText('1 selected').waitFor();
      held.letGo('continue');
      await settled(page);
      await idle();
      expect(await page.locator('.selection-bar').getAttribute('data-open')).to.equal('false');
      expect(await page.locator('tr[data-selected=true]').count()).to.equal(0);
    }),
  );

  detail('a deletion that is on its way cannot be canceled, and its question reports a failure', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/update/3', failuresExpected: true }, async ({ page }) => {
      const held = await hold(page, '**/api/v1/acme/blog/tags/3', 'DELETE');
      await page.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Delete' }).click();
      await held.isThere;
      await page.keyboard.press('Escape');
      expect(await question.getByRole('button', { name: 'Cancel' }).isDisabled()).to.equal(true);
      held.letGo('abort');
      await question.getByRole('alert').waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'hidden' });
    }),
  );

  detail('a deletion whose answer comes after Back leaves the form alone that is open by then', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, idle, place }) => {
      site.sql(`insert into blog_tags (name, slug, created_at, updated_at)
        values ('Late', 'late', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`);
      const id = String(site.sql(`select id from blog_tags where slug = 'late'`)[0]?.['id']);
      await page.reload();
      await page.getByRole('link', { name: 'Late', exact: true }).click();
      const held = await hold(page, `**/api/v1/acme/blog/tags/${id}`, 'DELETE');
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await held.isThere;
      await page.goBack();
      await page.getByRole('link', { name: 'New' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Being written');
      held.letGo('continue');
      await page.locator('.toast').waitFor();
      await idle();
      expect(place()).to.equal('/acme/blog/tags/create');
      expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).to.equal('Being written');
    }),
  );

  it('a change in a list that is refused after the user has gone on is reported in the corner', () =>
    site.visit({ as: 'admin', path: POSTS, failuresExpected: true }, async ({ page }) => {
      await settled(page);
      const held = await hold(page, '**/api/v1/acme/blog/posts/*', 'PUT');
      await page.getByRole('switch').first().click();
      await held.isThere;
      await page.getByRole('link', { name: 'Tags', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      held.letGo('abort');
      await page
        .locator('.toast')
        .getByText(/^Featured: .*We can’t reach the server/)
        .waitFor();
    }));

  detail('the removal of links that fails after Back is reported in the corner', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags', failuresExpected: true }, async ({ page, go }) => {
      await go('/acme/blog/posts/update/8?tab=placing');
      const manager = page.getByRole('region', { name: 'Tags' });
      await manager.getByRole('checkbox').nth(1).check();
      const held = await hold(page, '**/unlink', 'POST');
      await manager.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await held.isThere;
      await page.goBack();
      held.letGo('abort');
      await page
        .locator('.toast')
        .getByText(/We can’t reach the server/)
        .waitFor();
    }),
  );

  detail('a name that is typed while My account is being saved stays', () =>
    site.visit({ as: 'admin', path: '/account' }, async ({ page, idle }) => {
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      const held = await hold(page, '**/auth/account/profile', 'PUT');
      await name.fill('Ada A.');
      await page.keyboard.press('Enter');
      await held.isThere;
      await name.fill('Ada A. Abbott');
      held.letGo('continue');
      await page.locator('.toast').waitFor();
      await idle();
      expect(await name.inputValue()).to.equal('Ada A. Abbott');
      await name.fill('Ada Abbott');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Ada Abbott' }).waitFor();
    }),
  );

  detail('a deletion whose answer was lost says that records may have changed, and the list shows what is left', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags', failuresExpected: true }, async ({ page }) => {
      site.sql(`insert into blog_tags (name, slug, created_at, updated_at)
        values ('Lost', 'lost', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`);
      await page.reload();
      await page.getByRole('checkbox', { name: 'Select Lost' }).check();
      await page.route('**/bulk-delete', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: 'Delete selected' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Delete' }).click();
      await question.getByText('Some of the last records may have changed.').waitFor();
      await page.locator('tr', { hasText: 'Lost' }).waitFor({ state: 'detached' });
    }),
  );

  detail('an act on all records stops when the user goes back, and says how far it came', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, idle }) => {
      await page.getByRole('link', { name: 'Comments' }).click();
      await settled(page);
      const held = await hold(page, '**/comments/bulk/approve*', 'POST');
      await page.getByRole('checkbox', { name: /^Select all/ }).check();
      await page.getByRole('button', { name: /^Select all/ }).click();
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Approve' }).click();
      await held.isThere;
      await page.goBack();
      held.letGo('continue');
      await page.locator('.toast').getByText('Stopped before the end.').waitFor();
      await idle();
      expect(held.count()).to.equal(1);
    }),
  );

  detail('a record that is gone leaves the list once an act on it says so, and the focus goes on', () =>
    site.visit({ as: 'admin', path: COMMENTS }, async ({ page }) => {
      await settled(page);
      const row = page.locator('tr[data-id]').first();
      const id = String(await row.getAttribute('data-id'));
      site.sql(`delete from blog_comments where id = ${id}`);
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Approve' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
      const result = page.getByRole('dialog');
      await result.getByText('The record no longer exists').waitFor();
      await page.locator(`tr[data-id="${id}"]`).waitFor({ state: 'detached' });
      await result.getByRole('button', { name: 'Close' }).click();
      await expectFocus(page.getByRole('heading', { level: 1 }));
    }),
  );
});
