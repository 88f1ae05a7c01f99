import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { EVERY_TEST } from '../../support/every-test.js';
import { expectAccessible, LOOKS } from './support/accessible.js';
import { arrange, NOWHERE, SCREENS, type Screen } from './support/screens.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite, LastingVisit } from './support/site.js';
import { PHONE, SMALL } from './support/visit.js';
import { DESKTOP } from './support/window.js';

/** Of `make test`: all rules on a phone for one screen and on a desktop for the next, and other colors on some. */
const SOME_LOOKS = [
  { onPhone: ['light'], onDesktop: ['dark'] },
  { onPhone: [], onDesktop: ['light'] },
  { onPhone: ['light'], onDesktop: [] },
  { onPhone: [], onDesktop: ['light'] },
  { onPhone: ['light'], onDesktop: ['forced'] },
  { onPhone: [], onDesktop: ['light'] },
  { onPhone: ['light'], onDesktop: [] },
  { onPhone: [], onDesktop: ['light'] },
] as const;

/** `make every-test` checks every look of every screen in both widths. */
function looksOf(index: number) {
  return EVERY_TEST ? { onPhone: LOOKS, onDesktop: LOOKS } : SOME_LOOKS[index % SOME_LOOKS.length]!;
}

describe('every screen of the admin application: no axe violations and no horizontal overflow (AD-201, AD-423)', () => {
  let site: AdminSite;
  let current: { readonly visit: LastingVisit; readonly screen: Screen } | undefined;
  before(async () => {
    site = await sharedAdminSite();
    await site.forgetAttempts();
  });
  afterEach(async function () {
    const failed = this.currentTest?.isFailed() === true;
    if (failed || current?.screen.isLast === true) await end(!failed);
  });
  after(() => end(true));

  async function end(succeeded: boolean): Promise<void> {
    const ended = current;
    current = undefined;
    await ended?.visit.end(succeeded);
  }

  /** Screens of the same administrator share a page, in which axe is loaded already. A screen without one has its own. */
  async function opened(screen: Screen, viewport: typeof PHONE | typeof SMALL): Promise<LastingVisit> {
    const { path, as: who } = screen;
    if (current === undefined || who === undefined || who !== current.screen.as) {
      await end(true);
      const visit = await site.begin({ path, viewport, ...(who && { as: who }) });
      current = { visit, screen };
      return visit;
    }
    const { visit } = current;
    current = { visit, screen };
    // The dialogs of the shell stay open on another screen.
    if ((await overlays(visit.page).count()) > 0) await visit.page.keyboard.press('Escape');
    await visit.page.setViewportSize(viewport);
    // Not from one list to the next, which would be the same screen with a menu that is still open.
    const nothing = visit.page.getByRole('heading', { name: 'Not found, or you don’t have access.' });
    await visit.go(NOWHERE);
    await nothing.waitFor();
    await visit.go(path);
    if (path !== NOWHERE) await nothing.waitFor({ state: 'detached' });
    return visit;
  }

  for (const [index, screen] of SCREENS.filter(({ checkedIn }) => EVERY_TEST || checkedIn === undefined).entries()) {
    const { onPhone, onDesktop } = looksOf(index);
    it(`${screen.name}, on phones and on a desktop`, async () => {
      // Drawn as on a phone, and turned into a desktop: the page has to follow the width anyway.
      const visit = await opened(screen, onPhone.length > 0 ? PHONE : SMALL);
      const { page } = visit;
      await arrange(screen, visit);
      // A menu or dialog over a screen does not change its bars.
      const options = { withTargets: true, withShell: screen.arrange === undefined };
      await expectAccessible(page, screen.except, { ...options, looks: onPhone });
      const shown = await overlays(page).count();
      await page.setViewportSize(SMALL);
      await visit.idle();
      expect(await overflow(page), 'wider than 320 pixels').to.deep.equal([]);
      await page.setViewportSize(DESKTOP);
      await visit.idle();
      expect(await overlays(page).count(), 'open dialogs and menus').to.equal(shown);
      await expectAccessible(page, screen.except, { ...options, looks: onDesktop });
      visit.expectNoProblems();
    });
  }
});

/** The elements that reach beyond the window (WCAG 2.2, 1.4.10), for the message of a failure. */
function overflow(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
    return wide.map((one) => one.tagName + '.' + one.getAttribute('class')).slice(0, 8);
  })()`);
}

/** Resizing must not undo what the screen's arrangement opened. */
function overlays(page: Page): Locator {
  return page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'));
}
