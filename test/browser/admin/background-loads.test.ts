import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail, usual } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const FORM = '/acme/blog/posts/update/60';
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });

interface Screen {
  readonly what: string;
  readonly path: string;
  /** Of a request that the screen repeats. */
  readonly asks: RegExp;
  readonly use: (page: Page) => Promise<void>;
  readonly expectKept: (page: Page) => Promise<unknown>;
}

const SCREENS: readonly Screen[] = [
  {
    what: 'a form with unsaved text',
    path: FORM,
    asks: /\/posts\/schema\/form/,
    use: (page) => title(page).fill('Still here'),
    expectKept: async (page) => expect(await title(page).inputValue()).to.equal('Still here'),
  },
  {
    what: 'a dialog of the second factor',
    path: '/account',
    asks: /\/second-factor/,
    async use(page) {
      await page.getByRole('button', { name: 'Set up an app' }).click();
      await page.getByRole('dialog').getByLabel('Current password').fill('typed');
    },
    expectKept: async (page) =>
      expect(await page.getByRole('dialog').getByLabel('Current password').inputValue({ timeout: 1000 })).to.equal(
        'typed',
      ),
  },
  {
    what: 'checked rows of a relation manager',
    path: '/acme/blog/posts/update/8?tab=placing',
    asks: /\/schema\/relation|\/relations?\//,
    use: (page) => page.getByRole('region', { name: 'Tags' }).getByRole('checkbox').nth(1).check(),
    expectKept: (page) => page.getByText('1 selected').waitFor({ timeout: 1000 }),
  },
  {
    what: 'the question before a session ends',
    path: '/account',
    asks: /\/sessions/,
    async use(page) {
      await page.getByRole('button', { name: 'End session' }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
    expectKept: async (page) => expect(await page.getByRole('alertdialog').count()).to.equal(1),
  },
  {
    what: 'the settings',
    path: '/settings',
    asks: /\/settings/,
    use: (page) => page.getByRole('searchbox').fill('admin'),
    expectKept: async (page) =>
      expect(await page.getByRole('searchbox').inputValue({ timeout: 1000 })).to.equal('admin'),
  },
];

/** As when the user comes back to the window after a while. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward('10:00');
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
}

describe('what the page loads again in the background (AD-660)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  for (const { what, path, asks, use, expectKept } of usual(SCREENS)) {
    it(`a failure leaves on the screen: ${what}`, async () => {
      await site.api('admin@example.test');
      await site.visit({ as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open, idle }) => {
        await page.clock.install();
        await open(path);
        await use(page);
        await idle();
        let failed = 0;
        await page.route('**/api/v1/**', (route) => {
          if (asks.test(route.request().url())) failed += 1;
          return route.abort('connectionreset');
        });
        await comeBack(page);
        // The page tries twice.
        await eventually(async () => {
          await page.clock.runFor(500);
          expect(failed).to.be.at.least(2);
        });
        await idle();
        await expectKept(page);
        await page.unrouteAll();
      });
    });
  }

  detail('leaves a list with checked rows alone for which a view to start with was chosen elsewhere', async () => {
    const api = await site.api('admin@example.test');
    const view = await api.post('/acme/blog/posts/list/views', { name: 'Start', shared: false, query: 'sort=title' });
    expect(view.status, view.body).to.equal(201);
    await site.visit({ as: 'admin', path: undefined }, async ({ page, open, idle, place }) => {
      await page.clock.install();
      await open('/acme/blog/posts');
      await page.locator('tr[data-id]').nth(1).getByRole('checkbox').check();
      await idle();
      const value = { view: view.data.id };
      const chosen = await api.put('/auth/account/preferences/list:acme.blog.posts', { value });
      expect(chosen.status, chosen.body).to.equal(200);
      const known = page.waitForResponse((answer) => answer.url().includes('/preferences?keys=list'));
      await comeBack(page);
      await known;
      await idle();
      expect(place()).to.equal('/acme/blog/posts');
      await page.getByText('1 selected').waitFor({ timeout: 1000 });
      await open('/acme/blog/posts');
      await page.locator('tr[data-id]').first().waitFor();
      expect(place()).to.contain('sort=title');
      await api.put('/auth/account/preferences/list:acme.blog.posts', { value: null });
    });
  });

  detail('keeps a form open while the style sheet of a new deployment loads', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, open, idle }) => {
      await page.clock.install();
      await open(FORM);
      await title(page).fill('Still here');
      await idle();
      let isAsked = false;
      await page.route('**/posts/schema/form', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: { assets: { styles: string[] } } };
        body.data.assets.styles = ['/backend/assets/acme/blog/of-the-new-deployment.css'];
        await route.fulfill({ response: answer, json: body });
      });
      let deliver: () => void = () => undefined;
      const delivered = new Promise<void>((resolve) => (deliver = resolve));
      await page.route('**/of-the-new-deployment.css', async (route) => {
        isAsked = true;
        await delivered;
        await route.fulfill({ contentType: 'text/css', body: '.form-page { outline: 0 }' });
      });
      await comeBack(page);
      await eventually(() => expect(isAsked).to.equal(true));
      expect(await title(page).inputValue({ timeout: 1000 })).to.equal('Still here');
      deliver();
      await idle();
      expect(await title(page).inputValue()).to.equal('Still here');
    }),
  );
});
