import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { moveTo } from './support/keyboard.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const POSTS = '/acme/blog/posts';
const LONG = 'A title that is much longer than the column that has to show it in a single line of its row';
const settled = (page: Page) => page.locator('tbody[data-busy=false] tr[data-id]').first().waitFor();
const heights = (page: Page) =>
  page.evaluate<number[]>("[...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight)");
const widths = (page: Page) =>
  page.evaluate<number[]>("[...document.querySelectorAll('thead th')].map((one) => one.offsetWidth)");
/** A computed style of the first element that matches the selector. */
const css = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${property}')`,
  );

/** Whether the digits in the first number of the table have one width. */
const EVEN_DIGITS = `(() => {
  const widthOf = (text) => {
    const probe = document.createElement('span');
    probe.textContent = text;
    document.querySelector('.table__cell--number').append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return width;
  };
  return Math.abs(widthOf('1111') - widthOf('8888')) < 0.1;
})()`;

describe('the looks of a list (AD-206, AD-220)', () => {
  let site: AdminSite;
  before(async () => {
    site = await sharedAdminSite();
    site.sql(`update blog_posts set title = '${LONG}', published_at = '2031-01-01T00:00:00.000Z' where id = 7`);
  });

  detail('animates a table that is loading, but not if motion is reduced (WCAG 2.2, 2.2.2)', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await site.visit({ as: 'admin', path: undefined, reducedMotion }, async ({ page, open }) => {
        // Never answered, so that the table keeps loading.
        await page.route('**/api/v1/acme/blog/posts?*', () => undefined);
        await open(POSTS);
        await page.locator('.table__skeleton').first().waitFor();
        await eventually(async () => {
          const running = "document.querySelector('tbody').getAnimations({ subtree: true }).length";
          expect((await page.evaluate<number>(running)) > 0).to.equal(reducedMotion === 'no-preference');
        });
      });
    }
  });

  it('gives each record one line, in two densities, and each column one width on every page', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page }) => {
      await settled(page);
      for (const height of await heights(page)) expect(height).to.be.within(40, 44);
      const before = await widths(page);
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.waitForURL('**?page=2');
      await settled(page);
      expect(await widths(page)).to.deep.equal(before);
      await page.getByRole('columnheader').getByRole('button', { name: 'Views' }).click();
      await page.waitForURL('**?sort=views');
      await settled(page);
      expect(await widths(page), 'sorted').to.deep.equal(before);

      await page.getByRole('button', { name: 'Ada Abbott' }).click();
      await page.getByRole('menuitem', { name: 'Density' }).click();
      await page.getByRole('menuitemradio', { name: 'Compact' }).click();
      for (const height of await heights(page)) expect(height).to.be.within(32, 36);
      await page.reload();
      await settled(page);
      for (const height of await heights(page)) expect(height, 'after a reload').to.be.within(32, 36);
    }));

  detail('aligns numbers and counts to the right, with digits of one width', () =>
    site.visit({ as: 'admin', path: POSTS }, async ({ page }) => {
      await settled(page);
      for (const name of ['Comments', 'Views']) {
        const heading = page.getByRole('columnheader', { name });
        expect(await heading.getAttribute('class'), name).to.contain('table__cell--end');
      }
      expect(await css(page, '.table__heading.table__cell--end', 'text-align')).to.equal('end');
      expect(await css(page, '.table__cell--number', 'text-align')).to.equal('end');
      expect(await page.evaluate<boolean>(EVEN_DIGITS)).to.equal(true);
    }),
  );

  detail(
    'shows the full text of a shortened cell under the pointer and at the focus, until Escape (WCAG 2.2, 1.4.13)',
    () =>
      site.visit({ as: 'admin', path: POSTS }, async ({ page }) => {
        const link = page.locator('tr[data-id="7"] .table__link');
        await link.waitFor();
        const full = page.locator('.full-text');
        await link.hover();
        await full.getByText(LONG).waitFor();
        await full.hover();
        await full.getByText(LONG).waitFor();
        await page.mouse.move(0, 0);
        await full.waitFor({ state: 'detached' });
        await moveTo(link);
        await full.getByText(LONG).waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await full.waitFor({ state: 'detached' });
      }),
  );

  detail(
    'keeps the heading and the name in place if the table is wider than its card, and shows that there is more',
    () =>
      site.visit({ as: 'admin', path: POSTS, viewport: { width: 1100, height: 700 } }, async ({ page }) => {
        await settled(page);
        const place = page.locator('.table-place');
        const name = page.locator('tbody tr[data-id]').nth(20).locator('.table__cell--first');
        const heading = page.getByRole('columnheader', { name: 'Title' });
        expect(await place.getAttribute('data-more-end')).to.equal('true');
        const frame = page.locator('.table-frame');
        await page.evaluate("document.querySelector('.table-frame').scrollTo(10000, 400)");
        await eventually(async () => expect(await place.getAttribute('data-more-end')).to.equal('false'));
        expect(await place.getAttribute('data-more-start')).to.equal('true');
        const outside = await frame.boundingBox();
        const [top, start] = [await heading.boundingBox(), await name.boundingBox()];
        expect(Math.abs((top?.y ?? 0) - (outside?.y ?? 0))).to.be.lessThan(2);
        expect((top?.x ?? 0) - (outside?.x ?? 0)).to.be.within(40, 48);
        expect(start?.x).to.equal(top?.x);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.equal(1100);
        await expectAccessible(page);
      }),
  );

  detail('shows a state by color, shape and word, in forced colors too', () =>
    site.visit({ as: 'admin', path: `${POSTS}?filter[status]=review`, forcedColors: 'active' }, async ({ page }) => {
      await settled(page);
      const chip = page.locator('.table__cell--selectable .chip').first();
      expect(await chip.innerText()).to.equal('In review');
      expect(await chip.locator('svg.tone-icon--warning').isVisible()).to.equal(true);
      await page.emulateMedia({ forcedColors: 'none' });
      const warning = await css(page, '.chip--warning', 'color');
      await page.getByRole('button', { name: 'Remove the filter Status' }).click();
      const published = page.locator('.chip--success').first();
      await published.waitFor();
      expect(await css(page, '.chip--success', 'color')).not.to.equal(warning);
    }),
  );
});

describe('the font of the pages (AD-220)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  detail('comes from the same origin, is preloaded, and moves nothing when it arrives late', () =>
    site.visit({ as: 'admin', path: undefined }, async ({ page, idle }) => {
      const fonts: string[] = [];
      let arrive: () => void = () => undefined;
      const late = new Promise<void>((resolve) => (arrive = resolve));
      await page.route('**/*.woff2', async (route) => {
        fonts.push(route.request().url());
        await late;
        await route.continue();
      });
      await page.addInitScript(`addEventListener('DOMContentLoaded', () => new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if (shift.startTime >= window.arrivesAt) window.moved += shift.value;
      }).observe({ type: 'layout-shift' }))`);
      // The page has loaded only when the font has.
      await page.goto(site.backend + POSTS, { waitUntil: 'commit' });
      await settled(page);
      await page.locator('.app-stats').waitFor();
      await page.locator('tbody tr').first().waitFor();
      await page.evaluate('window.moved = 0; window.arrivesAt = performance.now()');
      arrive();
      await page.evaluate('document.fonts.ready');
      await idle();
      expect(await page.evaluate<boolean>('document.fonts.check(\'14px "Inter Variable"\')')).to.equal(true);
      expect(fonts.map((url) => new URL(url).origin)).to.deep.equal(fonts.map(() => new URL(site.backend).origin));
      expect(fonts.filter((url) => url.includes('inter-latin-subset')).length).to.equal(1);
      expect(await page.evaluate<number>('window.moved')).to.be.lessThan(0.02);
    }),
  );
});
