import { expect } from 'chai';
import type { Page, Request, Route } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { usual } from '../../support/every-test.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { PHONE, TWO_FRAMES } from './support/visit.js';

/** Collects what moved without the user's doing, by element: https://wicg.github.io/layout-instability/. */
const WATCH_SHIFTS = `
  window.shifts = [];
  const name = ({ node, previousRect, currentRect }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return (element?.className ?? 'removed') + ' from ' + previousRect.y + ' to ' + currentRect.y;
  };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) window.shifts.push({ value, moved: sources.map(name) });
  }).observe({ type: 'layout-shift', buffered: true });
`;
/** Smaller shifts are hardly seen: a label beside the text that arrives, or the number of a line. */
const UNSEEN = 0.01;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

const API = '**/api/v1/**';

/** Lets the answers of the API arrive in the reverse order of their requests, one at a time. */
async function loadInReverse(page: Page, url: string): Promise<void> {
  const held: Route[] = [];
  const files = new Set<Request>();
  page.on('request', (request) => request.url().includes('/api/v1/') || files.add(request));
  page.on('requestfinished', (request) => files.delete(request));
  await page.route(API, (route) => void held.push(route));
  await page.goto(url, { waitUntil: 'commit' });
  await eventually(() => expect(held).not.to.deep.equal([]));
  for (let route = held.pop(); route !== undefined; route = held.pop()) {
    const asked = route.request();
    const answer = page.waitForEvent('requestfinished', (request) => request === asked);
    await route.continue();
    await answer;
    // The answer may make the screen load files, and then send the next request.
    do {
      await page.evaluate(TWO_FRAMES);
      await eventually(() => expect([...files].map((file) => file.url())).to.deep.equal([]));
      await page.evaluate(TWO_FRAMES);
    } while (files.size > 0);
  }
  await page.unroute(API);
}

describe('nothing moves while a screen loads (AD-517)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  const SCREENS = [
    ['a list with partials', '/acme/blog/posts', '.app-stats'],
    ['a form', '/acme/blog/posts/update/7', 'acme-blog-reading-time'],
    ['a preview', '/acme/blog/posts/preview/7', '.form-page--preview'],
    ['the settings', '/settings', 'main h1'],
  ] as const;

  for (const [width, viewport] of usual([
    ['a desktop', undefined],
    ['a phone', PHONE],
  ] as const)) {
    for (const [what, path, last] of usual(SCREENS, 2)) {
      it(`on ${what}, on ${width}, whatever the order of the answers`, () => {
        const look = viewport === undefined ? {} : { viewport };
        return site.visit({ as: 'admin', path: undefined, fresh: true, ...look }, async ({ page, idle }) => {
          await page.addInitScript(WATCH_SHIFTS);
          await loadInReverse(page, site.backend + path);
          await page.locator(last).first().waitFor();
          await idle();
          const shifts = await page.evaluate<Shift[]>('window.shifts');
          expect(shifts.filter(({ value }) => value >= UNSEEN)).to.deep.equal([]);
        });
      });
    }
  }
});
