import { expect } from 'chai';
import { mountGatehouse } from './mount-gatehouse.js';
import type { MountOptions } from './mount-options.js';

const target = 'http://127.0.0.1:8081';

describe('mountGatehouse, options', () => {
  const nothing = (): void => undefined;
  for (const [option, wrong] of [
    ['target', ['', 'https://notes.example', 'http://h/path', 'http://h?', 'http://a@h', 'unix:', '127.0.0.1:1', 7]],
    ['timeout', ['0s', 0, 'soon', '30d', -1, NaN, null]],
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

  it('rejects an option that there is not, and says which there are', () => {
    const options = { target, trustProxy: true } as MountOptions;
    expect(() => mountGatehouse(options)).to.throw(/no option "trustProxy"; it has target, timeout, .*trustedProxies/);
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
