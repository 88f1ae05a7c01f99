import { expect } from 'chai';
import { returnPath } from './return-path.js';

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
