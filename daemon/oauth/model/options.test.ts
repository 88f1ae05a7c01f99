import { expect } from 'chai';
import type { RawOAuthOptions } from './options.js';
import { checkOptions } from './options.js';

const HOST = { offersSignIn: false };
const ISSUER = 'https://notes.example';

function problems(raw: Partial<RawOAuthOptions>, host = HOST): readonly string[] {
  const checked = checkOptions({ issuer: ISSUER, ...raw }, host);
  return 'problems' in checked ? checked.problems : [];
}

describe('oauth: options check', () => {
  it('fills in every default (AS-191)', () => {
    expect(checkOptions({ issuer: ISSUER }, HOST)).to.deep.equal({
      options: {
        issuer: ISSUER,
        resource: ISSUER,
        serviceDocumentationPath: '/help',
        scopesSupported: ['read', 'write', 'ai', 'offline_access'],
        tokenEndpointAuthMethodsSupported: ['none', 'client_secret_post', 'client_secret_basic'],
        authorizationResponseIssParameterSupported: true,
        dcrClientCap: 200,
        dcrUnconsentedSweepAge: 86_400_000,
        registerMaxBodyBytes: 65_536,
        pendingRequestTtl: 600_000,
        codeTtl: 600_000,
        accessTokenTtl: 3_600_000,
        refreshTokenTtl: 2_592_000_000,
        refreshRetryWindow: 0,
        loopbackPortFlexible: false,
        privateUseRedirectSchemes: [],
        evictOldestUnconsentedAtCap: false,
        clientIdMetadataDocuments: false,
        builtinConsentPage: false,
        refreshLineageMaxAge: 0,
      },
    });
  });

  it('reports all problems together, each with the name of its option (AS-192)', () => {
    const found = problems({
      issuer: 'ftp://x',
      scopesSupported: ['admin'],
      codeTtl: -1,
      dcrClientCap: 0,
      builtinConsentPage: true,
    });
    expect(found.map((problem) => problem.split(':')[0])).to.deep.equal([
      'issuer',
      'scopes_supported',
      'dcr_client_cap',
      'code_ttl',
      'builtin_consent_page',
    ]);
  });

  for (const issuer of [
    'https://notes.example',
    'https://notes.example:8443',
    'https://notes.example/team/a',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ]) {
    it(`accepts the issuer ${issuer}`, () => expect(problems({ issuer })).to.deep.equal([]));
  }

  for (const issuer of [
    '',
    'notes.example',
    'ftp://notes.example',
    'http://notes.example',
    'http://127.0.0.1.evil.test',
    'https://notes.example/',
    'https://notes.example/a/',
    'https://notes.example?a=b',
    'https://notes.example?',
    'https://notes.example#',
    'https://ada@notes.example',
    'https://Notes.example',
    'https://notes.example:443',
    'https://notes.example/a/../b',
    'https://notes.example /',
    'https://notes.example\r\nX: y',
  ]) {
    it(`rejects the issuer ${JSON.stringify(issuer)} (AS-193; RFC 8414 §2)`, () => {
      expect(problems({ issuer })).to.have.length(1);
      expect(problems({ issuer })[0]).to.match(/^issuer: /);
    });
  }

  it('rejects a resource that is relative, has a fragment or a user name (AS-194; RFC 8707 §2)', () => {
    for (const resource of [
      '/mcp',
      'https://notes.example/mcp#a',
      'https://a:b@notes.example/',
      'https://a@notes.example/',
      'https://:b@notes.example/',
      'urn:mcp',
      'urn:https://notes.example/mcp',
    ]) {
      expect(problems({ resource }), resource).to.have.length(1);
    }
    const given = checkOptions({ issuer: ISSUER, resource: 'https://notes.example/mcp' }, HOST);
    expect(given).to.have.nested.property('options.resource', 'https://notes.example/mcp');
  });

  it('explains the problem with an issuer', () => {
    for (const [issuer, said] of [
      ['', 'issuer: is required: the base URL of the application, for example "https://notes.example"'],
      ['https://notes.example/?a', 'issuer: "https://notes.example/?a" must have no query and no fragment'],
      ['https://notes.example#a', 'issuer: "https://notes.example#a" must have no query and no fragment'],
      ['https://a@notes.example', 'issuer: must have no user name or password'],
      ['https://:b@notes.example', 'issuer: must have no user name or password'],
    ] as const)
      expect(problems({ issuer })).to.deep.equal([said]);
  });

  it('treats an empty list or resource as absent', () => {
    const given = { issuer: ISSUER, resource: '', scopesSupported: [], tokenEndpointAuthMethodsSupported: [] };
    const checked = checkOptions(
      { privateUseRedirectSchemes: [], ...given },
      {
        offersSignIn: true,
      },
    );
    expect(checked).to.have.nested.property('options.resource', ISSUER);
    expect(checked).to.have.nested.property('options.scopesSupported').that.has.length(4);
    expect(checked).to.have.nested.property('options.tokenEndpointAuthMethodsSupported').that.has.length(3);
  });

  it('reads lists as sets, in their canonical order', () => {
    const checked = checkOptions(
      {
        issuer: ISSUER,
        scopesSupported: ['write', 'read', 'write'],
        tokenEndpointAuthMethodsSupported: ['client_secret_basic', 'none'],
        privateUseRedirectSchemes: ['cursor', 'cursor'],
      },
      HOST,
    );
    expect(checked).to.have.nested.property('options.scopesSupported').that.deep.equals(['read', 'write']);
    expect(checked)
      .to.have.nested.property('options.tokenEndpointAuthMethodsSupported')
      .that.deep.equals(['none', 'client_secret_basic']);
    expect(checked).to.have.nested.property('options.privateUseRedirectSchemes').that.deep.equals(['cursor']);
  });

  for (const scheme of ['javascript', 'data', 'file', 'blob', 'vbscript', 'about', 'ws', 'wss', 'http', 'https']) {
    it(`never allows the redirect scheme ${scheme}`, () => {
      expect(problems({ privateUseRedirectSchemes: [scheme] })).to.have.length(1);
    });
  }

  it('rejects anything but a scheme in lower case (RFC 3986 §3.1)', () => {
    for (const scheme of ['Cursor', 'cursor:', '1a', '', 'a b', 'a/b']) {
      expect(problems({ privateUseRedirectSchemes: [scheme] }), scheme).to.have.length(1);
    }
    expect(problems({ privateUseRedirectSchemes: ['cursor', 'com.example.app', 'a+b-c.d'] })).to.deep.equal([]);
  });

  it('limits the durations: lifetimes of at least a second, a retry window of at most five minutes', () => {
    expect(problems({ refreshRetryWindow: 0, refreshLineageMaxAge: 0 })).to.deep.equal([]);
    expect(problems({ refreshRetryWindow: 300_000 })).to.deep.equal([]);
    expect(problems({ refreshRetryWindow: 300_001 })).to.deep.equal([
      'refresh_retry_window: 300.001 s is not between 1 s and 300 s',
    ]);
    expect(problems({ refreshRetryWindow: -1 })).to.have.length(1);
    expect(problems({ accessTokenTtl: 0 })).to.have.length(1);
    expect(problems({ accessTokenTtl: 999 })).to.have.length(1);
    expect(problems({ refreshTokenTtl: Number.MAX_SAFE_INTEGER })).to.have.length(1);
    expect(problems({ codeTtl: NaN })).to.have.length(1);
    expect(problems({ refreshLineageMaxAge: 1000 })).to.deep.equal([]);
  });

  it('accepts each number and lifetime at its limits, and rejects the next one', () => {
    for (const [name, min, max] of [
      ['dcrClientCap', 1, 1_000_000],
      ['registerMaxBodyBytes', 1, 16_777_216],
      ['codeTtl', 1000, 315_360_000_000],
    ] as const) {
      for (const value of [min, max]) expect(problems({ [name]: value }), `${name} ${value}`).to.deep.equal([]);
      for (const value of [min - 1, max + 1]) expect(problems({ [name]: value }), `${name} ${value}`).to.have.length(1);
    }
  });

  it('rejects a resource that only begins like an http URL', () => {
    expect(problems({ resource: 'https://notes.example/mcp tools' })).to.have.length(1);
    expect(problems({ resource: 'see https://notes.example/mcp' })).to.have.length(1);
  });

  it('allows the built-in consent page only if the host can identify the signed-in user', () => {
    expect(problems({ builtinConsentPage: true })).to.have.length(1);
    expect(problems({ builtinConsentPage: true }, { offersSignIn: true })).to.deep.equal([]);
  });

  it('requires a documentation path that remains a path', () => {
    const forbidden = [...'"<>\\^`{|}'].map((character) => `/a${character}`);
    for (const path of ['help', 'https://x/', '/a b', '/"', '', '/ä', 'x/help', '/a\nb', ...forbidden]) {
      expect(problems({ serviceDocumentationPath: path }), path).to.have.length(1);
    }
    for (const path of ['/', '/help', '/a/b?c=d&e#f', "/~!$&'()*+,;=:@%20"])
      expect(problems({ serviceDocumentationPath: path }), path).to.deep.equal([]);
  });
});
