import { expect } from 'chai';
import { mountGatehouse } from './mount-gatehouse.js';
import { type MountOptions, ownPaths, proxiesOf, targetOf } from './mount-options.js';

const target = 'http://127.0.0.1:8081';
const METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource'];

describe('mountGatehouse, options', () => {
  const nothing = (): void => undefined;
  for (const [option, wrong] of [
    ['target', ['', 'https://notes.example', 'http://h/path', 'http://h?', 'http://a@h', 'unix:', '127.0.0.1:1', 7]],
    ['timeout', ['0s', 0, 'soon', '30d', 2 ** 31, -1, NaN, null]],
    ['maxConnections', [0, -1, 1.5, 65_536, '10', NaN, null]],
    ['trustedProxies', ['10.0.0.0/8', [7], ['proxy.internal'], null]],
    ['issuerPath', ['/', 'app', '/app/', '/a//b', '/a/../b', '/a/.', '/a?b', '/a#b', '/ä', '/a b', 7, null]],
    ['adminPath', ['', '/', 'admin', '/admin/', '/./admin', '/admin?', 7, null]],
    ['consentPage', ['yes', 1, null]],
    ['logger', ['console', {}, { info: nothing, warn: nothing }, { info: nothing, warn: nothing, error: 1 }, 7]],
  ] as const) {
    for (const value of wrong) {
      it(`rejects ${option} ${JSON.stringify(value)}, by name`, () => {
        const options = { target, [option]: value } as unknown as MountOptions;
        expect(() => mountGatehouse(options)).to.throw(Error, new RegExp(`^${option}\\b.* (must|is neither) `));
      });
    }
  }

  for (const [issuerPath, shown] of [
    ['app', '"app"'],
    [7, '7'],
    [NaN, 'NaN'],
    [['/app'], '/app'],
  ] as const) {
    it(`shows ${shown} as it was written when it rejects it`, () => {
      const options = { target, issuerPath } as unknown as MountOptions;
      expect(() => mountGatehouse(options)).to.throw(`, not ${shown}; `);
    });
  }

  it('says what else it could be when it rejects an option', () => {
    for (const [option, wrong, text] of [
      ['issuerPath', '/', 'omit it if the issuer has no path'],
      ['adminPath', '/', 'omit it if there is no admin backend'],
      ['timeout', '30d', 'timeout must be from 1ms to 24d, not 30d'],
      ['maxConnections', '10', 'maxConnections must be an integer from 1 to 65535, not "10"'],
      ['trustedProxies', [7], 'trustedProxies must be a list such as ["10.0.0.0/8"], not [7]'],
    ] as const) {
      const options = { target, [option]: wrong } as unknown as MountOptions;
      expect(() => mountGatehouse(options)).to.throw(text);
    }
  });

  it('trusts no proxy by default', () => expect(proxiesOf()).to.deep.equal([]));

  it('reads where Gatehouse is', () => {
    for (const [where, options, authority] of [
      ['http://127.0.0.1:8081', { host: '127.0.0.1', port: '8081' }, '127.0.0.1:8081'],
      ['http://gatehouse.internal', { host: 'gatehouse.internal', port: '' }, 'gatehouse.internal'],
      ['http://[::1]:8081', { host: '::1', port: '8081' }, '[::1]:8081'],
      ['unix:/run/gatehouse.sock', { socketPath: '/run/gatehouse.sock' }, 'localhost'],
    ] as const) {
      expect(targetOf(where)).to.deep.equal({ options, authority });
    }
  });

  it('no path is of an admin backend, an issuer or a consent page that there is not', () => {
    const isOurs = ownPaths({});
    for (const path of ['undefined', 'undefined/x', '/connect', '/', '', '/.well-known']) {
      expect(isOurs(path), path).to.equal(false);
    }
  });

  for (const [what, paths, own] of [
    ['an issuer without a path', {}, ['/oauth/mcp', ...METADATA]],
    [
      'an issuer with a path, whose metadata is on both forms (RFC 8414 §3.1)',
      { issuerPath: '/app' },
      ['/app/oauth/mcp', ...METADATA, ...METADATA.map((path) => `/app${path}`)],
    ],
    ['a consent page', { consentPage: true }, ['/oauth/mcp', '/connect', ...METADATA]],
    ['a consent page behind a path', { issuerPath: '/app', consentPage: true }, ['/app/connect']],
    ['an admin backend, which is not behind the path', { issuerPath: '/app', adminPath: '/admin' }, ['/admin']],
  ] as const) {
    it(`the paths of ${what} are Gatehouse's, and those below them`, () => {
      const isOurs = ownPaths(paths);
      for (const path of own) {
        for (const [asked, expected] of [
          [path, true],
          [`${path}/`, true],
          [`${path}/x`, true],
          [`${path}x`, false],
          [`/x${path}`, false],
          [`/x${path}/`, false],
        ] as const) {
          expect(isOurs(asked), asked).to.equal(expected);
        }
      }
    });
  }

  it('no other path is of an issuer with a path', () => {
    const isOurs = ownPaths({ issuerPath: '/app' });
    for (const path of ['/oauth/mcp', '/app', '/app/', '/app/connect', '/connect']) {
      expect(isOurs(path), path).to.equal(false);
    }
  });

  it('rejects an option that there is not, and says which there are', () => {
    const options = { target, trustProxy: true } as MountOptions;
    expect(() => mountGatehouse(options)).to.throw(
      /no option "trustProxy"; available options: target, timeout, .*trustedProxies/,
    );
  });

  for (const options of [
    { target: 'http://[::1]:8081/' },
    { target: 'unix:/run/gatehouse.sock' },
    { target, timeout: 1, maxConnections: 1 },
    { target, timeout: 2 ** 31 - 1, maxConnections: 65_535 },
    { target, issuerPath: '', consentPage: true },
    { target, issuerPath: "/a%20b/c:d@e!$&'()*+,;=~", adminPath: '/app/admin' },
    { target, logger: console, trustedProxies: ['unix:', '::1'] },
  ] satisfies MountOptions[]) {
    it(`takes ${JSON.stringify({ ...options, logger: undefined })}`, () => {
      mountGatehouse(options).close();
    });
  }
});
