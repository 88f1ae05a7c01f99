import { expect } from 'chai';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';
import { LOGINS, PASSWORD } from './support/administrators.js';

/** Bytes of compressed JavaScript for sign-in and list together (AD-200). */
const BUDGET = 180_000;

describe('download size of the admin application (AD-200)', function () {
  this.timeout(60_000);
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  it(`loads at most ${BUDGET} bytes of compressed JavaScript for sign-in and list together, each file once`, () =>
    site.visit({ path: undefined }, async ({ page, open, idle }) => {
      const loaded = new Map<string, number>();
      const sizes: Promise<void>[] = [];
      page.on('requestfinished', (request) => {
        // A script with a version in its query belongs to a plugin, not to the application.
        if (request.resourceType() !== 'script' || request.url().includes('?v=')) return;
        sizes.push(
          (async () => {
            const answer = await request.response();
            const encoding = (await answer?.headerValue('content-encoding')) ?? '';
            // Files smaller than their headers are not compressed.
            const { responseBodySize } = await request.sizes();
            if (responseBodySize > 1024) expect(encoding, request.url()).to.be.oneOf(['br', 'gzip']);
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
      const total = [...loaded.values()].reduce((sum, size) => sum + size, 0);
      expect(total, JSON.stringify([...loaded], null, 1))
        .to.be.greaterThan(0)
        .and.at.most(BUDGET);
    }));

  it('shows that it is starting before any script has loaded (AD-412)', () =>
    site.visit({ path: undefined }, async ({ page, open }) => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\.js$/, async (route) => {
        await held;
        await route.continue();
      });
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

  it('loads nothing again on the next visit', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags' }, async ({ page, idle }) => {
      await page.getByRole('table').waitFor();
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
