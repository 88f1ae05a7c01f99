import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

describe('custom elements that hold a value (AD-416)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const COMMENTS = '/acme/blog/comments';
  const stars = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
  const save = async (page: Page) => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.keyboard.press('Control+s');
    expect((await saved).status()).to.equal(200);
  };
  const ratingOf = (id: number) => site.sql(`select rating from blog_comments where id = ${id}`);

  it('edit a column in a form, by mouse and by keyboard alone', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      site.sql('update blog_comments set rating = 5 where id = 5');
      await open(`${COMMENTS}/update/5`);
      await page.getByRole('group', { name: 'Rating' }).waitFor();
      await page.locator('acme-blog-rating label').nth(1).click();
      await page.getByText('Unsaved changes').waitFor();
      await page.keyboard.press('ArrowRight');
      expect(await stars(page, '3 of 5').isChecked()).to.equal(true);
      await expectAccessible(page);
      await save(page);
      expect(ratingOf(5)).to.deep.equal([{ rating: 3 }]);
      await page.locator('acme-blog-rating').getByRole('button', { name: 'Clear' }).click();
      await save(page);
      expect(ratingOf(5)).to.deep.equal([{ rating: null }]);
    }));

  detail('show a value in a list', () =>
    site.visit({ as: 'admin', path: `${COMMENTS}?sort=-rating` }, async ({ page }) => {
      await page.getByRole('img', { name: '5 of 5' }).first().waitFor();
      expect(await page.locator('acme-blog-rating input').count(), 'controls in a row').to.equal(0);
      await expectAccessible(page);
    }),
  );

  detail('show their value as text in a list while their script cannot be loaded', () =>
    site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
      await page.route('**/js/rating.js*', (route) => route.abort());
      await open(`${COMMENTS}?sort=-rating`);
      await page.getByRole('row').nth(2).waitFor();
      expect(await page.locator('.element-cell').first().innerText()).to.match(/^[1-5]$/);
    }),
  );

  it('are checked like any other field: bounds of the column, and types', async () => {
    const api = await site.api('admin@example.test');
    for (const rating of [0, 6, 1.5, 'many', [1]]) {
      const answer = await api.put(`${COMMENTS}/7`, { rating });
      expect(answer.status, JSON.stringify(rating)).to.equal(422);
      expect(answer.fields).to.have.property('rating');
    }
  });
});
