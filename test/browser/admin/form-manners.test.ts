import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { holdBack } from './support/hold-back.js';
import { expectFocus } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

describe('standard form behavior (AD-201, AD-213)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const authors = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Authors' });

  async function held(page: Page, method: string): Promise<() => void> {
    let release: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/acme/blog/**', async (route) => {
      if (route.request().method() === method) await wait;
      await route.continue();
    });
    return release;
  }

  it('saves on Enter in a single-line text, but keeps the normal effect of Enter in multi-line texts and choice lists', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/90' }, async ({ page }) => {
      await title(page).fill('Saved by Enter');
      await title(page).press('Enter');
      await page.getByText('The post has been saved.').waitFor();
      expect(site.sql('select title from blog_posts where id = 90')).to.deep.equal([{ title: 'Saved by Enter' }]);
      const saves: string[] = [];
      page.on('request', (request) => saves.push(...(request.method() === 'PUT' ? [request.url()] : [])));
      const excerpt = page.getByRole('textbox', { name: 'Excerpt' });
      await excerpt.fill('One');
      await excerpt.press('Enter');
      await excerpt.pressSequentially('Two');
      expect(await excerpt.inputValue()).to.equal('One\nTwo');
      await page.getByRole('tab', { name: 'Placement' }).click();
      await page.getByRole('combobox', { name: 'Author' }).fill('Boris');
      await page.getByRole('option', { name: 'Boris Baker' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: 'Boris Baker' }).waitFor({ state: 'detached' });
      expect(saves).to.deep.equal([]);
    }));

  detail('appears in its place: the link to the list does not push it down later (AD-201)', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open }) => {
      const release = await holdBack(page, '**/posts/schema/list');
      const record = page.waitForResponse('**/api/v1/acme/blog/posts/92');
      const opened = open('/acme/blog/posts/update/92');
      await record;
      await page.getByRole('status', { name: 'Loading…' }).waitFor();
      expect(await title(page).count()).to.equal(0);
      release();
      await opened;
      await title(page).waitFor();
      expect(await page.getByRole('navigation', { name: 'Breadcrumbs' }).count()).to.equal(1);
    }),
  );

  detail('focuses the first field of a new record', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts' }, async ({ page }) => {
      await page.getByRole('link', { name: 'New', exact: true }).click();
      await expectFocus(title(page));
    }),
  );

  detail('waits for a running save when the user leaves, and does not ask if it succeeds', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/91' }, async ({ page }) => {
      const release = await held(page, 'PUT');
      await title(page).fill('Saved on the way out');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await authors(page).click();
      expect(await question(page).count()).to.equal(0);
      expect(await title(page).inputValue()).to.equal('Saved on the way out');
      release();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
      expect(await question(page).count()).to.equal(0);
      expect(site.sql('select title from blog_posts where id = 91')).to.deep.equal([{ title: 'Saved on the way out' }]);
    }),
  );

  detail('follows the requested link when the user leaves while a new record is being saved', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/create' }, async ({ page, place }) => {
      const release = await held(page, 'POST');
      await page.getByRole('textbox', { name: 'Name' }).fill('Created on the way out');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await authors(page).click();
      release();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
      expect(place()).to.equal('/acme/blog/authors');
      site.sql("delete from blog_tags where name = 'Created on the way out'");
    }),
  );

  detail('asks after a failed save when the user leaves while it is running', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/92', failuresExpected: true }, async ({ page }) => {
      let release: () => void = () => undefined;
      const wait = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/v1/acme/blog/posts/92', async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        await wait;
        return route.abort();
      });
      await title(page).fill('Not stored');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await authors(page).click();
      release();
      await question(page).waitFor();
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      expect(await title(page).inputValue()).to.equal('Not stored');
    }),
  );

  detail('sends no request for a record that was just deleted', () => {
    const now = new Date().toISOString();
    site.sql(
      `insert into blog_tags (name, slug, created_at, updated_at) values ('To be deleted', 'to-be-deleted', '${now}', '${now}')`,
    );
    const [{ id } = {}] = site.sql("select id from blog_tags where name = 'To be deleted'");
    return site.visit({ as: 'admin', path: `/acme/blog/tags/update/${String(id)}` }, async ({ page, idle }) => {
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
      await idle();
      const missing: string[] = [];
      page.on('response', (response) => missing.push(...(response.status() === 404 ? [response.url()] : [])));
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      await idle();
      expect(missing).to.deep.equal([]);
    });
  });

  detail('shows the alternative text of a missing picture', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags', failuresExpected: true }, async ({ page, open }) => {
      site.sql("update blog_posts set body = '![A lighthouse](/backend/no-such-picture.png)' where id = 93");
      await open('/acme/blog/posts/update/93');
      await page.getByRole('button', { name: 'Preview' }).first().click();
      await page.locator('.missing-picture').getByText('A lighthouse').waitFor();
    }),
  );
});
