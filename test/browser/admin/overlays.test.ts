import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { holdBack } from './support/hold-back.js';
import { expectFocus, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { WITH_MOTION } from './support/visit.js';

const POSTS = '/acme/blog/posts';
/** The file with menus, popovers and dialogs. */
const FILE = /\/assets\/overlays-[^/]+\.js$/;

const account = (page: Page) => page.getByRole('button', { name: 'Ada Abbott' });
const columns = (page: Page) => page.getByRole('button', { name: 'Columns' });
const rows = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();
const isOpen = (page: Page) => account(page).getAttribute('aria-expanded');

describe('menus, popovers and dialogs whose file has not arrived (AD-470 to AD-472)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  describe('late (AD-471)', () => {
    detail('opens the menu of a key once the file is there, with the focus on its item (keyboard)', () =>
      site.visit({ ...WITH_MOTION, as: 'admin', path: undefined }, async ({ page, open }) => {
        const release = await holdBack(page, FILE);
        await open(`${POSTS}?per_page=5`);
        await rows(page);
        await pressOn(account(page), 'ArrowUp');
        expect(await isOpen(page)).to.equal('true');
        expect(await page.getByRole('menu').count()).to.equal(0);
        await expectFocus(account(page));
        release();
        await expectFocus(page.getByRole('menuitem', { name: 'Sign out' }));
        await page.keyboard.press('Escape');
        await expectFocus(account(page));
        await page.keyboard.press('Enter');
        await expectFocus(page.getByRole('menuitem', { name: 'Appearance' }));
      }),
    );

    detail('opens the popover of a click once the file is there (mouse)', () =>
      site.visit({ ...WITH_MOTION, as: 'admin', path: undefined }, async ({ page, open }) => {
        const release = await holdBack(page, FILE);
        await open(`${POSTS}?per_page=5`);
        await rows(page);
        await columns(page).click();
        expect(await page.getByRole('dialog').count()).to.equal(0);
        release();
        await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox').first().waitFor();
        await page.keyboard.press('Escape');
        await expectFocus(columns(page));
      }),
    );

    for (const [what, leave] of [
      ['has moved on', (page: Page) => page.keyboard.press('Tab')],
      ['has pressed Escape', (page: Page) => page.keyboard.press('Escape')],
      ['has pressed again', (page: Page) => page.keyboard.press('Enter')],
    ] as const) {
      detail(`does not open what the user ${what} from, and keeps the focus (keyboard)`, () =>
        site.visit({ ...WITH_MOTION, as: 'admin', path: undefined }, async ({ page, open, idle }) => {
          const release = await holdBack(page, FILE);
          await open(`${POSTS}?per_page=5`);
          await rows(page);
          await pressOn(account(page));
          expect(await isOpen(page)).to.equal('true');
          await leave(page);
          await eventually(async () => expect(await isOpen(page)).to.equal('false'));
          await page.evaluate('void (window.before = document.activeElement)');
          release();
          await idle();
          expect(await page.getByRole('menu').count()).to.equal(0);
          expect(await page.evaluate('before === document.activeElement')).to.equal(true);
          await moveTo(account(page), 'Shift+Tab');
          await page.keyboard.press('Enter');
          await expectFocus(page.getByRole('menuitem', { name: 'Appearance' }));
        }),
      );
    }
  });

  describe('missing (AD-472)', () => {
    const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    const retry = (page: Page) => problem(page).getByRole('button', { name: 'Try again' });

    detail('offers another attempt, which opens the menu, and returns the focus to the button (keyboard)', () =>
      site.visit({ ...WITH_MOTION, as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
        await page.route(FILE, (route) => route.fulfill({ status: 404, body: 'gone' }));
        await open(`${POSTS}?per_page=5`);
        await rows(page);
        await pressOn(account(page));
        await expectFocus(retry(page));
        await expectAccessible(page);
        // Another attempt that fails.
        await page.keyboard.press('Enter');
        await expectFocus(retry(page));
        await page.unroute(FILE);
        await page.keyboard.press('Enter');
        await page.getByRole('menu', { name: 'Account' }).waitFor();
        expect(await problem(page).count()).to.equal(0);
        await page.keyboard.press('Escape');
        await expectFocus(account(page));
      }),
    );

    detail('can be dismissed, and the next press tries again', () =>
      site.visit({ ...WITH_MOTION, as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
        await page.route(FILE, (route) => route.abort('internetdisconnected'));
        await open(`${POSTS}?per_page=5`);
        await rows(page);
        await pressOn(columns(page));
        await expectFocus(retry(page));
        await page.keyboard.press('Escape');
        await expectFocus(columns(page));
        expect(await problem(page).count()).to.equal(0);
        await columns(page).click();
        await problem(page).getByRole('button', { name: 'Close' }).click();
        await expectFocus(columns(page));
        await page.unroute(FILE);
        await columns(page).click();
        await page.getByRole('dialog', { name: 'Columns' }).waitFor();
      }),
    );

    detail('asks before records are deleted, after another attempt', () =>
      site.visit({ ...WITH_MOTION, as: 'admin', path: undefined, failuresExpected: true }, async ({ page, open }) => {
        await page.route(FILE, (route) => route.fulfill({ status: 404, body: 'gone' }));
        await open(`${POSTS}?per_page=5`);
        await rows(page);
        await page.locator('tbody').getByRole('checkbox').first().check();
        await page.getByRole('button', { name: 'Delete selected' }).click();
        await retry(page).waitFor();
        await page.unroute(FILE);
        await retry(page).click();
        await page.getByRole('alertdialog', { name: 'Delete 1 post?' }).waitFor();
        await page.keyboard.press('Escape');
        await expectFocus(page.getByRole('button', { name: 'Delete selected' }));
      }),
    );

    detail('is closed, and not opened late, when the browser is online again', () =>
      site.visit(
        { ...WITH_MOTION, as: 'admin', path: undefined, failuresExpected: true },
        async ({ page, context, open }) => {
          await page.route(FILE, (route) => route.abort('internetdisconnected'));
          await open(`${POSTS}?per_page=5`);
          await rows(page);
          await pressOn(account(page));
          await expectFocus(retry(page));
          await page.unroute(FILE);
          await context.setOffline(true);
          await context.setOffline(false);
          await problem(page).waitFor({ state: 'detached' });
          expect(await page.getByRole('menu').count()).to.equal(0);
          await expectFocus(account(page));
          await page.keyboard.press('Enter');
          await expectFocus(page.getByRole('menuitem', { name: 'Appearance' }));
        },
      ),
    );
  });

  it('loads nothing in advance for a user who saves data, until the pointer or the focus is on a button (AD-470)', () =>
    site.visit({ ...WITH_MOTION, as: 'admin', path: undefined }, async ({ page, context, open, idle }) => {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(...(FILE.test(request.url()) ? [request.url()] : [])));
      await context.addInitScript(`
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
        window.requestIdleCallback = () => { throw new Error('the page waits for an idle browser'); };
      `);
      await open(`${POSTS}?per_page=5`);
      await rows(page);
      await idle();
      expect(loaded).to.deep.equal([]);
      const asked = page.waitForRequest(FILE);
      await account(page).hover();
      await asked;
      await idle();
      expect(loaded).to.have.lengthOf(1);
    }));
});
