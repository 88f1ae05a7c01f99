import { expect } from 'chai';
import { isRegisteredRedirect } from './registered-redirect.js';

describe('checks/registered-redirect (spec, Authorize rules 1; RFC 9700 §2.1)', () => {
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
    it(`nothing else is equal: ${JSON.stringify(uri)}`, () => {
      expect(isRegisteredRedirect(uri, registered, false)).to.equal(false);
    });
  }
});

describe('checks/registered-redirect with loopback_port_flexible (decision 1; RFC 8252 §7.3)', () => {
  const registered = [
    'http://localhost/callback',
    'http://127.0.0.1:8080/cb?a=1',
    'http://[::1]:9/',
    'http://127.0.0.1:33418',
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
  ]) {
    it(`the port may differ: ${uri}`, () => expect(isRegisteredRedirect(uri, registered, true)).to.equal(true));
  }

  for (const [why, uri] of [
    ['another literal host', 'http://127.0.0.2:8080/cb?a=1'],
    ['localhost for an address', 'http://localhost:8080/cb?a=1'],
    ['an address for localhost', 'http://127.0.0.1:1/callback'],
    ['upper case', 'http://LOCALHOST:1/callback'],
    ['another path', 'http://localhost:1/callback/'],
    ['another query', 'http://127.0.0.1:1/cb?a=2'],
    ['no query', 'http://127.0.0.1:1/cb'],
    ['a slash more', 'http://127.0.0.1:33418/'],
    ['a port that does not exist', 'http://localhost:65536/callback'],
    ['no digits', 'http://localhost:/callback'],
    ['userinfo', 'http://localhost:1@evil.test/callback'],
    ['a longer host', 'http://localhost.evil.test/callback'],
    ['a backslash', 'http://localhost:1\\@evil.test/callback'],
    ['a fragment', 'http://localhost:1/callback#'],
    ['https, even on loopback', 'https://localhost:3001/callback'],
    ['another host', 'https://client.example:3001/callback'],
    ['a line break', 'http://localhost:1/callback\n'],
  ] as const) {
    it(`nothing else may: ${why}`, () => expect(isRegisteredRedirect(uri, registered, true)).to.equal(false));
  }
});
