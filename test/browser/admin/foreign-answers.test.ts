import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const page502 = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' });

describe('answers that are not those of the daemon (AD-447)', () => {
  let site: AdminSite;
  before(async () => (site = await sharedAdminSite()));

  detail('the first screen says so in the language of the page, and starts on request', () =>
    site.visit(
      { as: 'admin', path: undefined, fresh: true, locale: 'de-DE', failuresExpected: true },
      async ({ page, open }) => {
        await page.route('**/api/v1/auth/me', (route) => route.abort());
        await open('/acme/blog/tags');
        await page.getByText('Der Server ist nicht erreichbar.').waitFor();
        await expectAccessible(page);
        await page.unroute('**/api/v1/auth/me');
        await page.getByRole('button', { name: 'Erneut versuchen' }).click();
        await page.getByRole('table').waitFor();
      },
    ),
  );

  detail('the first screen has no words of the browser, even if no language could be loaded', () =>
    site.visit({ as: 'admin', path: undefined, fresh: true, failuresExpected: true }, async ({ page, open }) => {
      await page.route('**/api/v1/lang*', page502);
      await open('/acme/blog/tags');
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).to.contain('answered in its place');
    }),
  );

  it('a save that a proxy has refused does not blame the connection, and keeps what was typed', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags/update/4', failuresExpected: true }, async ({ page }) => {
      await page.route('**/api/v1/acme/blog/tags/4', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' })
          : route.continue(),
      );
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.fill('Typed');
      await page.keyboard.press('Control+s');
      await page.getByRole('alert').getByText('answered in its place (HTTP 413)').waitFor();
      expect(await name.inputValue()).to.equal('Typed');
    }));
});
