import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectFocus } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const DRAFTS = '/acme/blog/posts?filter[status][]=draft';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();

describe('the focus where its element disappears (AD-553)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('goes to the next row when a row no longer matches the filter', () =>
    site.visit({ as: 'admin', path: DRAFTS }, async ({ page }) => {
      await settled(page);
      const [first, second] = await Promise.all(
        [0, 1].map((place) => page.locator('tr[data-id]').nth(place).getAttribute('data-id')),
      );
      const status = (id: string | null | undefined) =>
        page.locator(`tr[data-id="${String(id)}"]`).getByRole('button', { name: /^Status:/ });
      await status(first).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await status(first).waitFor({ state: 'detached' });
      await expectFocus(status(second));
    }));

  detail('goes to the heading when the last row has left the list', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      site.sql(`update blog_posts set status = 'draft', title = 'Only this one' where id = 7`);
      await open(`${DRAFTS}&search=Only+this+one`);
      await settled(page);
      await page.getByRole('button', { name: /^Status: Only this one/ }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expectFocus(page.getByRole('heading', { level: 1 }));
    }),
  );

  detail('goes back to the choices when a filter is reset', () =>
    site.visit({ as: 'admin', path: DRAFTS }, async ({ page }) => {
      await settled(page);
      await page.getByRole('button', { name: 'Status: Draft' }).click();
      const editor = page.getByRole('group', { name: 'Status' });
      await editor.getByRole('button', { name: 'Clear' }).press('Enter');
      await expectFocus(editor.getByRole('radio', { name: 'All' }));
    }),
  );

  detail('goes to the first of the further choices when there are no more after them', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      const tags = Array.from(
        { length: 60 },
        (_, n) => `('Zz ${n}', 'zz-${n}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
      );
      site.sql(`insert into blog_tags (name, slug, created_at, updated_at) values ${tags.join(', ')}`);
      await open('/acme/blog/posts');
      await settled(page);
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Tags' }).click();
      const choices = page.getByRole('group', { name: 'Tags' }).getByRole('checkbox');
      await choices.first().waitFor();
      const more = page.getByRole('button', { name: 'Show more' });
      let before = 0;
      while (await more.isVisible()) {
        before = await choices.count();
        await more.press('Enter');
        await choices.nth(before).waitFor();
      }
      expect(before).to.be.greaterThan(0);
      await expectFocus(choices.nth(before));
    }),
  );

  for (const [type, role] of [
    ['radio', 'radio'],
    ['checkboxlist', 'checkbox'],
  ] as const) {
    detail(`goes to the first of the further choices of a field when there are no more after them (${type})`, () =>
      site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
        await page.route('**/posts/schema/form', async (route) => {
          const response = await route.fetch();
          const form = (await response.json()) as { data: { fields: { name: string; type: string }[] } };
          for (const field of form.data.fields) if (field.name === 'layout') field.type = type;
          await route.fulfill({ response, json: form });
        });
        await page.route('**/fields/layout/options?*', async (route) => {
          const number = Number(new URL(route.request().url()).searchParams.get('page') ?? 1);
          const data = [1, 2, 3].map((n) => ({ value: `${number}${n}`, label: `Layout ${number}${n}` }));
          await route.fulfill({
            json: { success: true, data, meta: { page: number, per_page: 3, has_more: number < 2 } },
          });
        });
        await open('/acme/blog/posts/update/7');
        await page.getByRole('tab', { name: 'Publishing' }).click();
        await page.getByRole('button', { name: 'Show more' }).press('Enter');
        await expectFocus(page.getByRole(role, { name: 'Layout 21' }));
      }),
    );
  }

  it('goes to the content by the skip link, which adds nothing to the history', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, place }) => {
      await settled(page);
      const entries = await page.evaluate('history.length');
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
      await expectFocus(page.getByRole('main'));
      expect([place(), await page.evaluate('history.length')]).to.deep.equal(['/acme/blog/tags', entries]);
    }));

  detail('a message stays while it is being read, and its button gives the focus back', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/update/5' }, async ({ page }) => {
      await page.clock.install();
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.focus();
      await page.keyboard.press('Control+s');
      const close = page.locator('.toast').getByRole('button', { name: 'Close' });
      await close.focus();
      await page.clock.fastForward('01:00');
      await expectFocus(close);
      await page.keyboard.press('Enter');
      await page.locator('.toast').waitFor({ state: 'detached' });
      await expectFocus(name);
      await page.keyboard.press('Control+s');
      await page.locator('.toast').waitFor();
      await page.clock.fastForward('01:00');
      await page.locator('.toast').waitFor({ state: 'detached' });
    }),
  );
});
