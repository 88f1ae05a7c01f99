import { expect } from 'chai';
import { usual } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

/**
 * The element with the focus and the bar that covers it from corner to corner; null if a part of it is in view.
 */
const COVERED = `(() => {
  const { activeElement: element } = document;
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
  if (element === document.body || width < 2 || height < 2) return null;
  const places = [[left + 2, top + 2], [right - 2, top + 2], [left + width / 2, top + height / 2], [left + 2, bottom - 2], [right - 2, bottom - 2]];
  const covers = places.map(([x, y]) => document.elementFromPoint(x, y)?.closest('.top-bar, .form-actions, .table__heading, .selection-bar'));
  if (element.closest('.top-bar, .form-actions, .table__heading, .selection-bar') || !covers.every((one) => one)) return null;
  return element.outerHTML.slice(0, 100) + ' is covered by ' + covers[0].className;
})()`;

/** Low, as with a zoom of 200 or 400 percent, or a phone with its keyboard. */
const WINDOWS = [
  { width: 1280, height: 500 },
  { width: 390, height: 600 },
  { width: 320, height: 320 },
] as const;

const PLACES = [
  ['a form', '/acme/blog/posts/update/5?tab=publishing', 40],
  ['a form of many boxes', '/gatehouse/backend/roles/create', 24],
  ['a list', '/acme/blog/posts', 45],
  ['a narrow list', '/acme/blog/tags', 45],
] as const;

describe('no bar covers the element with the focus (AD-558, WCAG 2.2 §2.4.11)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  for (const viewport of usual(WINDOWS)) {
    for (const [what, path, steps] of usual(PLACES)) {
      it(`${what} in a window of ${viewport.width} × ${viewport.height}, forward and backward`, () =>
        site.visit({ as: 'admin', path, viewport }, async ({ page, idle }) => {
          await page.getByRole('heading', { level: 1 }).waitFor();
          await idle();
          const found = new Set<string>();
          for (const key of ['Tab', 'Shift+Tab']) {
            for (let step = 0; step < steps; step += 1) {
              await page.keyboard.press(key);
              const covered = await page.evaluate<string | null>(COVERED);
              if (covered !== null) found.add(covered);
            }
          }
          expect([...found]).to.deep.equal([]);
        }));
    }
  }
});
