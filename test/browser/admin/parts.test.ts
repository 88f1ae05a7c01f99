import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { detail, usual } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

/** Files that forms and lists load on demand, by purpose. */
const PARTS = {
  markdown: /\/assets\/markdown-field-[^/]+\.js$/,
  preview: /\/assets\/markdown-preview-[^/]+\.js$/,
  code: /\/assets\/code-editor-field-[^/]+\.js$/,
  dates: /\/assets\/date-picker-field-[^/]+\.js$/,
  relations: /\/assets\/relation-manager-field-[^/]+\.js$/,
  widgets: /\/assets\/widget-field-[^/]+\.js$/,
  form: /\/assets\/form-screen-[^/]+\.js$/,
  filters: /\/assets\/filter-editor-[^/]+\.js$/,
} as const;
const ANY_SCRIPT = /\/backend\/assets\/[^/]+\.js$/;

describe('files of the page that fail to load (AD-200)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
  const missing = (page: Page) => page.getByText('This part of the page could not be loaded.').first();
  const retry = (page: Page) => page.getByRole('button', { name: 'Try again' }).first();
  const goneFile = (route: Route) => route.fulfill({ status: 404, body: 'gone' });
  const offline = (route: Route) => route.abort('internetdisconnected');

  for (const [what, file, tab, shown] of usual([
    [
      'the Markdown field',
      PARTS.markdown,
      undefined,
      (page: Page) => page.getByRole('toolbar', { name: 'Formatting' }),
    ],
    [
      'the date picker, on a tab',
      PARTS.dates,
      'Publishing',
      (page: Page) => page.getByRole('group', { name: /Published at|Publish/ }).first(),
    ],
    [
      'the relation manager, on a tab',
      PARTS.relations,
      'Comments',
      (page: Page) => page.getByRole('tabpanel', { name: 'Comments' }).getByRole('table'),
    ],
    ['the widget', PARTS.widgets, undefined, (page: Page) => page.locator('acme-blog-reading-time')],
  ] as const)) {
    for (const [why, answer] of usual([
      ['a deployment removed it', goneFile],
      ['there is no network', offline],
    ] as const)) {
      it(`keeps the form if ${what} is missing because ${why}, and loads it on retry`, () =>
        site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
          await page.route(file, answer);
          await open('/acme/blog/posts/update/50');
          await title(page).fill('Typed and not saved');
          if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
          await missing(page).waitFor();
          expect(await title(page).inputValue()).to.equal('Typed and not saved');
          await expectAccessible(page);

          await page.unroute(file);
          await retry(page).click();
          await shown(page).waitFor();
          expect(await missing(page).count()).to.equal(0);
          expect(await title(page).inputValue()).to.equal('Typed and not saved');
        }));
    }
  }

  detail(
    'says of a file that loads and throws that it has an error, offers no other attempt, and keeps the form (AD-330)',
    () =>
      site.visit(
        { as: 'admin', path: undefined, defectExpected: 'a bug in the Markdown field' },
        async ({ page, open }) => {
          const body = 'throw new TypeError("a bug in the Markdown field");';
          await page.route(PARTS.markdown, (route) => route.fulfill({ contentType: 'text/javascript', body }));
          await open('/acme/blog/posts/update/50');
          await title(page).fill('Typed and not saved');
          const broken = page.getByRole('alert').filter({ hasText: 'does not work because of an error in it' }).first();
          await broken.waitFor();
          expect(await broken.getByRole('button').count()).to.equal(0);
          expect(await missing(page).count()).to.equal(0);
          expect(await title(page).inputValue()).to.equal('Typed and not saved');
          await expectAccessible(page);
        },
      ),
  );

  detail('loads files automatically when the browser is online again', () =>
    site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, context, open }) => {
      await page.route(PARTS.markdown, offline);
      await open('/acme/blog/posts/update/51');
      await missing(page).waitFor();
      await page.unroute(PARTS.markdown);
      await context.setOffline(true);
      await context.setOffline(false);
      await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
    }),
  );

  detail('loads all files with the form, so that tabs and previews need no network', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/52', failuresExpected: true }, async ({ page, idle }) => {
      await title(page).fill('Typed and not saved');
      await idle();
      const asked: string[] = [];
      await page.route(ANY_SCRIPT, async (route) => {
        asked.push(route.request().url());
        await goneFile(route);
      });
      await page.getByRole('button', { name: 'Preview' }).first().click();
      await page.locator('.markdown').waitFor();
      for (const tab of ['Placement', 'Comments', 'Publishing']) {
        await page.getByRole('tab', { name: tab }).click();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      }
      expect(asked).to.deep.equal([]);
      expect(await title(page).inputValue()).to.equal('Typed and not saved');
    }),
  );

  detail('keeps the rest of the page if a whole form or the filters of a list are missing', () =>
    site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
      await page.route(PARTS.form, goneFile);
      await page.route(PARTS.filters, goneFile);
      await open('/acme/blog/posts');
      await page.getByRole('button', { name: 'Add filter' }).click();
      await missing(page).waitFor();
      await page.unroute(PARTS.filters);
      await retry(page).click();
      await page.getByRole('menu', { name: 'Add filter' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'New', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'This page could not be shown.' }).waitFor();
      await expectAccessible(page);
      await page.unroute(PARTS.form);
      await retry(page).click();
      await title(page).waitFor();
    }),
  );

  detail(
    'after a deployment, offers a reload only while there are no unsaved changes, and explains a missing part',
    () =>
      site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
        await page.route(PARTS.markdown, goneFile);
        await page.route('**/api/v1/**', async (route) => {
          const answer = await route.fetch();
          await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-gatehouse-build': 'another' } });
        });
        await open('/acme/blog/posts/update/53');
        await page.getByText('a new version is available. Save your changes').waitFor();
        const offer = page.getByText('A new version is available.', { exact: true });
        await offer.waitFor();
        const before = await title(page).inputValue();
        await title(page).fill('Typed and not saved');
        await offer.waitFor({ state: 'detached' });
        await title(page).fill(before);
        await offer.waitFor();
      }),
  );

  it('returns 404 for a missing file and never the page itself', async () => {
    const response = await fetch(`${site.backend}/assets/markdown-field-00000000.js`);
    expect([response.status, response.headers.get('cache-control')]).to.deep.equal([404, 'no-store']);
    expect(await response.text()).to.contain('Reload the page');
  });

  detail("offers to load a plugin's file again where its widget is missing", () =>
    site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
      await page.route('**/reading-time.js?*', offline);
      await open('/acme/blog/posts/update/54');
      await title(page).fill('Typed and not saved');
      await page.getByText('This part of the form could not be loaded (acme-blog-reading-time)').waitFor();
      await page.unroute('**/reading-time.js?*');
      await retry(page).click();
      await page.locator('acme-blog-reading-time').waitFor();
      expect(await title(page).inputValue()).to.equal('Typed and not saved');
    }),
  );
});
