import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { EVERY_TEST } from '../../support/every-test.js';
import { expectAccessible, LOOKS } from './support/accessible.js';
import { arrange, SCREENS } from './support/screens.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE, SMALL } from './support/visit.js';
import { DESKTOP } from './support/window.js';

/**
 * `make every-test` checks every look of every screen in both widths. `make test` checks all rules on a phone, and on a desktop those
 * about colors: in the dark on one screen, in forced colors on the next.
 */
function looksOf(index: number) {
  if (EVERY_TEST) return { onPhone: LOOKS, onDesktop: LOOKS };
  return { onPhone: ['light'], onDesktop: [index % 2 === 0 ? 'dark' : 'forced'] } as const;
}

describe('every screen of the admin application: no axe violations and no horizontal overflow (AD-201, AD-423)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));
  beforeEach(() => site.forgetAttempts());

  for (const [index, screen] of SCREENS.entries()) {
    const { onPhone, onDesktop } = looksOf(index);
    it(`${screen.name}, on a small phone, a phone and a desktop`, () =>
      // Loaded as on a phone, and turned into a desktop: the page has to follow the width anyway.
      site.visit(
        { path: screen.path, viewport: PHONE, reducedMotion: 'reduce', ...(screen.as && { as: screen.as }) },
        async (visit) => {
          await arrange(screen, visit);
          await expectAccessible(visit.page, screen.except, { withTargets: true, looks: onPhone });
          const opened = await overlays(visit.page).count();
          await visit.page.setViewportSize(SMALL);
          await visit.idle();
          expect(await overflow(visit.page), 'wider than 320 pixels').to.deep.equal([]);
          await visit.page.setViewportSize(DESKTOP);
          await visit.idle();
          expect(await overlays(visit.page).count(), 'open dialogs and menus').to.equal(opened);
          await expectAccessible(visit.page, screen.except, { withTargets: true, looks: onDesktop });
        },
      ));
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
