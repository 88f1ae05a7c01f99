import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { detail, usual } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

/** A computed style of the first element that matches the selector. */
const css = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${property}')`,
  );

describe('print, high contrast and hover (AD-201)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const width = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

  for (const colorScheme of usual(['light', 'dark'] as const)) {
    it(`prints black on white, in full and without pointer controls (${colorScheme})`, () =>
      site.visit({ as: 'admin', path: '/acme/blog/posts' }, async ({ page, open }) => {
        // A4 without margins.
        await page.setViewportSize({ width: 718, height: 1000 });
        await page.locator('tbody tr[data-id]').first().waitFor();
        await page.emulateMedia({ media: 'print', colorScheme });
        for (const hidden of ['.top-bar', '.navigation', '.list-toolbar', '.pagination__pages']) {
          expect(await page.locator(hidden).isVisible(), hidden).to.equal(false);
        }
        expect(await css(page, '.table__cell:nth-child(3)', 'background-color')).to.equal('rgb(255, 255, 255)');
        expect(await css(page, '.table__link', 'color')).to.equal('rgb(27, 31, 39)');
        const inside = await page.evaluate<number>("document.querySelector('.table-frame').scrollWidth");
        const outside = await page.evaluate<number>("document.querySelector('.table-frame').clientWidth");
        expect(inside, 'columns that are cut').to.be.at.most(outside);
        expect(await width(page)).to.be.at.most(718);

        await page.emulateMedia({ media: null });
        await open('/acme/blog/posts/update/1');
        await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
        await page.emulateMedia({ media: 'print', colorScheme });
        expect(await page.locator('.form-actions').isVisible()).to.equal(false);
        expect(await page.getByRole('textbox', { name: 'Title', exact: true }).isVisible()).to.equal(true);
        expect(await width(page)).to.be.at.most(718);
      }));
  }

  detail('prints the related record that is open over its form, on as many pages as it needs', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/1?tab=placing' }, async ({ page }) => {
      await page.setViewportSize({ width: 718, height: 500 });
      await page.getByRole('button', { name: 'Open: Author' }).click();
      const panel = page.getByRole('dialog', { name: 'Related record' });
      const name = panel.getByRole('textbox', { name: 'Name', exact: true });
      await name.waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('#root').isVisible(), 'the form below').to.equal(false);
      const content = await page.locator('.side-panel__content').boundingBox();
      expect(content?.width).to.equal(718);
      expect(content?.height).to.be.greaterThan(500);
      expect(await name.isVisible()).to.equal(true);
      expect(await css(page, '.side-panel__bar', 'display')).to.equal('none');
    }),
  );

  it('keeps swatch colors and marks the current tab and entry in forced colors', () =>
    site.visit({ as: 'admin', path: '/acme/blog/posts/update/1', forcedColors: 'active' }, async ({ page }) => {
      await page.getByRole('tablist').first().getByRole('tab').first().waitFor();
      const line = (tab: string) => css(page, `.form-tabs__tab${tab}`, 'border-block-end-color');
      expect(await line('[data-selected]')).not.to.equal(await line(':not([data-selected])'));
      expect(await css(page, '.navigation [aria-current=page]', 'outline-style')).to.equal('solid');
      for (const tab of ['Placement', 'Comments', 'Publishing']) await page.getByRole('tab', { name: tab }).click();
      await page.locator('.color-picker__swatch').first().waitFor({ state: 'attached' });
      const colors = await page.evaluate<readonly string[]>(
        "[...document.querySelectorAll('.color-picker__swatch')].map((one) => getComputedStyle(one).backgroundColor)",
      );
      expect(colors.length).to.be.greaterThan(1);
      expect(new Set(colors).size).to.equal(colors.length);
    }));

  it('shows a danger button in the danger color on hover', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/update/1' }, async ({ page }) => {
      const button = page.getByRole('button', { name: 'Delete' });
      await button.hover();
      await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');
      expect(await css(page, '.button--danger', 'background-color')).to.equal('rgb(253, 236, 236)');
    }));
});
