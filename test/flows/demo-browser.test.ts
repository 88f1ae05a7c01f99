import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { Callback, LOGIN } from '../../demo/client/consent.js';
import { startBrowser } from '../support/browser.js';
import { usual } from '../support/every-test.js';
import { registerClient } from './demo/authorization.js';
import { startDemo, type RunningDemo } from './demo/running-demo.js';

/**
 * Tests what only a real browser does: it enforces the content security policy, even on the redirect that answers a
 * form.
 */
describe('The demo in Chromium, with scripts turned off', () => {
  let demo: RunningDemo;
  let chrome: Browser;
  let callback: Callback;
  before(async () => {
    chrome = await startBrowser();
    demo = await startDemo();
    callback = await Callback.listen();
  });
  after(async () => {
    callback.close();
    await chrome.close();
    await demo.launcher.end();
    demo.removeFiles();
  });

  for (const [colorScheme, width] of usual([
    ['dark', 390],
    ['light', 1200],
  ] as const)) {
    it(`signs in, allows, and returns to the client; nothing is wider than ${width} pixels (${colorScheme})`, async () => {
      const authorizeUrl = await registerClient(
        demo.issuer,
        'A client with quite a long name of its own',
        callback.url,
      );
      const context = await chrome.newContext({
        javaScriptEnabled: false,
        colorScheme,
        viewport: { width, height: 844 },
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));

      await page.goto(authorizeUrl());
      await page.getByLabel('Email address').fill(LOGIN.email);
      await page.getByLabel('Password').fill(LOGIN.password);
      await expectNoSidewaysScrolling(page, width);
      await page.getByRole('button', { name: 'Sign in' }).click();

      await page.getByRole('heading', { name: /^Connect 127\.0\.0\.1/ }).waitFor();
      await page.getByLabel('Summarise your notes').uncheck();
      await expectNoSidewaysScrolling(page, width);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${callback.url}?**`);
      expect(callback.take().get('code')).to.be.a('string');

      for (const path of ['/', '/apps', '/help', '/connect?request=none']) {
        await page.goto(demo.issuer + path);
        await expectNoSidewaysScrolling(page, width);
      }
      // The console also reports a 404. It must not report anything else, in particular no policy violation.
      expect(complaints.filter((text) => !text.includes('404'))).to.deep.equal([]);
      await context.close();
    });
  }
});

/** Playwright's own evaluation works even with the page's scripts disabled. */
async function expectNoSidewaysScrolling(page: Page, width: number): Promise<void> {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth'), page.url()).to.be.at.most(width);
}
