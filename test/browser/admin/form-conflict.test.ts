import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

describe('two administrators editing the same record (AD-214)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
  const excerpt = (page: Page) => page.getByRole('textbox', { name: 'Excerpt', exact: true });
  const dialog = (page: Page) => page.getByRole('alertdialog', { name: /has been changed since/ });
  const row = (page: Page, name: string) => dialog(page).getByRole('row').filter({ hasText: name });

  /** Opens the post, saves another title and excerpt as this user, and then tries to save a new title. */
  async function collide(page: Page, id: number, as = 'editor@example.test'): Promise<void> {
    await title(page).waitFor();
    const other = await site.api(as);
    const saved = await other.put(`/acme/blog/posts/${id}`, { title: 'Theirs', excerpt: 'Their excerpt' });
    expect(saved.status, saved.body).to.equal(200);
    await title(page).fill('Mine');
    await page.keyboard.press('Control+s');
    await dialog(page).waitFor();
  }

  const stored = (id: number) => site.sql(`select title, excerpt from blog_posts where id = ${id}`)[0];

  detail('shows the differences, who made them and when, and saves nothing yet (AD-265)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/31' }, async ({ page }) => {
      await collide(page, 31);
      expect(await row(page, 'Title').getByRole('cell').allInnerTexts()).to.deep.equal(['Mine', 'Theirs']);
      await dialog(page)
        .getByText(/^Changed by editor@example\.test .*\(.*\d{4}, .*\)\.$/)
        .waitFor();
      expect(await row(page, 'Excerpt').getByRole('rowheader').innerText()).to.contain('Their version is kept.');
      expect(await dialog(page).getByRole('row').count()).to.equal(3);
      await expectAccessible(page);
      expect(stored(31)).to.deep.include({ title: 'Theirs' });
    }),
  );

  detail(
    'says that the other version is the reader’s own, from another tab or device, and names no other person (AD-461)',
    () =>
      site.visit({ as: 'admin', path: '/acme/blog/posts/update/29' }, async ({ page }) => {
        await collide(page, 29, 'admin@example.test');
        await dialog(page)
          .getByText(/^You changed this record .*\(.*\d{4}, .*\), in another tab or on another device\.$/)
          .waitFor();
        const text = await dialog(page).innerText();
        expect(text).not.to.match(/admin@example\.test|both of you|Their version|other person/);
        expect(await dialog(page).getByRole('columnheader').allTextContents()).to.deep.equal([
          'Field',
          'This form',
          'Saved version',
        ]);
        expect(await row(page, 'Excerpt').getByRole('rowheader').innerText()).to.contain('The saved version is kept.');
        await expectAccessible(page);
        await dialog(page).getByRole('radio', { name: 'Title: Saved version' }).waitFor();
        await page.getByRole('button', { name: 'Save this choice' }).click();
        await page.getByText('The post has been saved.').waitFor();
        expect(stored(29)).to.deep.equal({ title: 'Mine', excerpt: 'Their excerpt' });
      }),
  );

  detail('saves my changes over theirs and keeps fields that only they changed', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/32' }, async ({ page }) => {
      await collide(page, 32);
      await page.getByRole('button', { name: 'Save this choice' }).click();
      await page.getByText('The post has been saved.').waitFor();
      expect(await excerpt(page).inputValue()).to.equal('Their excerpt');
      expect(stored(32)).to.deep.equal({ title: 'Mine', excerpt: 'Their excerpt' });
    }),
  );

  detail('takes their version by keyboard alone', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/33' }, async ({ page }) => {
      await collide(page, 33);
      await expectFocus(page.getByRole('button', { name: 'Save this choice' }));
      await moveTo(page.getByRole('button', { name: 'Discard mine, use theirs' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'hidden' });
      expect(await title(page).inputValue()).to.equal('Theirs');
      expect(await page.getByText('Unsaved changes').count()).to.equal(0);
      // The form now has their version, so the next change is not a conflict.
      await title(page).fill('After theirs');
      await page.keyboard.press('Control+s');
      await page.getByText('The post has been saved.').waitFor();
      expect(stored(33)).to.deep.include({ title: 'After theirs' });
    }),
  );

  detail('merges changes of different fields with one press (AD-264)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/38' }, async ({ page }) => {
      await title(page).waitFor();
      const other = await site.api('editor@example.test');
      await other.put('/acme/blog/posts/38', { excerpt: 'Their excerpt' });
      await title(page).fill('Mine');
      await page.keyboard.press('Control+s');
      await dialog(page).getByText('you can keep both').waitFor();
      await expectFocus(page.getByRole('button', { name: 'Keep both and save' }));
      await page.keyboard.press('Enter');
      await page.getByText('The post has been saved.').waitFor();
      expect(stored(38)).to.deep.equal({ title: 'Mine', excerpt: 'Their excerpt' });
      expect(await excerpt(page).inputValue()).to.equal('Their excerpt');
      expect(await page.getByText('Your own version was replaced').count()).to.equal(0);
    }),
  );

  it('takes their version of one field and mine of another by keyboard alone, and puts mine back (AD-264)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/39' }, async ({ page }) => {
      await title(page).waitFor();
      await excerpt(page).fill('My excerpt');
      await collide(page, 39);
      const choice = (name: string) => dialog(page).getByRole('radio', { name });
      expect(await choice('Title: Yours').isChecked()).to.equal(true);
      await moveTo(choice('Title: Yours'), 'Shift+Tab');
      await page.keyboard.press('ArrowRight');
      expect(await choice('Title: Theirs').isChecked()).to.equal(true);
      await expectAccessible(page);
      await moveTo(page.getByRole('button', { name: 'Save this choice' }));
      await page.keyboard.press('Enter');
      await page.getByText('The post has been saved.').waitFor();
      expect(stored(39)).to.deep.equal({ title: 'Theirs', excerpt: 'My excerpt' });
      const notice = page.getByRole('status').filter({ hasText: 'Your own version was replaced in: Title.' });
      await notice.waitFor();
      await expectAccessible(page);
      await notice.getByRole('button', { name: 'Put mine back' }).press('Enter');
      expect(await title(page).inputValue()).to.equal('Mine');
      await page.keyboard.press('Control+s');
      await notice.waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
      expect(stored(39)).to.deep.equal({ title: 'Mine', excerpt: 'My excerpt' });
    }));

  detail('keeps all input when the user continues editing, and asks again on the next save', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/34' }, async ({ page }) => {
      await collide(page, 34);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      expect(await title(page).inputValue()).to.equal('Mine');
      await moveTo(page.getByRole('button', { name: 'Save', exact: true }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor();
    }),
  );

  detail('reports another conflict when a third user saves first', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/35' }, async ({ page }) => {
      await collide(page, 35);
      const other = await site.api('editor@example.test');
      await other.put('/acme/blog/posts/35', { title: 'Theirs again' });
      await page.getByRole('button', { name: 'Save this choice' }).click();
      await row(page, 'Theirs again').waitFor();
      expect(stored(35)).to.deep.include({ title: 'Theirs again' });
    }),
  );

  it('does not report a conflict with its own lost save: saving again confirms that the changes are stored', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/37', failuresExpected: true }, async ({ page }) => {
      let lost = 0;
      await page.route('**/api/v1/acme/blog/posts/37', async (route) => {
        if (route.request().method() !== 'PUT' || lost > 0) return route.continue();
        lost += 1;
        // The daemon stores the change, and then the network fails.
        expect((await route.fetch()).status()).to.equal(200);
        return route.abort();
      });
      await title(page).fill('Mine, stored');
      await page.keyboard.press('Control+s');
      await page.getByRole('alert').getByText('We can’t reach the server').waitFor();
      expect([lost, stored(37)?.['title']]).to.deep.equal([1, 'Mine, stored']);
      const again = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.keyboard.press('Control+s');
      expect((await again).status()).to.equal(409);
      await page.getByText('The post has been saved.').waitFor();
      expect(await dialog(page).count()).to.equal(0);
      expect(await page.getByText('Unsaved changes').count()).to.equal(0);
    }));

  detail('is readable on a phone', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/36', viewport: PHONE }, async ({ page }) => {
      await collide(page, 36);
      await expectAccessible(page);
    }),
  );
});
