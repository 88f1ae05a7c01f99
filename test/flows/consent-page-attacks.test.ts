import { expect } from 'chai';
import { startBrowser } from '../support/browser.js';
import { html, startConsentPage, type ConsentPageStack, type OpenedConsentPage } from '../support/consent-page.js';
import { eventually } from '../support/eventually.js';
import { Started } from '../support/started.js';
import { send, sendForm, sendJson, type Answer } from '../support/http-client.js';

const FORM_PAGE = 200;
/** The headers that current browsers send with a form of the page itself. */
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

describe('the built-in consent page against attackers, engine node, state in redis (AS-102 to AS-104)', () => {
  let site: ConsentPageStack;

  before(async () => {
    site = await startConsentPage({ engine: 'node', state: 'redis' });
  });

  after(async () => {
    await opened.close();
    await site.stop();
  });
  const opened = new Started();

  const tokenOf = async ({ page }: OpenedConsentPage): Promise<string> =>
    (await page.locator('input[name=csrf_token]').getAttribute('value')) ?? '';

  /** The request that a browser would send, from anywhere, with Ada's cookie. */
  const answer = (url: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
    sendForm(url, form, { cookie: 'session=ada', ...('origin' in headers ? {} : SAME_ORIGIN), ...headers });

  for (const [what, token] of [
    ['without a CSRF token', () => ({})],
    ['with a made-up CSRF token', () => ({ csrf_token: 'A'.repeat(43) })],
    ['with the CSRF token of another request', (other: string) => ({ csrf_token: other })],
  ] satisfies [string, (other: string) => Record<string, string>][]) {
    it(`rejects a decision ${what}, and the request stays open`, async () => {
      const [opened, other] = [await site.open(), await site.open()];
      const forged = await answer(opened.page.url(), {
        scope: 'read',
        decision: 'grant',
        ...token(await tokenOf(other)),
      });
      expect([forged.status, forged.headers.location]).to.deep.equal([403, undefined]);
      expect((await opened.page.reload())?.status()).to.equal(FORM_PAGE);
      await Promise.all([opened.context.close(), other.context.close()]);
    });
  }

  it('rejects a decision from another origin or for another user', async () => {
    const opened = await site.open();
    const form = { csrf_token: await tokenOf(opened), scope: 'read', decision: 'grant' };
    const url = opened.page.url();
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ]) {
      expect((await answer(url, form, headers)).status, JSON.stringify(headers)).to.equal(403);
    }
    expect((await answer(url, form, { cookie: 'session=eve' })).status).to.equal(404);
    expect((await answer(url, form, { cookie: '' })).headers.location).to.include('/sign-in');
    expect((await answer(url, form)).status, 'the same form, from the user').to.equal(303);
    expect((await answer(url, form)).status, 'the same form, replayed').to.equal(404);
    await opened.context.close();
  });

  it('rejects a form that another website posts from a browser, even with the right token', async () => {
    const opened = await site.open();
    const { page, context } = opened;
    const action = page.url();
    const evil = await site.website(
      html(`<form method="post" action="${action}"><input name="csrf_token" value="${await tokenOf(opened)}">
        <input name="scope" value="read"><button name="decision" value="grant">win</button></form>`),
    );
    await context.addCookies([{ name: 'session', value: 'ada', url: site.stack.issuer, sameSite: 'Lax' }]);
    await page.goto(evil.origin);
    const [refusal] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button').click(),
    ]);
    expect(refusal.status()).to.equal(403);
    expect((await page.goto(action))?.status()).to.equal(FORM_PAGE);
    await context.close();
  });

  it('cannot be framed by another website or its own', async () => {
    const { page, context } = await site.open();
    const address = page.url();
    const evil = await site.website(
      html(`<iframe src="${address}"></iframe><iframe sandbox src="${address}"></iframe>`),
    );
    const asked: number[] = [];
    page.on('response', (response) => {
      if (response.url() === address) asked.push(response.status());
    });
    await page.goto(evil.origin);
    await eventually(async () => {
      const places = page
        .frames()
        .slice(1)
        .map((frame) => frame.url());
      expect(places).to.deep.equal(['chrome-error://chromewebdata/', 'chrome-error://chromewebdata/']);
    });
    expect(asked).to.deep.equal([FORM_PAGE, FORM_PAGE]);
    await context.close();
  });

  it('takes no click for a grant that was meant for what the window showed before (AS-106)', async () => {
    const { page, context } = await site.open({ javaScriptEnabled: true });
    const tools = await context.newCDPSession(page);
    await tools.send('Animation.enable');
    const time = (playbackRate: 0 | 1) => tools.send('Animation.setPlaybackRate', { playbackRate });
    const allow = page.getByRole('button', { name: 'Allow' });
    await allow.scrollIntoViewIfNeeded();
    const box = (await allow.boundingBox())!;
    await page.evaluate('addEventListener("submit", () => { globalThis.isSubmitted = true; })');
    // The moment in which the pointer comes, as long as the test likes.
    await time(0);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    expect(await page.evaluate('globalThis.isSubmitted')).to.equal(undefined);
    await time(1);
    await allow.click();
    await page.waitForURL(`${site.callback.origin}/callback?*`);
    await context.close();
  });

  it('takes the first tap on a device with mouse and touch (AS-106)', async () => {
    const { flow } = site.stack;
    // Fine and coarse pointers, of which the primary one is fine and hovers.
    const hybrid = await startBrowser(
      'availablePointerTypes=6,primaryPointerType=4,availableHoverTypes=2,primaryHoverType=2',
    );
    opened.add(hybrid, (browser) => browser.close());
    const page = await hybrid.newPage();
    const { url, verifier } = flow.authorizeRequest(site.client);
    flow.secrets.add(verifier);
    await page.goto(url);
    const can = (feature: string) => page.evaluate(`matchMedia('(${feature})').matches`);
    expect([await can('hover: hover'), await can('any-pointer: coarse')]).to.deep.equal([true, true]);
    const allow = page.getByRole('button', { name: 'Allow' });
    await allow.scrollIntoViewIfNeeded();
    const box = (await allow.boundingBox())!;
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    const tools = await page.context().newCDPSession(page);
    await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForURL(`${site.callback.origin}/callback?*`);
  });

  it('keeps two pages in one browser apart: each answer goes to the client of its page, in any order', async () => {
    const { flow } = site.stack;
    const [callback, elsewhere] = [`${site.callback.origin}/callback`, `${site.callback.origin}/elsewhere`];
    const other = await flow.register({ redirect_uris: [elsewhere], client_name: 'Mail helper' });
    const { page, context, verifier } = await site.open();
    const later = await context.newPage();
    const request = flow.authorizeRequest(other);
    await later.goto(request.url);
    // The page that was opened first is answered last.
    await later.getByRole('button', { name: 'Allow' }).click();
    await later.waitForURL(`${elsewhere}?*`);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback}?*`);
    const codeAt = (at: OpenedConsentPage['page']): string => new URL(at.url()).searchParams.get('code') ?? '';
    const [mine, theirs] = [codeAt(page), codeAt(later)];
    for (const secret of [mine, theirs, request.verifier]) flow.secrets.add(secret);
    const crossed = await flow.exchange(site.client, { code: theirs, verifier: request.verifier });
    expect([crossed.status, crossed.json().error]).to.deep.equal([400, 'invalid_grant']);
    expect((await flow.exchange(site.client, { code: mine, verifier })).status).to.equal(200);
    await context.close();
  });

  it('takes one answer when the user allows in one tab and denies in another at the same time', async () => {
    const opened = await site.open();
    const [url, csrf_token] = [opened.page.url(), await tokenOf(opened)];
    const answers = await Promise.all(
      ['grant', 'deny', 'grant', 'deny'].map((decision) => answer(url, { csrf_token, scope: 'read', decision })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([303, 404, 404, 404]);
    await opened.context.close();
  });

  it('sends headers that forbid framing, scripts, caching and referrers, even on error pages', async () => {
    const { page, context } = await site.open();
    const url = page.url();
    const pages = [
      await send(url, { headers: { cookie: 'session=ada' } }),
      await send(`${site.stack.issuer}/connect?request=nothing`),
      await answer(url, { decision: 'grant' }),
      await answer(url, { decision: 'perhaps' }),
      await answer(url, { decision: 'x'.repeat(5000) }),
    ];
    expect(pages.map(({ status }) => status)).to.deep.equal([200, 404, 403, 400, 413]);
    for (const { status, headers } of pages) {
      expect(headers, String(status)).to.include({
        'content-type': 'text/html; charset=utf-8',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
      const policy = headers['content-security-policy'];
      expect(policy)
        .to.match(/^default-src 'none'; style-src 'sha256-[^']+'; img-src 'none'; base-uri 'none'; form-action /)
        .and.match(/; frame-ancestors 'none'$/);
      expect(policy).not.to.match(/unsafe|\*|script-src/);
      expect(headers).not.to.have.any.keys('access-control-allow-origin', 'set-cookie');
    }
    await context.close();
  });

  it('ends when the request has expired', async () => {
    // Redis simulates the passage of time: on a busy machine, a page may take longer to open than a short life lasts.
    const brief = await startConsentPage({ state: 'redis', oauth: { pendingRequestTtl: '10m' } });
    const opened = await brief.open();
    const [url, form] = [opened.page.url(), { csrf_token: await tokenOf(opened), scope: 'read', decision: 'grant' }];
    expect((await opened.page.reload())?.status()).to.equal(200);
    await brief.stack.redis?.elapse(600_000);
    expect((await opened.page.reload())?.status()).to.equal(404);
    expect((await answer(url, form)).status).to.equal(404);
    await opened.context.close();
    await brief.stop();
  });

  for (const [what, name] of [
    [
      'markup',
      '</bdi></main><script>document.title=1</script><img src=x onerror=alert(1)><style>*{display:none}</style>',
    ],
    ['direction characters', 'Notes\u202E\u2066 elgooG\u200F \u061Cofficial'],
    ['invisible characters', 'G\u200Bo\u200Do\u2060gl\uFEFFe\u00AD\u{E0041}'],
    ['one long word', 'W'.repeat(200)],
    ['stacked combining marks', `Z${'\u0336\u0489\u030B'.repeat(60)}`],
    ['line breaks', 'Notes\u2028\u2028\u2029You may trust this program.'],
  ] as const) {
    it(`keeps a client name of ${what} within its box, without affecting the rest of the page`, async () => {
      const metadata = { redirect_uris: [`${site.callback.origin}/callback`], client_name: name };
      const client = await site.stack.flow.register(metadata);
      const viewport = { width: 320, height: 640 };
      const { page, context, blocked } = await site.open({ viewport, javaScriptEnabled: true }, client);
      const shown = await page.locator('.claim').innerText();
      expect(shown).not.to.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(await page.locator('.host').innerText()).to.equal(new URL(site.callback.origin).host);
      expect(await page.locator('script, img, main style').count()).to.equal(0);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(320);
      const [box, hostBox] = [await page.locator('.claim').boundingBox(), await page.locator('.host').boundingBox()];
      expect(box?.y).to.be.greaterThan((hostBox?.y ?? Infinity) + (hostBox?.height ?? 0));
      expect(blocked).to.deep.equal([]);
      await context.close();
    });
  }

  it('never receives a name of 10 kB: registration rejects it (RFC 7591 §3.2.2)', async () => {
    const refused = await sendJson(site.stack.flow.url('register'), {
      redirect_uris: ['https://client.example/callback'],
      client_name: 'x'.repeat(10_240),
    });
    expect([refused.status, refused.json().error]).to.deep.equal([400, 'invalid_client_metadata']);
  });

  for (const scope of ['read <b>', 'read \u202Eetirw', `read ${'x'.repeat(10_240)}`]) {
    it(`never receives the scope ${JSON.stringify(scope.slice(0, 20))}: the client gets invalid_scope`, async () => {
      const refused = await site.stack.flow.authorize(site.client, { scope });
      const location = new URL(refused.headers.location ?? 'about:blank');
      expect([location.origin, location.searchParams.get('error')]).to.deep.equal([
        site.callback.origin,
        'invalid_scope',
      ]);
    });
  }
});
