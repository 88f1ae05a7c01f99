import { Unavailable } from '@gatehouse/host';
import { expect } from 'chai';
import { html, startConsentPage, type ConsentPageStack } from '../support/consent-page.js';
import type { Tokens } from '../support/oauth-flow.js';

describe('the built-in consent page in a browser without scripts (AS-100)', () => {
  let site: ConsentPageStack;
  let hostIsAway = false;
  const open: ConsentPageStack['open'] = (...given) => site.open(...given);

  before(async () => {
    site = await startConsentPage({
      onStep: (step) => {
        if (hostIsAway && step === 'before commit') throw new Unavailable('the database is away');
      },
    });
  });

  after(() => site.stop());

  it('leads through sign-in and a narrowed grant to a token, without scripts (AS-100)', async () => {
    const { page, context, verifier, blocked } = await open();
    expect(site.application.visits.at(-1)).to.match(/^\/sign-in\?return_to=/);
    expect(await page.getByRole('heading').innerText()).to.include('a program on this computer');
    expect(await page.locator('.host').innerText()).to.equal(new URL(site.callback.origin).host);
    expect(await page.locator('main').innerText()).to.match(/Not verified[\s\S]*Notes helper[\s\S]*Ada Lovelace/);
    await page.getByLabel('Create, change and delete data').uncheck();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(`${site.callback.origin}/callback?**`);
    const answer = new URL(page.url()).searchParams;
    expect([answer.get('state'), answer.get('iss')]).to.deep.equal(['state-1', site.stack.issuer]);
    const tokens = await site.stack.flow.exchange(site.client, { code: answer.get('code') ?? '', verifier });
    expect((tokens.json() as unknown as Tokens).scope).to.equal('read ai offline_access');
    expect(blocked).to.deep.equal([]);
    await context.close();
  });

  it('denies (AS-86)', async () => {
    const { page, context } = await open();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${site.callback.origin}/callback?**`);
    expect(new URL(page.url()).searchParams.get('error')).to.equal('access_denied');
    await context.close();
  });

  it('denies when the user presses Enter', async () => {
    const { page, context } = await open();
    await page.getByLabel('See the data').press('Enter');
    await page.waitForURL(`${site.callback.origin}/callback?**`);
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
    expect(await page.getByRole('alert').innerText()).to.include('still open');
    expect(await page.getByLabel('Use the AI features').isChecked()).to.equal(false);
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(`${site.callback.origin}/callback?code=**`);
    await context.close();
  });

  it('asks again when no permission is selected, and says what to do when the request is over', async () => {
    const { page, context } = await open();
    const address = page.url();
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Allow access' }).click();
    expect(await page.getByRole('alert').innerText()).to.include('Select at least one permission');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${site.callback.origin}/callback?**`);
    const again = await page.goto(address);
    expect(again?.status()).to.equal(404);
    expect(await page.locator('main').innerText()).to.include('want to connect and start again');
    await context.close();
  });

  it('redirects to an IPv6 loopback address, which no CSP source can name', async () => {
    const ipv6 = await site.website(html('back'), '::1');
    const native = await site.stack.flow.register({ redirect_uris: [`${ipv6.origin}/callback`] });
    const { page, context } = await open({}, native);
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(`${ipv6.origin}/callback?code=**`);
    await context.close();
  });

  it('preserves the opener for a client that waits in another window', async () => {
    const web = await site.website((request, response) => {
      const opens = `<button onclick="window.open(location.hash.slice(1))">connect</button>`;
      const waits = `<script>onmessage = () => { document.title = 'connected'; };</script>`;
      const tells = `<script>opener.postMessage('done', location.origin);</script>`;
      html(request.url?.startsWith('/callback') === true ? tells : opens + waits)(request, response);
    });
    const inBrowser = await site.stack.flow.register({ redirect_uris: [`${web.origin}/callback`] });
    const context = await site.browser.newContext({ locale: 'en' });
    const page = await context.newPage();
    await page.goto(`${web.origin}/#${site.stack.flow.authorizeRequest(inBrowser).url}`);
    const [popup] = await Promise.all([context.waitForEvent('page'), page.getByRole('button').click()]);
    await popup.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForFunction("document.title === 'connected'");
    await context.close();
  });

  it('hides a user’s request from the next user who signs in in the same browser', async () => {
    const { page, context } = await open();
    await context.addCookies([{ name: 'session', value: 'eve', url: site.stack.issuer }]);
    await page.getByRole('button', { name: 'Allow access' }).click();
    expect(await page.getByRole('heading').innerText()).to.equal('This request is no longer open');
    await page.goBack();
    await context.addCookies([{ name: 'session', value: 'ada', url: site.stack.issuer }]);
    await page.reload();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(`${site.callback.origin}/callback?code=**`);
    await context.close();
  });

  it('returns to the client with the code after a double click, which would have asked for a second answer (AS-107)', async () => {
    const { page, context } = await open();
    const answers: number[] = [];
    // The answer takes its time, and a second press would cancel it.
    await page.route('**/connect?*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const answer = await route.fetch({ maxRedirects: 0 });
      answers.push(answer.status());
      await page.waitForTimeout(500);
      await route.fulfill({ response: answer }).catch(() => undefined);
    });
    const allow = page.getByRole('button', { name: 'Allow access' });
    // Takes a click once the pointer has been over the page for a second.
    await allow.hover({ force: true });
    await allow.click({ trial: true });
    const box = (await allow.boundingBox())!;
    for (const delay of [0, 120, 250]) {
      await page.waitForTimeout(delay);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    }
    await page.waitForURL(`${site.callback.origin}/callback?code=**`);
    expect(answers).to.deep.equal([303]);
    await context.close();
  });

  for (const [control, answer] of [
    [{ role: 'button', name: 'Allow access' }, 'code'],
    [{ role: 'button', name: 'Deny' }, 'error'],
    [{ role: 'checkbox', name: 'See the data' }, 'error'],
  ] as const) {
    it(`answers once when the user holds Enter down on ${control.name} (AS-108)`, async () => {
      const { page, context } = await open({ javaScriptEnabled: true });
      const answers: string[] = [];
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/connect?*', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        answers.push(route.request().postData() ?? '');
        const answered = await route.fetch({ maxRedirects: 0 });
        await released;
        await route.fulfill({ response: answered }).catch(() => undefined);
      });
      const held = page.getByRole(control.role, { name: control.name });
      await held.focus();
      await page.evaluate('addEventListener("focusout", () => console.log("lost the focus"))');
      const lost = page.waitForEvent('console');
      await page.keyboard.down('Enter');
      await lost;
      // The browser repeats a key whose button is still down, after a quarter of a second at the earliest.
      for (let repetition = 0; repetition < 12; repetition += 1) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      release();
      await page.waitForURL(`${site.callback.origin}/callback?${answer}=**`);
      expect(answers).to.have.length(1);
      await context.close();
    });
  }

  it('issues no second code for a form that is resent with the back button', async () => {
    const { page, context } = await open();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(`${site.callback.origin}/callback?code=**`);
    await page.goBack();
    expect(await page.getByRole('heading').innerText()).to.equal('This request is no longer open');
    await context.close();
  });

  it('works with the keyboard alone, and shows the focus', async () => {
    const { page, context } = await open();
    const reached: string[] = [];
    for (let presses = 0; presses < 7; presses++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      reached.push((await focused.getAttribute('value')) ?? (await focused.innerText()));
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).to.equal('solid');
    }
    expect(reached).to.deep.equal([
      'read',
      'write',
      'ai',
      'offline_access',
      'deny',
      'grant',
      'Details of this request',
    ]);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await page.waitForURL(`${site.callback.origin}/callback?code=**`);
    await context.close();
  });
});
