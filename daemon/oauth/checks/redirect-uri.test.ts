import { expect } from 'chai';
import { isLoopbackRedirect, isRegisteredRedirect, redirectUriProblem } from './redirect-uri.js';

const SCHEMES = ['cursor', 'com.example.app'];

const ACCEPTED: readonly (readonly [why: string, uri: string])[] = [
  ['https anywhere', 'https://client.example/callback'],
  ['https without a path', 'https://client.example'],
  ['https with a port', 'https://client.example:8443/callback'],
  ['https with a query', 'https://client.example/callback?tenant=7&x='],
  ['https with an empty query', 'https://client.example/callback?'],
  ['https on an address', 'https://192.0.2.7/callback'],
  ['https on a loopback address', 'https://localhost:3000/callback'],
  ['https on an IPv6 address', 'https://[2001:db8::1]/callback'],
  ['an internationalised host in xn-- form', 'https://xn--mller-kva.example/callback'],
  ['a host with an underscore', 'https://my_client.example/callback'],
  ['an upper-case https host', 'https://Client.Example/callback'],
  ['percent-encoding outside the host', 'https://client.example/%2e%2e/a%20b'],
  ['a name that only resembles a response parameter', 'https://client.example/cb?codec=1&states=2&CODES=3'],
  ['http on localhost', 'http://localhost/callback'],
  ['http on localhost with a port', 'http://localhost:33418/callback'],
  ['http on 127.0.0.1', 'http://127.0.0.1:8080/'],
  ['http anywhere in 127.0.0.0/8', 'http://127.255.0.3:1/callback'],
  ['http on [::1]', 'http://[::1]:3000/callback'],
  ['http without a path', 'http://127.0.0.1:33418'],
  ['an allowed private-use scheme', 'cursor://anysphere.cursor-retrieval/oauth/user-app/callback'],
  ['an allowed private-use scheme without authority (RFC 8252 §7.1)', 'com.example.app:/oauth2redirect'],
  ['an at sign after two slashes in the query', 'com.example.app:/cb?next=x://a@b'],
  ['2048 characters', `https://client.example/${'a'.repeat(2048 - 'https://client.example/'.length)}`],
];

const REFUSED: readonly (readonly [why: string, uri: string, problem: RegExp])[] = [
  ['empty', '', /empty/],
  ['2049 characters', `https://client.example/${'a'.repeat(2049 - 'https://client.example/'.length)}`, /longer/],
  ['relative', '/callback', /not an absolute/],
  ['scheme-relative', '//client.example/callback', /not an absolute/],
  ['only a host', 'client.example', /not an absolute/],
  ['only a scheme', 'https:', /not an absolute/],
  ['https without host', 'https:///callback', /host/],
  ['https without slashes, which a browser repairs', 'https:client.example/cb', /host/],
  ['https with one slash, which a browser repairs', 'https:/client.example/cb', /host/],
  ['https with only a port', 'https://:443/cb', /absolute|host/],
  ['a port that does not exist', 'https://client.example:65536/cb', /not an absolute/],
  ['http on a public host', 'http://client.example/callback', /loopback/],
  ['http on a private network', 'http://192.168.0.1/callback', /loopback/],
  ['http on a subdomain of localhost', 'http://app.localhost/callback', /loopback/],
  ['a host that begins like a loopback address', 'http://127.0.0.1.evil.test/callback', /loopback/],
  ['a host that begins like localhost', 'http://localhost.evil.test/callback', /loopback/],
  ['localhost with a trailing dot', 'http://localhost./callback', /dot|loopback/],
  ['127.0.0.1 with a trailing dot', 'http://127.0.0.1./callback', /normal form|loopback/],
  ['a hexadecimal address', 'http://0x7f.1/callback', /normal form/],
  ['a hexadecimal address as one number', 'http://0x7f000001/callback', /normal form/],
  ['a decimal address', 'http://2130706433/callback', /normal form/],
  ['an octal address', 'http://0177.0.0.1/callback', /normal form/],
  ['a short address', 'http://127.1/callback', /normal form/],
  ['an address with leading zeros', 'http://127.000.000.001/callback', /normal form/],
  ['the unspecified address', 'http://0.0.0.0/callback', /loopback/],
  ['zero', 'http://0/callback', /normal form/],
  ['an IPv4-mapped IPv6 address', 'http://[::ffff:127.0.0.1]/callback', /normal form|loopback/],
  ['the unspecified address in normal form', 'http://[::ffff:7f00:1]/callback', /loopback/],
  ['a long form of ::1', 'http://[0:0:0:0:0:0:0:1]/callback', /normal form/],
  ['the unspecified IPv6 address', 'http://[::]/callback', /loopback/],
  ['upper-case LOCALHOST', 'http://LOCALHOST/callback', /normal form/],
  ['a percent-encoded host', 'http://%6cocalhost/callback', /normal form/],
  ['a percent-encoded dot in the host', 'https://client%2Eexample/callback', /normal form/],
  ['a full-width host', 'http://\uff4cocalhost/callback', /ASCII/],
  ['an internationalised host in Unicode', 'https://müller.example/callback', /ASCII/],
  ['a host with an ideographic full stop', 'http://127.0.0。1/callback', /ASCII/],
  ['a host that ends in a dot', 'https://client.example./callback', /dot/],
  ['a short https address', 'https://1.2.3/callback', /normal form/],
  ['a semicolon in the host', 'https://client;sandbox;.example/callback', /neither a DNS name/],
  ['a comma in the host', 'https://client.example,evil.test/callback', /neither a DNS name/],
  ['a quotation mark in the host, which no description may repeat', 'https://A"b.example/', /neither a DNS name/],
  ['an apostrophe in the host', "https://client.example'/callback", /neither a DNS name/],
  ['an ampersand in the host of a loopback address', 'http://127.0.0.1&evil.test/callback', /neither a DNS name/],
  ['an empty label in the host', 'https://client..example/callback', /neither a DNS name/],
  ['a fragment', 'https://client.example/callback#top', /fragment/],
  ['an empty fragment', 'https://client.example/callback#', /fragment/],
  ['a user name', 'https://user@client.example/callback', /user name/],
  ['a user name and password', 'https://user:secret@client.example/callback', /user name/],
  ['an empty user name', 'https://@client.example/callback', /user name/],
  ['an empty user name and password', 'http://:@localhost/callback', /user name/],
  ['a loopback host that is userinfo', 'http://localhost:80@evil.test/callback', /user name/],
  ['a user name in a private-use scheme', 'cursor://user@host/callback', /user name/],
  ['a space', 'https://client.example/call back', /white space/],
  ['a leading space, which a browser drops', ' https://client.example/callback', /white space/],
  ['a tab in the scheme, which a browser drops', 'ht\ttps://client.example/callback', /white space/],
  ['a line break, which a browser drops', 'https://client.example/call\nback', /white space/],
  ['CR LF and a header', 'https://client.example/\r\nset-cookie: a=b', /white space/],
  ['NUL', 'https://client.example/\0', /control/],
  ['DEL', 'https://client.example/\x7f', /control/],
  ['a no-break space', 'https://client.example/\u00a0', /white space/],
  ['a right-to-left override', 'https://client.example/\u202egpj', /ASCII/],
  ['a backslash after the host', 'http://localhost\\@evil.test/', /backslash/],
  ['backslashes instead of slashes', 'https:\\\\client.example\\callback', /backslash/],
  ['a wildcard host', 'https://*.client.example/callback', /wildcard/],
  ['a wildcard path', 'https://client.example/*', /wildcard/],
  ['a wildcard port', 'http://localhost:*/callback', /wildcard/],
  ['its own code', 'https://client.example/callback?code=forged', /parameter code/],
  ['its own state', 'https://client.example/callback?a=b&state=', /parameter state/],
  ['its own iss', 'https://client.example/callback?iss', /parameter iss/],
  ['its own error', 'https://client.example/callback?error=access_denied', /parameter error/],
  ['its own code, percent-encoded', 'https://client.example/callback?c%6fde=forged', /parameter code/],
  ['its own code after a second question mark', 'https://client.example/cb??code=1', /parameter code/],
  ['its own state in a private-use scheme', 'cursor://host/callback?state=1', /parameter state/],
  ['a private-use scheme that is not allowed', 'vscode://vendor.extension/callback', /scheme/],
  ['a scheme that begins like an allowed one', 'cursors://host/callback', /scheme/],
  ['ftp', 'ftp://client.example/callback', /scheme/],
  ['a response parameter, code', 'https://client.example/cb?code=1', /parameter code, /],
  [
    'a response parameter, error_description',
    'https://client.example/cb?error_description=Call+us',
    /parameter error_description, /,
  ],
  ['a response parameter, error_uri', 'https://client.example/cb?a=1&error_uri=x', /parameter error_uri, /],
  ['a response parameter, access_token', 'https://client.example/cb?access_token=x', /parameter access_token, /],
  ['a response parameter, token_type', 'https://client.example/cb?token_type=x', /parameter token_type, /],
  ['a response parameter, id_token', 'https://client.example/cb?id_token=x', /parameter id_token, /],
  ['a response parameter, without a value', 'https://client.example/cb?code', /parameter code, /],
  ['a response parameter, escaped', 'https://client.example/cb?c%6Fde=1', /parameter code, /],
  ['a response parameter, as an array', 'https://client.example/cb?code[]=1', /parameter code, /],
  ['a response parameter, after a space', 'https://client.example/cb?%20code=1', /parameter code, /],
  ['a response parameter, after a semicolon', 'https://client.example/cb?a=1;code=2', /parameter code, /],
  ['a response parameter, after a second question mark', 'https://client.example/cb?a=1&?code=2', /parameter code, /],
  ['a response parameter, before NUL', 'https://client.example/cb?code%00x=1', /parameter code, /],
  ['a response parameter, before spaces', 'https://client.example/cb?code%20%09=1', /parameter code, /],
  [
    'a response parameter, after a thousand others',
    `https://client.example/cb?${'a&'.repeat(999)}code`,
    /parameter code, /,
  ],
  [
    'a response parameter, written with a dot',
    'https://client.example/cb?error.description=x',
    /parameter error_description, /,
  ],
  [
    'a response parameter, in capitals, which ASP.NET reads as the same',
    'https://client.example/cb?Code=1',
    /parameter code, /,
  ],
  [
    'a response parameter, in brackets, as Express and Rack read it',
    'https://client.example/cb?[code]=1',
    /parameter code, /,
  ],
  ['a response parameter, behind brackets', 'https://client.example/cb?]%5Bstate=1', /parameter state, /],
  ['a response parameter, before a bracket', 'https://client.example/cb?iss]=1', /parameter iss, /],
  [
    'a response parameter, in mixed case',
    'https://client.example/cb?ERROR_Description=x',
    /parameter error_description, /,
  ],
  ['urn (out-of-band)', 'urn:ietf:wg:oauth:2.0:oob', /scheme/],
];

const NEVER = [
  'javascript:alert(1)',
  'javascript://client.example/%0aalert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://client.example/0',
  'vbscript:x',
  'about:blank',
  'ws://localhost/callback',
  'wss://client.example/callback',
];

describe('checks: redirect uri, queries without response parameters', () => {
  for (const query of [
    'codec=1',
    'x=code',
    'mystate=1',
    'x=a%26code%3D1',
    'return_code=1',
    'xcode[]=1',
    'a?code=1',
    'code%20x=1',
    'code.=1',
  ]) {
    it(`accepts ?${query}`, () =>
      expect(redirectUriProblem(`https://client.example/cb?${query}`, [])).to.equal(undefined));
  }
});

describe('checks: redirect uri (AS-40 to AS-42; RFC 6749 §3.1.2; RFC 8252 §7, §8)', () => {
  for (const [why, uri] of ACCEPTED) {
    it(`accepts ${why}: ${uri.slice(0, 60)}`, () => expect(redirectUriProblem(uri, SCHEMES)).to.equal(undefined));
  }

  for (const [why, uri, problem] of REFUSED) {
    it(`rejects ${why}: ${JSON.stringify(uri.slice(0, 60))} (AS-40, AS-42)`, () =>
      expect(redirectUriProblem(uri, SCHEMES)).to.match(problem));
  }

  for (const uri of NEVER) {
    it(`never allows ${uri}, even if the allow-list contains it (AS-41; RFC 9700 §2.1)`, () => {
      const allowed = ['javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'ws', 'wss'];
      expect(redirectUriProblem(uri, allowed)).to.contain('never allowed');
    });
  }

  it('treats http on a public host the same when the allow-list contains "http"', () =>
    expect(redirectUriProblem('http://client.example/', ['http'])).to.match(/loopback/));

  it('allows no private-use scheme by default (AS-41)', () =>
    expect(redirectUriProblem('cursor://host/callback', [])).to.match(/scheme/));

  it('gives the reason in the characters of an error_description (RFC 6749 §5.2)', () => {
    for (const [, uri] of REFUSED) expect(redirectUriProblem(uri, SCHEMES)).to.match(/^[ !#-[\]-~]+$/);
  });

  it('distinguishes loopback redirects from all others (pending-request view)', () => {
    expect(isLoopbackRedirect('http://[::1]:1/cb')).to.equal(true);
    expect(isLoopbackRedirect('http://127.9.9.9/cb')).to.equal(true);
    expect(isLoopbackRedirect('https://client.example/cb')).to.equal(false);
    expect(isLoopbackRedirect('cursor://localhost/cb')).to.equal(false);
  });
});

describe('checks: registered redirect (AS-43; RFC 9700 §2.1)', () => {
  const registered = ['https://client.example/callback', 'http://localhost:3000/callback?a=1'];

  it('equals one of the registered URIs exactly', () => {
    for (const uri of registered) expect(isRegisteredRedirect(uri, registered, false)).to.equal(true);
  });

  for (const uri of [
    'https://client.example/callback/',
    'https://client.example/Callback',
    'https://CLIENT.example/callback',
    'HTTPS://client.example/callback',
    'https://client.example:443/callback',
    'https://client.example/callback?',
    'https://client.example/callback#',
    'https://client.example/x/../callback',
    'https://client.example/%63allback',
    'https://client.example/callback ',
    'https://client.example/callbac',
    'http://localhost:3001/callback?a=1',
    'http://localhost/callback?a=1',
    '',
  ]) {
    it(`does not match ${JSON.stringify(uri)}`, () => {
      expect(isRegisteredRedirect(uri, registered, false)).to.equal(false);
    });
  }
});

describe('checks: registered redirect with loopback_port_flexible (AS-43; RFC 8252 §7.3)', () => {
  const registered = [
    'http://localhost/callback',
    'http://127.0.0.1:8080/cb?a=1',
    'http://[::1]:9/',
    'http://127.0.0.1:33418',
    'http://127.100.200.250:1/cb',
    'https://localhost:3000/callback',
    'https://client.example:3000/callback',
  ];

  for (const uri of [
    'http://localhost:54321/callback',
    'http://localhost/callback',
    'http://127.0.0.1/cb?a=1',
    'http://127.0.0.1:1/cb?a=1',
    'http://[::1]:65535/',
    'http://127.0.0.1:5',
    'http://127.100.200.250:2/cb',
  ]) {
    it(`matches with another port: ${uri}`, () => expect(isRegisteredRedirect(uri, registered, true)).to.equal(true));
  }

  for (const [why, uri] of [
    ['another literal host', 'http://127.0.0.2:8080/cb?a=1'],
    ['localhost instead of an address', 'http://localhost:8080/cb?a=1'],
    ['an address instead of localhost', 'http://127.0.0.1:1/callback'],
    ['upper case', 'http://LOCALHOST:1/callback'],
    ['another path', 'http://localhost:1/callback/'],
    ['another query', 'http://127.0.0.1:1/cb?a=2'],
    ['no query', 'http://127.0.0.1:1/cb'],
    ['an additional slash', 'http://127.0.0.1:33418/'],
    ['a port that does not exist', 'http://localhost:65536/callback'],
    ['no digits', 'http://localhost:/callback'],
    ['userinfo', 'http://localhost:1@evil.test/callback'],
    ['a longer host', 'http://localhost.evil.test/callback'],
    ['a backslash', 'http://localhost:1\\@evil.test/callback'],
    ['a fragment', 'http://localhost:1/callback#'],
    ['https, even on loopback', 'https://localhost:3001/callback'],
    ['another host', 'https://client.example:3001/callback'],
    ['a line break', 'http://localhost:1/callback\n'],
    ['a registered URI in the path of another host', 'http://127.1/http://localhost:1/callback'],
  ] as const) {
    it(`does not match: ${why}`, () => expect(isRegisteredRedirect(uri, registered, true)).to.equal(false));
  }
});

describe('checks: a redirect URI that the tooling of the application registered without a check (AS-43)', () => {
  for (const [why, uri] of [
    ['a scheme that runs a script', 'javascript:alert(1)//'],
    ['the same in upper case', 'JavaScript://%0aalert(1)'],
    ['a scheme that is a document', 'data:text/html,x'],
    ['a path', '/callback'],
    ['no scheme', 'client.example/callback'],
    ['another host without a scheme', '//client.example/callback'],
    ['a fragment', 'https://client.example/callback#a'],
    ['a letter outside ASCII', 'https://bücher.example/callback'],
    ['a line break', 'https://client.example/callback\r\nx:y'],
    ['a blank', 'https://client.example/call back'],
    ['more than 2048 characters', `https://client.example/${'a'.repeat(2048)}`],
  ] as const) {
    it(`counts as unregistered: ${why}`, () => {
      expect(isRegisteredRedirect(uri, [uri], false)).to.equal(false);
      expect(isRegisteredRedirect(uri, [uri], true)).to.equal(false);
    });
  }

  it('counts as unregistered with another path behind another port, also after a backslash', () => {
    for (const uri of ['http://localhost:2\\other', 'http://localhost:2/other', 'http://localhost:2?other'])
      expect(isRegisteredRedirect(uri, ['http://localhost:1'], true), uri).to.equal(false);
    expect(isRegisteredRedirect('http://localhost:2', ['http://localhost:1'], true)).to.equal(true);
  });

  it('counts as unregistered with another port too', () =>
    expect(isRegisteredRedirect('http://localhost:2/#a', ['http://localhost:1/#a'], true)).to.equal(false));

  for (const uri of [
    'http://10.0.0.5/callback',
    'com.example.app:/callback',
    'myapp://callback',
    'urn:ietf:wg:oauth:2.0:oob',
  ]) {
    it(`is used as it was registered, although registration refuses it: ${uri}`, () =>
      expect(isRegisteredRedirect(uri, [uri], false)).to.equal(true));
  }
});
