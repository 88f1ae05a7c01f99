import axe from 'axe-core';
import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { startConsentPage, type ConsentPageStack } from '../support/consent-page.js';
import { EVERY_TEST, usual } from '../support/every-test.js';
import { send } from '../support/http-client.js';

/** Screenshots of every page, to look at; not kept in the repository. */
const OUTPUT = fileURLToPath(new URL('../../../test/output/consent-page/', import.meta.url));

const SCREENS = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 900 } } as const;

describe('the built-in consent page, as users see it (AS-105)', () => {
  let site: ConsentPageStack;

  before(async () => {
    mkdirSync(OUTPUT, { recursive: true });
    site = await startConsentPage({ oauth: { privateUseRedirectSchemes: ['cursor'] } });
  });

  after(() => site.stop());

  /** WCAG 2.2 AA and best practices, as far as a program can check them, and no horizontal scrolling. */
  async function expectToBeFit(page: Page, picture: string): Promise<void> {
    await page.screenshot({ path: `${OUTPUT}${picture}.png`, fullPage: true });
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).to.deep.equal([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(page.viewportSize()?.width);
  }

  for (const colorScheme of usual(['light', 'dark'] as const)) {
    for (const [screen, viewport] of usual(Object.entries(SCREENS))) {
      it(`is accessible and fits: ${colorScheme}, ${screen}`, async () => {
        const look = { colorScheme, viewport, javaScriptEnabled: true };
        const { page, context, blocked } = await site.open(look);
        await expectToBeFit(page, `form-${screen}-${colorScheme}`);
        await page.locator('summary').click();
        for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
        await expectToBeFit(page, `form-opened-${screen}-${colorScheme}`);
        await page.getByRole('button', { name: 'Allow access' }).click();
        await page.getByRole('alert').waitFor();
        await expectToBeFit(page, `form-again-${screen}-${colorScheme}`);
        await page.goto(`${site.stack.issuer}/connect?request=gone`);
        await expectToBeFit(page, `notice-${screen}-${colorScheme}`);
        expect(blocked).to.deep.equal([]);
        await context.close();
      });
    }
  }

  for (const [kind, redirectUri, question] of [
    [
      'website',
      'https://assistant.example/callback',
      'Allow assistant.example to use your account at Test application?',
    ],
    [
      'app',
      'cursor://anysphere.cursor/callback',
      'Allow an app on this device to use your account at Test application?',
    ],
    [
      'program',
      'http://localhost/callback',
      'Allow a program on this computer to use your account at Test application?',
    ],
  ] as const) {
    it(`names the application as the host does, and says what kind of client is asking: ${kind}`, async () => {
      const client = await site.stack.flow.register({ redirect_uris: [redirectUri], client_name: 'Assistant' });
      const { page, context } = await site.open({ javaScriptEnabled: true, viewport: SCREENS.desktop }, client);
      expect(await page.getByRole('heading').innerText()).to.equal(question);
      expect(await page.title()).to.match(/ – Test application$/);
      if (EVERY_TEST) await expectToBeFit(page, `form-${kind}`);
      await context.close();
    });
  }

  it('shows German to a German browser, and still fits', async () => {
    const { page, context } = await site.open({ locale: 'de-AT', viewport: SCREENS.phone, javaScriptEnabled: true });
    expect(await page.locator('html').getAttribute('lang')).to.equal('de');
    expect(await page.getByRole('button').allInnerTexts()).to.deep.equal(['Ablehnen', 'Zugriff erlauben']);
    await expectToBeFit(page, 'form-de');
    await context.close();
  });

  for (const [acceptLanguage, language] of [
    ['fr, de;q=0.5, en;q=0.4', 'de'],
    ['de;q=0.1, en-US', 'en'],
    ['fr', 'en'],
    ['de;q=0, *', 'en'],
  ] as const) {
    it(`answers Accept-Language: ${acceptLanguage} in ${language} (RFC 9110 §12.5.4)`, async () => {
      const { requestId } = await site.stack.flow.pending(site.client);
      const headers = { cookie: 'session=ada', 'accept-language': acceptLanguage };
      const answer = await send(`${site.stack.issuer}/connect?request=${requestId}`, { headers });
      expect([answer.status, answer.headers['content-language']]).to.deep.equal([200, language]);
      expect(answer.body).to.include(`<html lang="${language}">`);
    });
  }

  it('remains usable at 400 % zoom and in forced colors (WCAG 2.2 §1.4.10)', async () => {
    const viewport = { width: 320, height: 256 };
    const { page, context } = await site.open({ viewport, forcedColors: 'active', javaScriptEnabled: true });
    await page.getByRole('button', { name: 'Allow access' }).scrollIntoViewIfNeeded();
    await expectToBeFit(page, 'form-zoomed');
    for (const control of await page.locator('button, li label, summary').all()) {
      // WCAG 2.2 §2.5.8: at least 24 by 24 pixels.
      const box = await control.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).to.be.greaterThanOrEqual(24);
    }
    await context.close();
  });
});
