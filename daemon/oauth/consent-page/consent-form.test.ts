import { expect } from 'chai';
import type { PendingRequestView } from '../model/pending-request.js';
import { CATALOGS } from './messages.js';
import { consentFormPage, type ConsentForm } from './consent-form.js';

const VIEW: PendingRequestView = {
  clientId: 'client-1',
  clientName: 'Claude',
  clientRegisteredAt: Date.UTC(2026, 10, 21),
  clientSelfRegistered: true,
  redirectUri: 'https://client.example/cb',
  redirectHost: 'client.example',
  redirectIsLoopback: false,
  scopes: [
    { scope: 'read', description: 'not shown: the catalog has the meaning' },
    { scope: 'offline_access', description: '' },
  ],
  resource: 'https://notes.example/mcp',
  expiresAt: Date.UTC(2026, 10, 21, 12, 34),
};

function page(view: Partial<PendingRequestView> = {}, form: Partial<ConsentForm> = {}, language: 'en' | 'de' = 'en') {
  const answer = consentFormPage(CATALOGS[language], {
    status: 200,
    view: { ...VIEW, ...view },
    userName: 'Ada',
    application: 'notes.example',
    action: '/connect?request=abc',
    csrfToken: 'token',
    chosenScopes: ['read', 'offline_access'],
    ...form,
  });
  return { ...answer, body: String(answer.body), headers: new Map(answer.headers) };
}

/** The visible text, in reading order. */
function textOf(body: string): string {
  return body
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
}

describe('consent-page: consent form', () => {
  it("shows the redirect host before the client's self-chosen name (AS-101)", () => {
    const text = textOf(page().body);
    expect(text.indexOf('client.example')).to.be.greaterThan(-1).and.lessThan(text.indexOf('Claude'));
  });

  it('marks a self-registered client as unverified, and its name as its own claim', () => {
    expect(textOf(page().body)).to.match(/Not verified It calls itself Claude \./);
    const setUp = textOf(page({ clientSelfRegistered: false }).body);
    expect(setUp).to.include('set up by the people who run notes.example').and.not.include('Not verified');
  });

  it("shows the application's initial as a capital letter", () => {
    expect(page().body).to.include('<span class="tile">N</span>');
  });

  it("names the website behind a client's metadata document (draft §8.5)", () => {
    const text = textOf(page({ clientId: 'https://vendor.example/client.json' }).body);
    expect(text).to.include('Not verified').and.include('The website vendor.example vouches for it');
  });

  it('says that the client gave no name', () => {
    expect(textOf(page({ clientName: '' }).body)).to.include('It did not provide a name.');
  });

  it('names the signed-in user, and omits the line if the application gives no name', () => {
    expect(textOf(page().body)).to.include('Ada');
    const { body } = page({}, { userName: '' });
    expect(body).to.include('</form>\n\n<details>').and.not.include('signed-in"');
  });

  it('explains a loopback redirect as a program on this computer', () => {
    const text = textOf(page({ redirectHost: '127.0.0.1:1', redirectIsLoopback: true }).body);
    expect(text).to.include('Allow a program on this computer').and.include('127.0.0.1:1');
  });

  it('explains a private-use scheme as an app on this device', () => {
    const text = textOf(page({ redirectUri: 'cursor://cb', redirectHost: 'cursor:' }).body);
    expect(text).to.include('Allow an app on this device').and.include('Links that start with cursor: open an app');
  });

  it('has an alert only if there is something to say', () => {
    expect(page().body).to.not.include('role="alert"');
    expect(textOf(page({}, { alert: 'noScopeChosen' }).body)).to.include(CATALOGS.en.alerts.noScopeChosen);
  });

  it('lists the redirect URI, the resource, the client id and both times as details', () => {
    const [list = ''] = page().body.match(/<dl>.*<\/dl>/s) ?? [];
    expect(textOf(list).trim()).to.equal(
      [
        `${CATALOGS.en.detailRedirect} https://client.example/cb`,
        `${CATALOGS.en.detailResource} https://notes.example/mcp`,
        `${CATALOGS.en.detailClientId} client-1`,
        `${CATALOGS.en.detailRegistered} November 21, 2026`,
        `${CATALOGS.en.detailExpires} 12:34:00 PM UTC`,
      ].join(' '),
    );
  });

  it('has one form, which posts to the page itself with the CSRF token and works without scripts', () => {
    const { body } = page();
    expect(body.match(/<form/g)).to.have.length(1);
    expect(body).to.include('<form method="post" action="/connect?request=abc"');
    expect(body).to.include('<input type="hidden" name="csrf_token" value="token">');
    expect(body).not.to.match(/<script|\son\w+=|\sstyle=/i);
  });

  it('denies on Enter: deny is the first submit button', () => {
    const { body } = page();
    expect(body.indexOf('value="deny"')).to.be.lessThan(body.indexOf('value="grant"'));
  });

  it('offers every requested scope with its meaning, and keeps an earlier choice', () => {
    const { body } = page({}, { chosenScopes: ['read'] });
    expect(body).to.include('name="scope" value="read" checked>').and.include('name="scope" value="offline_access">');
    expect(textOf(body)).to.include('See the data that you can see in this application.');
  });

  it('is entirely in German on request', () => {
    const { body, headers } = page({}, {}, 'de');
    expect(body).to.include('<html lang="de">');
    expect(headers.get('content-language')).to.equal('de');
    expect(textOf(body)).to.include('Darf client.example Ihr Konto bei notes.example benutzen?');
    expect(textOf(body)).to.include('Die Daten sehen, die Sie').and.include('21. November 2026');
  });

  it('keeps every value in its place, including markup', () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;{application}\``;
    const { body } = page(
      {
        clientName: hostile,
        clientId: hostile,
        resource: hostile,
        redirectHost: hostile,
        // As a URL parser returns it: quotes remain in a path of a private-use scheme.
        redirectUri: `app:/"><script>`,
      },
      { userName: hostile, application: hostile, action: `/x?"><script>`, csrfToken: hostile },
    );
    const allowed =
      /^<(!doctype html|\/?(html|head|body|main|title|style|h1|p|form|fieldset|legend|ul|li|label|span|code|div|button|details|summary|dl|dt|dd|strong|bdi|section|meta|input|svg|circle|rect|path)\b)/;
    for (const tag of body.match(/<[^>]*>/g) ?? []) expect(tag).to.match(allowed);
    expect(body).not.to.match(/<(script|img)|"><script/);
    expect(body).to.include('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).to.include('&amp;lt;{application}`');
  });
});
