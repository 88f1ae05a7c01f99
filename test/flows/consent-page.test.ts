import { Unavailable } from '@gatehouse/host';
import axe from 'axe-core';
import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from '../support/browser.js';
import type { RegisteredClient, Tokens } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';
import { startWebsite, type Website } from '../support/website.js';

const html =
  (body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>client</title>${body}`);

/** The application's sign-in page: whoever comes here is signed in as Ada and sent back. */
const signInPage: RequestListener = (request, response) => {
  const returnTo = new URL(request.url ?? '', 'http://x').searchParams.get('return_to') ?? '';
  response.writeHead(303, { 'set-cookie': 'session=ada; Path=/; HttpOnly; SameSite=Lax', location: returnTo }).end();
};

describe('the built-in consent page in a browser (issue 2 part C)', () => {
  let browser: Browser;
  let stack: Stack;
  let application: Website;
  let callback: Website;
  let client: RegisteredClient;
  let hostIsAway = false;

  before(async function () {
    this.timeout(60_000);
    application = await startWebsite(signInPage);
    callback = await startWebsite(html('back at the client'));
    stack = await startStack({
      oauth: { builtinConsentPage: true },
      signIn: {
        resolveUser: async ({ cookie, returnTo }) =>
          cookie.includes('session=ada')
            ? { userId: 'ada', displayName: 'Ada Lovelace' }
            : { signInUrl: `${application.origin}/sign-in?return_to=${encodeURIComponent(returnTo)}` },
      },
      onStep: (step) => {
        if (hostIsAway && step === 'before commit') throw new Unavailable('the database is away');
      },
    });
    client = await stack.flow.register({ redirect_uris: [`${callback.origin}/callback`], client_name: 'Notes helper' });
    browser = await startBrowser();
  });

  after(async () => {
    await browser.close();
    await stack.stop();
    await application.close();
    await callback.close();
  });

  /** A browser of its own without scripts, on the consent page; whatever the page's policy blocks is a failure. */
  async function open(
    options: BrowserContextOptions = {},
    forClient = client,
  ): Promise<{ page: Page; context: BrowserContext; verifier: string; blocked: string[] }> {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB', ...options });
    const page = await context.newPage();
    const blocked: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) blocked.push(message.text());
    });
    const { url, verifier } = stack.flow.authorizeRequest(forClient);
    await page.goto(url);
    return { page, context, verifier, blocked };
  }

  it('leads through sign-in and a narrowed grant to a token, without scripts', async () => {
    const { page, context, verifier, blocked } = await open();
    expect(application.visits.at(-1)).to.match(/^\/sign-in\?return_to=/);
    expect(await page.getByRole('heading').innerText()).to.include('a program on this computer');
    expect(await page.locator('.host').innerText()).to.equal(new URL(callback.origin).host);
    expect(await page.locator('main').innerText()).to.match(/Not verified[\s\S]*Notes helper[\s\S]*Ada Lovelace/);
    await page.getByLabel('Create, change and delete data').uncheck();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(`${callback.origin}/callback?**`);
    const answer = new URL(page.url()).searchParams;
    expect([answer.get('state'), answer.get('iss')]).to.deep.equal(['state-1', stack.issuer]);
    const tokens = await stack.flow.exchange(client, { code: answer.get('code') ?? '', verifier });
    expect((tokens.json() as unknown as Tokens).scope).to.equal('read ai offline_access');
    expect(blocked).to.deep.equal([]);
    await context.close();
  });

  it('denies', async () => {
    const { page, context } = await open();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${callback.origin}/callback?**`);
    expect(new URL(page.url()).searchParams.get('error')).to.equal('access_denied');
    await context.close();
  });

  it('denies when somebody presses Enter', async () => {
    const { page, context } = await open();
    await page.getByLabel('See the data').press('Enter');
    await page.waitForURL(`${callback.origin}/callback?**`);
    expect(new URL(page.url()).searchParams.get('error')).to.equal('access_denied');
    await context.close();
  });

  it('keeps the request and the choice while the host is away', async () => {
    const { page, context } = await open();
    await page.getByLabel('Use the AI features').uncheck();
    hostIsAway = true;
    const [refusal] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button', { name: 'Allow access' }).click(),
    ]);
    hostIsAway = false;
    expect([refusal.status(), refusal.headers()['retry-after']]).to.deep.equal([503, '5']);
    expect(await page.getByRole('alert').innerText()).to.include('Nothing is lost');
    expect(await page.getByLabel('Use the AI features').isChecked()).to.equal(false);
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(`${callback.origin}/callback?code=**`);
    await context.close();
  });

  it('asks again when nothing is chosen, and says what to do when the request is over', async () => {
    const { page, context } = await open();
    const address = page.url();
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Allow access' }).click();
    expect(await page.getByRole('alert').innerText()).to.include('Nothing is chosen');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${callback.origin}/callback?**`);
    const again = await page.goto(address);
    expect(again?.status()).to.equal(404);
    expect(await page.locator('main').innerText()).to.include('start connecting again');
    await context.close();
  });

  it('speaks German to a German browser', async () => {
    const { page, context } = await open({ locale: 'de-AT' });
    expect(await page.locator('html').getAttribute('lang')).to.equal('de');
    expect(await page.getByRole('button').allInnerTexts()).to.deep.equal(['Ablehnen', 'Zugriff erlauben']);
    await context.close();
  });

  it('leads back to an IPv6 loopback address, which no CSP source can name', async () => {
    const ipv6 = await startWebsite(html('back'), '::1');
    const native = await stack.flow.register({ redirect_uris: [`${ipv6.origin}/callback`] });
    const { page, context } = await open({}, native);
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(`${ipv6.origin}/callback?code=**`);
    await context.close();
    await ipv6.close();
  });

  it('leaves a client that waits in another window its opener', async () => {
    const web = await startWebsite((request, response) => {
      const opens = `<button onclick="window.open(location.hash.slice(1))">connect</button>`;
      const waits = `<script>onmessage = () => { document.title = 'connected'; };</script>`;
      const tells = `<script>opener.postMessage('done', location.origin);</script>`;
      html(request.url?.startsWith('/callback') === true ? tells : opens + waits)(request, response);
    });
    const inBrowser = await stack.flow.register({ redirect_uris: [`${web.origin}/callback`] });
    const context = await browser.newContext({ locale: 'en' });
    const page = await context.newPage();
    await page.goto(`${web.origin}/#${stack.flow.authorizeRequest(inBrowser).url}`);
    const [popup] = await Promise.all([context.waitForEvent('page'), page.getByRole('button').click()]);
    await popup.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForFunction("document.title === 'connected'");
    await context.close();
    await web.close();
  });

  it('is shown in no frame', async () => {
    const { url } = stack.flow.authorizeRequest(client);
    const evil = await startWebsite(html(`<iframe src="${url.replaceAll('&', '&amp;')}"></iframe>`));
    const context = await browser.newContext({ javaScriptEnabled: false });
    await context.addCookies([{ name: 'session', value: 'ada', url: stack.issuer }]);
    const page = await context.newPage();
    const refused = page.waitForEvent('console', (message) =>
      /connect.*frame-ancestors|frame.*connect/i.test(message.text()),
    );
    await page.goto(evil.origin);
    await refused;
    expect(await page.frames()[1]?.getByRole('button').count()).to.equal(0);
    await context.close();
    await evil.close();
  });

  it('refuses an answer that another website sends with the right token', async () => {
    const { page, context } = await open();
    const action = page.url();
    const token = await page.locator('input[name=csrf_token]').getAttribute('value');
    const evil = await startWebsite(
      html(`<form method="post" action="${action}"><input name="csrf_token" value="${String(token)}">
        <input name="scope" value="read"><button name="decision" value="grant">win</button></form>`),
    );
    await context.addCookies([{ name: 'session', value: 'ada', url: stack.issuer, sameSite: 'Lax' }]);
    await page.goto(evil.origin);
    const [refusal] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button').click(),
    ]);
    expect(refusal.status()).to.equal(403);
    expect((await page.goto(action))?.status()).to.equal(200);
    await context.close();
    await evil.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`meets WCAG 2.2 AA and fits a screen of 320 pixels, ${colorScheme}`, async function () {
      this.timeout(60_000);
      const viewport = { width: 320, height: 640 };
      const { page, context, blocked } = await open({ colorScheme, viewport, javaScriptEnabled: true });
      await page.locator('summary').click();
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html: node }) => node)])).to.deep.equal([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(320);
      expect(blocked).to.deep.equal([]);
      await context.close();
    });
  }
});
