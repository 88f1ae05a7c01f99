import { expect } from 'chai';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, expectFocusRing, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

describe('the shell of the admin application (AD-204, AD-205)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('shows only entries that the administrator may open (AD-132)', () =>
    site.visit({ as: 'editor' }, async ({ page }) => {
      const navigation = page.getByRole('navigation', { name: 'Main navigation' });
      await navigation.getByRole('link').first().waitFor();
      expect(await navigation.getByRole('link').allInnerTexts()).to.deep.equal(['Posts', 'Categories']);
    }));

  it('opens the first entry and marks the current one', () =>
    site.visit({ as: 'admin' }, async ({ page, place }) => {
      await page.waitForURL('**/acme/blog/posts**');
      expect(place()).to.match(/^\/acme\/blog\/posts/);
      expect(await page.locator('#navigation [aria-current=page]').innerText()).to.equal('Posts');
    }));

  detail(
    'marks Settings as current on the lists and forms that only the settings lead to, and nothing else (AD-20)',
    () =>
      site.visit({ as: 'admin', path: '/gatehouse/backend/roles' }, async ({ page, open }) => {
        const current = page.locator('#navigation [aria-current=page]');
        await current.waitFor();
        expect(await current.allInnerTexts()).to.deep.equal(['Settings']);
        await open('/gatehouse/backend/roles/create');
        await current.waitFor();
        expect(await current.allInnerTexts()).to.deep.equal(['Settings']);
        await open('/acme/blog/tags/create');
        await current.waitFor();
        expect(await current.allInnerTexts()).to.deep.equal(['Tags']);
      }),
  );

  it('gives each screen its own URL, title and focus, and follows Back and Forward', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, place }) => {
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      await page.getByRole('link', { name: 'Authors' }).click();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
      await expectFocus(page.locator('main'));
      expect(await page.title()).to.contain('Authors');
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      expect(place()).to.equal('/acme/blog/tags');
      await page.goForward();
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
    }));

  detail('puts the skip link first, which skips the navigation (keyboard)', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, place }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Tab');
      await expectFocusRing(page.getByRole('link', { name: 'Skip to content' }));
      await page.keyboard.press('Enter');
      await expectFocus(page.locator('main'));
      expect(place().split('#')[0]).to.equal('/acme/blog/tags');
      await page.keyboard.press('Tab');
      expect(await page.evaluate<boolean>('document.querySelector("main").contains(document.activeElement)')).to.equal(
        true,
      );
    }),
  );

  detail('opens an entry of the navigation by keyboard', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      const authors = page.getByRole('link', { name: 'Authors' });
      await moveTo(authors);
      await expectFocusRing(authors);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
    }),
  );

  detail('reports an unknown path and keeps the navigation', () =>
    site.visit({ as: 'admin', path: '/no/such' }, async ({ page }) => {
      await page.getByRole('heading', { name: 'Not found, or you don’t have access.' }).waitFor();
      await page.getByRole('link', { name: 'Posts' }).waitFor();
      await expectAccessible(page);
    }),
  );

  detail('reports an unknown plugin', () =>
    site.visit({ as: 'admin', path: '/acme/blog/none' }, async ({ page }) => {
      await page.getByText('Not found, or you don’t have access.').waitFor();
    }),
  );

  it('keeps the choice of light or dark without an inline style', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags', colorScheme: 'light' }, async ({ page }) => {
      const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const light = await background();
      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await page.getByRole('menu').waitFor();
      await expectAccessible(page, [], { withShell: true });
      await page.getByRole('menuitem', { name: 'Appearance System' }).click();
      await page.getByRole('menu', { name: 'Appearance' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      const dark = await background();
      expect(dark).not.to.equal(light);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await background()).to.equal(dark);
      await pressOn(page.getByRole('button', { name: 'Ada Abbott' }));
      const appearance = page.getByRole('menuitem', { name: 'Appearance Dark' });
      await expectFocus(appearance);
      expect(await appearance.getAttribute('aria-haspopup')).to.equal('menu');
      await page.keyboard.press('ArrowRight');
      await expectFocus(page.getByRole('menuitemradio', { name: 'Dark' }));
      // Back to the entry, and in again.
      await page.keyboard.press('ArrowLeft');
      await expectFocus(appearance);
      await page.keyboard.press('Enter');
      expect(await page.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).to.equal('true');
      await moveTo(page.getByRole('menuitemradio', { name: 'System' }), 'ArrowUp');
      await page.keyboard.press('Enter');
      expect(await background()).to.equal(light);
    }));

  detail('keeps the choice of a language', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await page.getByRole('menuitem', { name: 'Language' }).click();
      await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
      await page.getByRole('heading', { level: 1, name: 'Schlagwörter' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).to.equal('de');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Schlagwörter' }).waitFor();
    }),
  );

  it('is mirrored in a language that is written from right to left, and shortens texts at their own end (AD-311)', () =>
    site.visit(
      { as: 'admin', path: '/acme/blog/posts?per_page=5', viewport: { width: 1024, height: 700 } },
      async ({ page }) => {
        await page.getByRole('button', { name: 'Ada Abbott' }).click();
        await page.getByRole('menuitem', { name: 'Language' }).click();
        await page.getByRole('menuitemradio', { name: 'العربية' }).click();
        await page.getByRole('heading', { level: 1, name: 'المقالات' }).waitFor();
        await page.locator('tbody tr[data-id]').first().waitFor();
        expect(await page.locator('html').getAttribute('dir')).to.equal('rtl');
        const [navigation, main] = [
          await page.locator('#navigation').boundingBox(),
          await page.locator('main').boundingBox(),
        ];
        expect(navigation?.x).to.be.greaterThan(main?.x ?? 0);
        const styles = await page.evaluate<string[]>(
          '(({ direction, textAlign, textOverflow }) => [direction, textAlign, textOverflow])(getComputedStyle(document.querySelector("tbody .table__text")))',
        );
        expect(styles).to.deep.equal(['ltr', 'right', 'ellipsis']);
        await expectAccessible(page, [], { withShell: true });
      },
    ));

  describe('on a phone', () => {
    detail('shows the choices of the account menu inside of the window', () =>
      site.visit({ as: 'admin', path: '/acme/blog/tags', viewport: PHONE }, async ({ page }) => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('button', { name: 'Ada Abbott' }).click();
        await page.getByRole('menuitem', { name: 'Language' }).click();
        const menu = page.getByRole('menu', { name: 'Language' });
        await menu.waitFor();
        await expectAccessible(page);
        const box = await menu.boundingBox();
        expect(box?.x).to.be.at.least(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(PHONE.width);
      }),
    );

    it('shows the navigation as a menu, which Escape closes, returning the focus', () =>
      site.visit({ as: 'admin', path: '/acme/blog/tags', viewport: PHONE }, async ({ page }) => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        const button = page.getByRole('button', { name: 'Menu' });
        expect(await page.getByRole('navigation', { name: 'Main navigation' }).isVisible()).to.equal(false);
        expect(await button.getAttribute('aria-expanded')).to.equal('false');
        await pressOn(button);
        await expectFocus(page.getByRole('link', { name: 'Tags' }));
        expect(await button.getAttribute('aria-expanded')).to.equal('true');
        // The covered part is inert, including the heading of the screen.
        await expectAccessible(page, ['landmark-one-main', 'page-has-heading-one'], { withShell: true });
        await page.keyboard.press('Escape');
        await expectFocus(button);
        expect(await page.getByRole('navigation', { name: 'Main navigation' }).isVisible()).to.equal(false);
      }));

    detail('closes the menu on a choice and on a click outside', () =>
      site.visit({ as: 'admin', path: '/acme/blog/tags', viewport: PHONE }, async ({ page }) => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        const navigation = page.getByRole('navigation', { name: 'Main navigation' });
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('link', { name: 'Authors' }).click();
        await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
        await navigation.waitFor({ state: 'hidden' });
        await page.getByRole('button', { name: 'Menu' }).click();
        await navigation.waitFor();
        await page.mouse.click(PHONE.width - 10, 400);
        await navigation.waitFor({ state: 'hidden' });
      }),
    );
  });

  detail('explains a screen that cannot be loaded and offers a retry', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags', failuresExpected: true }, async ({ page }) => {
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      await page.route('**/api/v1/acme/blog/authors**', (route) => route.abort('internetdisconnected'));
      await page.getByRole('link', { name: 'Authors' }).click();
      await page.getByText('We can’t reach the server. Check your connection and try again.').waitFor();
      await expectAccessible(page);
      await page.unroute('**/api/v1/acme/blog/authors**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('table').getByText('Ada Abbott').first().waitFor();
    }),
  );
});
