import { expect } from 'chai';
import { formActionSource, returnPath } from './security-headers.js';

describe('formActionSource: the CSP source that lets browsers follow the redirect after "Allow"', () => {
  const cases: readonly [string, string][] = [
    ['https://claude.ai/api/mcp/auth_callback', 'https://claude.ai'],
    ['http://localhost:33418/callback?a=b', 'http://localhost:33418'],
    ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000'],
    // CSP has no syntax for IPv6 addresses.
    ['http://[::1]:8000/', 'http:'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
    ['com.example.app:/callback', 'com.example.app:'],
    // A URL's host may contain characters that end the directive or begin another policy.
    ['https://evil.test;sandbox/', 'https:'],
    ['https://a,b.test/', 'https:'],
    ['https://*.test/', 'https:'],
  ];
  for (const [uri, source] of cases) it(`${uri} → ${source}`, () => expect(formActionSource(uri)).to.equal(source));
});

describe('returnPath: where to go after signing in', () => {
  for (const path of ['/', '/apps', '/connect?request=a-b_c', '/notes?q=//elsewhere.test']) {
    it(`keeps ${path}`, () => expect(returnPath(path)).to.equal(path));
  }

  const hostile = [
    '',
    'apps',
    'https://evil.test/',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    '/%2e//evil.test',
    'javascript:alert(1)',
    ' //evil.test',
    '//application.invalid@evil.test',
  ];
  for (const value of hostile) {
    it(`never leaves the application: ${JSON.stringify(value)}`, () => expect(returnPath(value)).to.equal('/'));
  }
});
