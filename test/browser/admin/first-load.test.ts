import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { holdBack } from './support/hold-back.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { LOGINS, PASSWORD } from './support/administrators.js';

/** What sign-in and list load from the application together, in compressed bytes (AD-200). */
const SCRIPTS = 140_000;
const EVERYTHING = 180_000;
/** Of the file that the browser loads after that, once it is idle (AD-470). */
const IN_ADVANCE = 50_000;

/** Keeps the work that waits for an idle browser until the test lets it run. */
const HOLD_IDLE_WORK = `
  window.idleWork = [];
  window.requestIdleCallback = (run) => idleWork.push(run);
  window.cancelIdleCallback = (number) => delete idleWork[number - 1];
`;

describe('download size of the admin application (AD-200, AD-470)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it(`loads at most ${EVERYTHING} bytes for sign-in and list together, each file once, and the overlays when idle`, () =>
    site.visit({ fresh: true, path: undefined }, async ({ page, context, open, idle }) => {
      await context.addInitScript(HOLD_IDLE_WORK);
      const loaded = new Map<string, number>();
      const sizes: Promise<void>[] = [];
      page.on('requestfinished', (request) => {
        // A file with a version in its query belongs to a plugin, not to the application; answers of the API are its data.
        if (request.url().includes('?v=') || request.url().includes('/api/')) return;
        sizes.push(
          (async () => {
            const answer = await request.response();
            const encoding = (await answer?.headerValue('content-encoding')) ?? '';
            // Files smaller than their headers are not compressed.
            const { responseBodySize } = await request.sizes();
            // Fonts are compressed in their own format.
            const isPacked = responseBodySize <= 1024 || request.resourceType() === 'font';
            if (!isPacked) expect(encoding, request.url()).to.be.oneOf(['br', 'gzip']);
            loaded.set(request.url(), (loaded.get(request.url()) ?? 0) + responseBodySize);
          })(),
        );
      });
      await open('/acme/blog/posts');
      await page.getByLabel('Login or email').fill(LOGINS.admin);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('table').waitFor();
      await idle();
      await Promise.all(sizes);
      const files = [...loaded];
      const total = (ends: string) =>
        files.filter(([url]) => url.endsWith(ends)).reduce((sum, [, size]) => sum + size, 0);
      for (const kind of ['.js', '.css', '.woff2']) expect(total(kind), kind).to.be.greaterThan(0);
      expect(total('.js'), JSON.stringify(files, null, 1)).to.be.at.most(SCRIPTS);
      expect(total(''), JSON.stringify(files, null, 1)).to.be.at.most(EVERYTHING);

      loaded.clear();
      await page.evaluate('idleWork.splice(0).forEach((run) => run())');
      await eventually(() => expect(loaded.size).to.equal(1));
      await idle();
      await Promise.all(sizes);
      const [[later = '', size = 0] = []] = loaded;
      expect([...loaded.keys()]).to.deep.equal([later]);
      expect(later).to.match(/\/overlays-[^/]+\.js$/);
      expect(size).to.be.within(1, IN_ADVANCE);
    }));

  it('shows that it is starting before any script has loaded (AD-412)', () =>
    site.visit({ fresh: true, path: undefined }, async ({ page, open }) => {
      const release = await holdBack(page, /\.js$/);
      // `open` waits for the scripts.
      const opened = open('/acme/blog/posts');
      const line = page.locator('.starting__line').first();
      await line.waitFor();
      const before = await line.boundingBox();
      expect(before?.width).to.be.greaterThan(100);
      release();
      await opened;
      await page.getByLabel('Login or email').waitFor();
    }));

  for (const [what, file] of [
    ['the first script', /\/first-[^/]+\.js$/],
    ['the script that draws', /\/application-[^/]+\.js$/],
  ] as const) {
    it(`offers to load again if ${what} does not arrive (AD-412)`, () =>
      site.visit({ fresh: true, path: undefined, failuresExpected: true }, async ({ page }) => {
        await page.route(file, (route) => route.abort());
        await page.goto(`${site.backend}/acme/blog/posts`);
        const again = page.getByRole('link', { name: 'Try again' });
        // Without its first script, the page can only wait.
        if (what === 'the first script') {
          expect(await again.isVisible()).to.equal(false);
          await page.evaluate('document.getAnimations().forEach((animation) => animation.finish())');
        }
        await again.waitFor();
        await page.unroute(file);
        await again.click();
        await page.getByLabel('Login or email').waitFor();
        expect(await again.count()).to.equal(0);
      }));
  }

  it('loads nothing again on the next visit', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, idle }) => {
      await page.getByRole('table').waitFor();
      // The last file loads when the browser is idle.
      await eventually(async () =>
        expect(
          await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => name)'),
        ).to.satisfy((names: string[]) => names.some((name) => name.includes('/assets/overlays-'))),
      );
      await idle();
      const asked: string[] = [];
      page.on('response', (response) => {
        const isFile = response.url().includes('/backend/assets/') && !response.url().includes('?v=');
        if (isFile && response.status() !== 304) asked.push(response.url());
      });
      const cached = await page.evaluate<number>(
        `fetch(document.querySelector('script[src]').src, { cache: 'only-if-cached', mode: 'same-origin' }).then((r) => r.status)`,
      );
      expect(cached).to.equal(200);
      expect(asked.length).to.be.at.most(1);
    }));
});
