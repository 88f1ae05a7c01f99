import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Callback, LOGIN } from '../../../demo/client/consent.js';
import { usual } from '../../support/every-test.js';
import { sharedBrowser } from '../../support/shared-browser.js';
import { registerClient } from './authorization.js';

/**
 * Tests what only a real browser does: it enforces the content security policy, even on the redirect that answers a
 * form.
 */
export function browserTests(issuer: () => string): void {
  describe('in Chromium, with scripts turned off', () => {
    let callback: Callback;
    before(async () => (callback = await Callback.listen()));
    after(() => callback.close());

    for (const [colorScheme, width] of usual([
      ['dark', 390],
      ['light', 1200],
    ] as const)) {
      it(`signs in, allows, and returns to the client; nothing is wider than ${width} pixels (${colorScheme})`, async () => {
        const authorizeUrl = await registerClient(issuer(), 'A client with quite a long name of its own', callback.url);
        const context = await (
          await sharedBrowser()
        ).newContext({
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
          await page.goto(issuer() + path);
          await expectNoSidewaysScrolling(page, width);
        }
        // The console also reports a 404. It must not report anything else, in particular no policy violation.
        expect(complaints.filter((text) => !text.includes('404'))).to.deep.equal([]);
        await context.close();
      });
    }
  });
}

/** Playwright's own evaluation works even with the page's scripts disabled. */
async function expectNoSidewaysScrolling(page: Page, width: number): Promise<void> {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth'), page.url()).to.be.at.most(width);
}
