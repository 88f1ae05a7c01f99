import { expect } from 'chai';
import { expectAccessible } from './support/accessible.js';
import { expectFocus, expectFocusRing, moveTo, pressOn } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE } from './support/visit.js';

describe('the frame of the admin application (AD-204, AD-205)', function () {
  this.timeout(60_000);
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it('shows only what this administrator may open (AD-132)', () =>
    site.visit({ as: 'editor' }, async ({ page }) => {
      const navigation = page.getByRole('navigation', { name: 'Main navigation' });
      await navigation.getByRole('link').first().waitFor();
      expect(await navigation.getByRole('link').allInnerTexts()).to.deep.equal(['Posts', 'Categories']);
    }));

  it('opens the first entry; the current one says so', () =>
    site.visit({ as: 'admin' }, async ({ page, place }) => {
      await page.waitForURL('**/acme/blog/posts**');
      expect(place()).to.match(/^\/acme\/blog\/posts/);
      expect(await page.locator('#navigation [aria-current=page]').innerText()).to.equal('Posts');
    }));

  it('another screen is another address, title and focus; back and forward lead along them', () =>
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

  it('by keyboard: the skip link comes first, and leads past the navigation', () =>
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
    }));

  it('by keyboard: an entry of the navigation', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      const authors = page.getByRole('link', { name: 'Authors' });
      await moveTo(authors);
      await expectFocusRing(authors);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
    }));

  it('a path that leads nowhere says so, and leaves the navigation', () =>
    site.visit({ as: 'admin', path: '/no/such' }, async ({ page }) => {
      await page.getByRole('heading', { name: 'Not found, or you don’t have access.' }).waitFor();
      await page.getByRole('link', { name: 'Posts' }).waitFor();
      await expectAccessible(page);
    }));

  it('a plugin that is not there says so as well', () =>
    site.visit({ as: 'admin', path: '/acme/blog/none' }, async ({ page }) => {
      await page.getByText('Not found, or you don’t have access.').waitFor();
    }));

  it('the choice of light or dark is kept, and needs no style of its own', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags', colorScheme: 'light' }, async ({ page }) => {
      const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const light = await background();
      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await expectAccessible(page);
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      const dark = await background();
      expect(dark).not.to.equal(light);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await background()).to.equal(dark);
      await pressOn(page.getByRole('button', { name: 'Ada Abbott' }));
      expect(await page.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).to.equal('true');
      await moveTo(page.getByRole('menuitemradio', { name: 'System' }), 'ArrowUp');
      await page.keyboard.press('Enter');
      expect(await background()).to.equal(light);
    }));

  it('the choice of a language is kept', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page }) => {
      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
      await page.getByRole('heading', { level: 1, name: 'Schlagwörter' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).to.equal('de');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Schlagwörter' }).waitFor();
    }));

  describe('on a phone', () => {
    it('the navigation is a menu: Escape closes it, and the focus is where it was', () =>
      site.visit({ as: 'admin', path: '/acme/blog/tags', viewport: PHONE }, async ({ page }) => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        const button = page.getByRole('button', { name: 'Menu' });
        expect(await page.getByRole('navigation', { name: 'Main navigation' }).isVisible()).to.equal(false);
        expect(await button.getAttribute('aria-expanded')).to.equal('false');
        await pressOn(button);
        await expectFocus(page.getByRole('link', { name: 'Tags' }));
        expect(await button.getAttribute('aria-expanded')).to.equal('true');
        // What it covers is inert, the heading of the screen with it.
        await expectAccessible(page, ['landmark-one-main', 'page-has-heading-one']);
        await page.keyboard.press('Escape');
        await expectFocus(button);
        expect(await page.getByRole('navigation', { name: 'Main navigation' }).isVisible()).to.equal(false);
      }));

    it('an entry that is chosen closes it; so does a press beside it', () =>
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
      }));
  });

  it('a screen that cannot be loaded says what to do, and does it', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags', failuresExpected: true }, async ({ page }) => {
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      await page.route('**/api/v1/acme/blog/authors**', (route) => route.abort('internetdisconnected'));
      await page.getByRole('link', { name: 'Authors' }).click();
      await page.getByText('We can’t reach the server. Check your connection and try again.').waitFor();
      await expectAccessible(page);
      await page.unroute('**/api/v1/acme/blog/authors**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('table').getByText('Ada Abbott').first().waitFor();
    }));
});
