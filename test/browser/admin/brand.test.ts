import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import type { AdminSite } from './support/site.js';
import { startAdminSite } from './support/site.js';

const NAME = 'Übung & <b>Co</b>';
const logoOf = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="${color}"/></svg>`;

describe('the brand of the admin pages (AD-310)', () => {
  let site: AdminSite;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-brand-'));
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    site = await startAdminSite({
      GATEHOUSE_ADMIN__BRAND__NAME: NAME,
      GATEHOUSE_ADMIN__BRAND__LOGO: file('logo.svg', logoOf('teal')),
      GATEHOUSE_ADMIN__BRAND__LOGO_DARK: file('dark.svg', logoOf('white')),
      GATEHOUSE_ADMIN__BRAND__FAVICON: file('icon.svg', logoOf('red')),
      GATEHOUSE_ADMIN__BRAND__ACCENT: '#ffd400',
      GATEHOUSE_ADMIN__BRAND__SIGN_IN_TITLE: 'Welcome back',
      GATEHOUSE_ADMIN__BRAND__SIGN_IN_TEXT: 'No account?\nAsk <script>alert(1)</script> Ada.',
    });
  });
  after(async () => {
    await site.stop();
    rmSync(folder, { recursive: true });
  });

  detail('is on the sign-in screen: logo, texts and readable colors', () =>
    site.visit({ colorScheme: 'light' }, async ({ page }) => {
      await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
      expect(await page.locator('.sign-in__text').innerText()).to.equal(
        'No account?\nAsk <script>alert(1)</script> Ada.',
      );
      expect(await page.title()).to.equal(`Sign in · ${NAME}`);
      const logo = page.getByRole('img', { name: NAME });
      expect(await logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).to.equal(120);
      const icon = await page.locator('link[rel=icon]').getAttribute('href');
      expect(await (await page.request.get(new URL(icon ?? '', site.backend).href)).text()).to.equal(logoOf('red'));
      await expectAccessible(page);
    }),
  );

  it('is in the top bar and in titles of tabs, with the logo of the theme', () =>
    site.visit({ as: 'admin', path: '/acme/blog/tags', colorScheme: 'dark' }, async ({ page }) => {
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      expect(await page.title()).to.equal(`Tags · ${NAME}`);
      expect(await page.locator('.top-bar__name').innerText()).to.equal(NAME);
      const shown = page.locator('.top-bar__name img:visible');
      const address = (await shown.getAttribute('src')) ?? '';
      expect(await (await page.request.get(new URL(address, site.backend).href)).text()).to.equal(logoOf('white'));
      // Yellow is readable on dark backgrounds as it is.
      const accent = 'getComputedStyle(document.documentElement).getPropertyValue("--c-primary")';
      expect(await page.evaluate<string>(accent)).to.equal('#ffd400');
      await expectAccessible(page);
    }));
});
