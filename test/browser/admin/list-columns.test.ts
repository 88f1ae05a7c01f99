import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { eventually } from '../../support/eventually.js';

const POSTS = '/acme/blog/posts';
const KEY = 'list:acme.blog.posts';

const headings = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');
const rows = (page: Page) => page.locator('tbody tr[data-id]');
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Columns' });
const column = (page: Page, name: string) => chooser(page).getByRole('checkbox', { name, exact: true });
const grip = (page: Page, name: string) => chooser(page).getByRole('spinbutton', { name: `Position of ${name}` });
const kept = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/preferences/') && answer.request().method() === 'PUT');

async function openChooser(page: Page): Promise<void> {
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await chooser(page).getByRole('list', { name: 'Columns' }).waitFor();
}

describe('the choice of columns (AD-290, AD-291, AD-292)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('shows, hides and moves columns by mouse, asks the host only for the visible ones, and keeps that in the account', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5` }, async ({ page }) => {
      await openChooser(page);
      await expectAccessible(page);
      expect(await headings(page)).not.to.include('Email');
      const asked = page.waitForRequest((request) => /posts\?.*columns=/.test(request.url()));
      await column(page, 'Email').check();
      expect(new URL((await asked).url()).searchParams.get('columns')?.split(',')).to.include('author_email');
      await column(page, 'Tags').uncheck();
      const saved = kept(page);
      await grip(page, 'Status').dragTo(grip(page, 'Title'), { targetPosition: { x: 10, y: 2 } });
      expect((await saved).status()).to.equal(200);
      const shown = await headings(page);
      expect(shown.slice(0, 2)).to.deep.equal(['Status', 'Title']);
      expect(shown).to.include('Email').and.not.to.include('Tags');
      await page.keyboard.press('Escape');

      await page.goto(`${site.backend}/acme/blog/tags`);
      await page.evaluate('localStorage.clear()');
      const request = page.waitForRequest((one) => one.url().includes(`${POSTS}?`));
      await page.goto(site.backend + POSTS);
      expect(new URL((await request).url()).searchParams.get('columns')?.split(',')).not.to.include('tags');
      await rows(page).first().waitFor();
      expect(await headings(page)).to.deep.equal(shown);
    }));

  it('keeps the last of several choices if the network loses an earlier one (AD-661)', async () => {
    const api = await site.api('admin@example.test');
    await api.put(`/auth/account/preferences/${KEY}`, { value: null });
    await site.visit({ as: 'admin', path: `${POSTS}?per_page=5`, failuresExpected: true }, async ({ page, idle }) => {
      await openChooser(page);
      let lose: () => void = () => undefined;
      const isLost = new Promise<void>((resolve) => (lose = resolve));
      let sent = 0;
      await page.route('**/preferences/*', async (route) => {
        sent += 1;
        if (sent > 1) return route.continue();
        await isLost;
        return route.abort('connectionreset');
      });
      await column(page, 'Tags').uncheck();
      await column(page, 'Author').uncheck();
      const saved = kept(page);
      lose();
      expect((await saved).status()).to.equal(200);
      await idle();
      const { data } = await api.get(`/auth/account/preferences?keys=${KEY}`);
      const hidden = (data[KEY] as { columns: { name: string; shown: boolean }[] }).columns.filter(
        ({ shown }) => !shown,
      );
      expect(hidden.map(({ name }) => name)).to.include.members(['tags', 'author_name']);
      expect(await page.locator('.toast').count()).to.equal(0);
    });
  });

  it('replaces no choices of the account that it could not read (AD-661)', async () => {
    const api = await site.api('admin@example.test');
    const value = { columns: [{ name: 'title', shown: true, width: 333 }] };
    await api.put(`/auth/account/preferences/${KEY}`, { value });
    await site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open, idle }) => {
      await page.route('**/preferences?*', (route) => route.abort('connectionreset'));
      await open(`${POSTS}?per_page=5`);
      await openChooser(page);
      await column(page, 'Tags').click();
      await page.locator('.toast').getByText('Your choice could not be kept').waitFor();
      await idle();
      const { data } = await api.get(`/auth/account/preferences?keys=${KEY}`);
      expect(data[KEY]).to.deep.equal(value);
    });
    await api.put(`/auth/account/preferences/${KEY}`, { value: null });
  });

  detail('moves and sizes columns by keyboard alone, and resets all of it', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5` }, async ({ page }) => {
      await rows(page).first().waitFor();
      await pressOn(page.getByRole('button', { name: 'Columns' }));
      await chooser(page).getByRole('list').waitFor();
      await moveTo(grip(page, 'Title'));
      await page.keyboard.press('Home');
      await expectFocus(grip(page, 'Title'));
      await eventually(async () => expect((await headings(page))[0]).to.equal('Title'));
      await page.keyboard.press('ArrowDown');
      await expectFocus(grip(page, 'Title'));
      expect(await grip(page, 'Title').getAttribute('aria-valuetext')).to.match(/^2 of \d+$/);
      await pressOn(column(page, 'Color'), 'Space');
      await eventually(async () => expect(await headings(page)).to.include('Color'));
      await moveTo(chooser(page).getByRole('spinbutton', { name: 'Width of Title in pixels' }));
      await page.keyboard.type('333');
      await page.keyboard.press('Enter');
      const title = page.getByRole('columnheader', { name: /^Title/ });
      await eventually(async () => expect((await title.boundingBox())?.width).to.be.closeTo(333, 1));
      await pressOn(chooser(page).getByRole('radio', { name: 'Comfortable' }), 'ArrowDown');
      await page.locator('html[data-density="compact"]').waitFor();
      await page.keyboard.press('ArrowUp');
      await page.locator('html[data-density="comfortable"]').waitFor();
      const saved = kept(page);
      await pressOn(chooser(page).getByRole('button', { name: 'Reset to default' }));
      await saved;
      expect((await headings(page)).slice(0, 3)).to.deep.equal(['Title', 'Status', 'Category']);
      const api = await site.api('admin@example.test');
      const stored = await api.get(`/auth/account/preferences?keys=${KEY}`);
      expect(stored.data).to.deep.equal({});
    }),
  );

  detail('sizes a column by dragging its edge, and makes it automatic by a double click', () =>
    site.visit({ as: 'admin', path: `${POSTS}?per_page=5` }, async ({ page }) => {
      await rows(page).first().waitFor();
      const title = page.getByRole('columnheader', { name: /^Title/ });
      const edge = title.locator('.table__resizer');
      const before = (await title.boundingBox())?.width ?? 0;
      const { x, y, width, height } = (await edge.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const saved = kept(page);
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 - 60, y + height / 2, { steps: 4 });
      await page.mouse.up();
      await saved;
      expect((await title.boundingBox())?.width).to.be.closeTo(before - 60, 2);
      await edge.dblclick();
      await eventually(async () => expect((await title.boundingBox())?.width).to.be.closeTo(before, 2));
    }),
  );

  detail('ignores stored columns that are unknown, forbidden or damaged, and drops them with the next change', () =>
    site.visit({ as: 'editor', path: '/acme/blog/tags' }, async ({ page }) => {
      const api = await site.api('editor@example.test');
      const columns = [
        { name: 'author_email', shown: true },
        { name: 'gone_with_an_update', shown: true },
        { name: '<img src=x onerror=alert(1)>', shown: true },
        { name: 'status', shown: true, width: -5 },
        { name: 'title', shown: true, width: 'wide' },
        'title',
      ];
      const put = await api.put(`/auth/account/preferences/${KEY}`, { value: { columns } });
      expect(put.status, put.body).to.equal(200);
      await page.goto(site.backend + POSTS);
      await rows(page).first().waitFor();
      const shown = await headings(page);
      expect(shown).to.include('Status').and.not.to.include('Email');
      await openChooser(page);
      const saved = kept(page);
      await column(page, 'Category').uncheck();
      await saved;
      const stored = await api.get(`/auth/account/preferences?keys=${KEY}`);
      const names = (stored.data[KEY] as { columns: { name: string }[] }).columns.map(({ name }) => name);
      expect(names).to.include('title').and.not.to.include('author_email').and.not.to.include('gone_with_an_update');
      await api.put(`/auth/account/preferences/${KEY}`, { value: null });
    }),
  );

  detail('keeps a column that opens the records', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      await openChooser(page);
      const boxes = chooser(page).getByRole('checkbox');
      for (let index = 0; index < (await boxes.count()); index += 1) {
        const box = boxes.nth(index);
        if (await box.isEnabled()) await box.uncheck();
      }
      expect(await boxes.and(page.locator(':checked')).count()).to.equal(1);
      expect(await rows(page).first().getByRole('link').count()).to.equal(1);
      const saved = kept(page);
      await chooser(page).getByRole('button', { name: 'Reset to default' }).click();
      await saved;
    }),
  );
});
