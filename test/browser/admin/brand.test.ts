import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD, startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { sharedAdminSite } from './support/shared-site.js';
import { openVisit, windowOptions, type VisitOptions } from './support/visit.js';
import { openWindow } from './support/window.js';

const NAME = 'Übung & <b>Co</b>';
const logoOf = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="${color}"/></svg>`;

describe('the brand of the admin pages (AD-310)', () => {
  let stack: AdminStack;
  let browser: Browser;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-brand-'));
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    stack = await startAdminStack({
      config: {
        'admin.brand.name': NAME,
        'admin.brand.logo': file('logo.svg', logoOf('teal')),
        'admin.brand.logo_dark': file('dark.svg', logoOf('white')),
        'admin.brand.favicon': file('icon.svg', logoOf('red')),
        'admin.brand.accent': '#ffd400',
        'admin.brand.sign_in_title': 'Welcome back',
        'admin.brand.sign_in_text': 'No account?\nAsk <script>alert(1)</script> Ada.',
      },
    });
    ({ browser } = await sharedAdminSite());
  });
  after(async () => {
    await stack.stop();
    rmSync(folder, { recursive: true });
  });

  /** The shared site has another brand: these pages come from a daemon with one of its own, and a host that starts sooner. */
  async function visit(options: VisitOptions, work: (page: Page) => Promise<void>): Promise<void> {
    const window = await openWindow(browser, windowOptions(options).look);
    try {
      const { page, expectNoProblems } = await openVisit(window, stack.backend, options);
      await work(page);
      expectNoProblems();
    } finally {
      await window.context.close();
    }
  }

  detail('is on the sign-in screen: logo, texts and readable colors', () =>
    visit({ colorScheme: 'light' }, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
      expect(await page.locator('.sign-in__text').innerText()).to.equal(
        'No account?\nAsk <script>alert(1)</script> Ada.',
      );
      expect(await page.title()).to.equal(`Sign in · ${NAME}`);
      const logo = page.getByRole('img', { name: NAME });
      expect(await logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).to.equal(120);
      const icon = await page.locator('link[rel=icon]').getAttribute('href');
      expect(await (await page.request.get(new URL(icon ?? '', stack.backend).href)).text()).to.equal(logoOf('red'));
      await expectAccessible(page);
    }),
  );

  it('is in the top bar and in titles of tabs, with the logo of the theme', () =>
    visit({ path: '/acme/shop/categories', colorScheme: 'dark' }, async (page) => {
      await page.getByLabel('Login or email').fill('superuser');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor();
      expect(await page.title()).to.equal(`Categories · ${NAME}`);
      expect(await page.locator('.top-bar__name').innerText()).to.equal(NAME);
      const shown = page.locator('.top-bar__name img:visible');
      const address = (await shown.getAttribute('src')) ?? '';
      expect(await (await page.request.get(new URL(address, stack.backend).href)).text()).to.equal(logoOf('white'));
      // Yellow is readable on dark backgrounds as it is.
      const accent = 'getComputedStyle(document.documentElement).getPropertyValue("--c-primary")';
      expect(await page.evaluate<string>(accent)).to.equal('#ffd400');
      await expectAccessible(page);
    }));
});
