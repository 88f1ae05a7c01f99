import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocusRing, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

describe('creating, updating and deleting a record (AD-211)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const said = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor();
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it("creates a record by mouse with a slug from the title, and continues in the record's form", () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/create' }, async ({ page, place }) => {
      await field(page, 'Title').fill('Größe & Maß');
      expect(await field(page, 'Address').inputValue()).to.equal('groesse-mass');
      await page.getByRole('tab', { name: 'Placement' }).click();
      await page.getByRole('combobox', { name: 'Author' }).fill('Boris Baker');
      await page.getByRole('option').nth(1).waitFor({ state: 'detached' });
      await page.getByRole('option', { name: 'Boris Baker' }).click();
      await button(page, 'Create').click();
      await said(page, 'The post has been created.');
      await page.getByRole('heading', { level: 1, name: 'Größe & Maß' }).waitFor();
      expect(place()).to.match(/^\/acme\/blog\/posts\/update\/\d+$/);
      expect(await field(page, 'Title').inputValue()).to.equal('Größe & Maß');
      // Leaving the form of the created record needs no confirmation.
      await page.getByRole('link', { name: 'Posts' }).last().click();
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    }));

  detail('creates a record by keyboard alone and closes the form', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/create' }, async ({ page, place }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await moveTo(field(page, 'Name'));
      await expectFocusRing(field(page, 'Name'));
      await page.keyboard.type('By keyboard');
      await pressOn(button(page, 'Create and close'));
      await said(page, 'Created.');
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      expect(place()).to.equal('/acme/blog/tags');
      await page.getByText('By keyboard').first().waitFor();
    }),
  );

  it('sends only the changed fields with the version that they are based on (AD-84)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/11' }, async ({ page }) => {
      await field(page, 'Title').fill('Changed by mouse');
      await page.getByText('Unsaved changes').waitFor();
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await button(page, 'Save').click();
      const body: unknown = (await sent).postDataJSON();
      expect(body).to.have.all.keys('title', '_version');
      await said(page, 'The post has been saved.');
      await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
      expect(site.sql('select title from blog_posts where id = 11')).to.deep.equal([{ title: 'Changed by mouse' }]);
    }));

  detail('saves with Ctrl+S, several times', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/12' }, async ({ page }) => {
      await field(page, 'Title').fill('First');
      await page.keyboard.press('Control+s');
      await said(page, 'The post has been saved.');
      await page.keyboard.type(' and second');
      const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.keyboard.press('Control+s');
      expect((await answer).status()).to.equal(200);
      expect(site.sql('select title from blog_posts where id = 12')).to.deep.equal([{ title: 'First and second' }]);
      // While a form waits for its answer, the keys do nothing.
      await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+s');
      await said(page, 'There are no changes to save.');
    }),
  );

  it('keeps input typed while waiting for the answer, and does not delete until then', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/13' }, async ({ page }) => {
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/v1/acme/blog/posts/13', async (route) => {
        if (route.request().method() === 'PUT') await held;
        await route.continue();
      });
      await field(page, 'Title').fill('Sent');
      await page.keyboard.press('Control+s');
      await page.keyboard.type(' and more');
      expect(await button(page, 'Delete').isDisabled(), 'deletes in the middle of a save').to.equal(true);
      answer();
      await said(page, 'The post has been saved.');
      expect(await field(page, 'Title').inputValue()).to.equal('Sent and more');
      expect(await button(page, 'Delete').isDisabled()).to.equal(false);
      await page.getByText('Unsaved changes').waitFor();
      await button(page, 'Save and close').click();
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      expect(site.sql('select title from blog_posts where id = 13')).to.deep.equal([{ title: 'Sent and more' }]);
    }));

  detail('accepts no input while a record is being created, and accepts it again if that fails', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/create', failuresExpected: true }, async ({ page }) => {
      const name = field(page, 'Name');
      await name.fill('Held');
      const sent = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/blog/tags'),
      );
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/api/v1/acme/blog/tags', async (route) => {
        await held;
        await route.abort();
      });
      await name.focus();
      await page.keyboard.press('Control+s');
      await sent;
      await page.keyboard.type(' and lost');
      expect(await name.inputValue()).to.equal('Held');
      await expectAccessible(page);
      answer();
      const problem = page.getByRole('alert').filter({ hasText: 'We can’t reach the server' });
      await problem.waitFor();
      expect(await problem.innerText()).to.contain('The record may exist all the same');
      await name.fill('Held again');
      await page.unroute('**/api/v1/acme/blog/tags');
      await page.keyboard.press('Control+s');
      await page.waitForURL('**/tags/update/*');
      expect(site.sql("select name from blog_tags where name like 'Held%'")).to.deep.equal([{ name: 'Held again' }]);
    }),
  );

  detail('reports a record as created even if the page crashes after the answer', () => {
    const defect = 'Too many changes of the address.';
    return site.visit({ as: 'admin', path: '/acme/blog/tags/create', defectExpected: defect }, async ({ page }) => {
      await field(page, 'Name').fill('Created once');
      // Like browsers that treat repeated calls as a loop.
      await page.evaluate(`history.pushState = () => { throw new Error('${defect}'); }`);
      const happened = page.waitForEvent('pageerror');
      await button(page, 'Create').click();
      await said(page, 'Created.');
      expect((await happened).message).to.equal(defect);
      expect(await page.getByRole('alert').allInnerTexts()).to.deep.equal([]);
    });
  });

  it('deletes after a confirmation, by keyboard, and cancels on Escape', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/14' }, async ({ page, place }) => {
      const title = site.sql('select title from blog_posts where id = 14')[0]?.['title'];
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The code editor keeps Tab until Escape, so going backwards takes fewer keys.
      await moveTo(button(page, 'Delete'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog', { name: `Delete “${String(title)}”?` }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
      await expectFocusRing(button(page, 'Delete'));
      await page.keyboard.press('Enter');
      await pressOn(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
      await said(page, 'The post has been deleted.');
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      expect(place()).to.equal('/acme/blog/posts');
      expect(site.sql('select id from blog_posts where id = 14')).to.deep.equal([]);
    }));

  detail('shows in the dialog why deletion failed, and deletes once it is possible', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/17', failuresExpected: true }, async ({ page }) => {
      await button(page, 'Delete').click();
      const question = page.getByRole('alertdialog', { name: /^Delete “.+”\?$/ });
      await page.route('**/api/v1/**', (route) => route.abort('internetdisconnected'));
      await question.getByRole('button', { name: 'Delete' }).click();
      await question.getByRole('alert').filter({ hasText: 'We can’t reach the server.' }).waitFor();
      await page.unroute('**/api/v1/**');
      await question.getByRole('button', { name: 'Delete' }).click();
      await said(page, 'The post has been deleted.');
    }),
  );

  detail(
    'treats a record as deleted if the answer to the deletion was lost and the record is gone (docs/decisions/single-page-application.md)',
    () =>
      site.visit({ as: 'admin', path: '/acme/blog/posts/update/18', failuresExpected: true }, async ({ page }) => {
        await button(page, 'Delete').click();
        const question = page.getByRole('alertdialog', { name: /^Delete “.+”\?$/ });
        await page.route(
          '**/api/v1/acme/blog/posts/18',
          async (route) => {
            await route.fetch();
            await route.abort('connectionreset');
          },
          { times: 1 },
        );
        await question.getByRole('button', { name: 'Delete' }).click();
        await question.getByRole('alert').filter({ hasText: 'We can’t reach the server.' }).waitFor();
        expect(site.sql('select id from blog_posts where id = 18')).to.deep.equal([]);
        await question.getByRole('button', { name: 'Delete' }).click();
        await said(page, 'The post has been deleted.');
        await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      }),
  );

  detail('says that another user has already deleted the record (AD-445)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/19' }, async ({ page }) => {
      await button(page, 'Delete').click();
      const question = page.getByRole('alertdialog', { name: /^Delete “.+”\?$/ });
      await question.waitFor();
      site.sql('delete from blog_posts where id = 19');
      await question.getByRole('button', { name: 'Delete' }).click();
      await question.getByRole('alert').filter({ hasText: 'This record no longer exists' }).waitFor();
    }),
  );

  detail('offers no action that the administrator may not perform', () =>
    site.visit({ as: 'editor', path: '/acme/blog/posts/update/15' }, async ({ page }) => {
      await button(page, 'Save').waitFor();
      expect(await button(page, 'Delete').count()).to.equal(0);
    }),
  );

  detail('links from the preview to the update form and back', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/preview/16' }, async ({ page, place }) => {
      await page.getByRole('form', { name: /Post$/ }).waitFor();
      expect(await field(page, 'Title').getAttribute('readonly')).not.to.equal(null);
      expect(await button(page, 'Save').count()).to.equal(0);
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('form', { name: /Edit post$/ }).waitFor();
      expect(await page.title()).to.contain('Edit post');
      await page.getByRole('link', { name: 'Preview' }).click();
      await page.getByRole('form', { name: /Post$/ }).waitFor();
      expect(place()).to.equal('/acme/blog/posts/preview/16');
    }),
  );
});
