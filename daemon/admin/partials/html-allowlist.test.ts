import { expect } from 'chai';
import { sameOriginPath } from './html-allowlist.js';

describe('URLs of a partial: a path with exactly one leading slash (AD-146)', () => {
  const rows: readonly [url: string, read: string | undefined][] = [
    ['/', '/'],
    ['/posts/5?a=b#c', '/posts/5?a=b#c'],
    [' /posts\n', '/posts'],
    ['\u0000\u001f/posts', '/posts'],
    ['/po\tst\r\ns', '/posts'],
    ['//evil.test', undefined],
    ['/\\evil.test', undefined],
    ['\\/evil.test', undefined],
    ['/\t/evil.test', undefined],
    ['/\n\\evil.test', undefined],
    ['\t//evil.test', undefined],
    ['\u00a0/posts', undefined],
    ['posts', undefined],
    ['./posts', undefined],
    ['?a', undefined],
    ['', undefined],
    ['#top', undefined],
    ['https://admin.example.test/', undefined],
    ['javascript:alert(1)', undefined],
    ['mailto:a@example.test', undefined],
  ];
  for (const [url, read] of rows) {
    it(`${JSON.stringify(url)} is ${read ?? 'rejected'}`, () => {
      expect(sameOriginPath(url, { fragment: false })).to.equal(read);
    });
  }

  it('accepts a fragment if fragments are allowed', () => {
    expect(sameOriginPath(' #to\np', { fragment: true })).to.equal('#top');
  });

  it('takes linear time for white space', () => {
    expect(sameOriginPath(`${' '.repeat(60_000)}x`, { fragment: true })).to.equal(undefined);
  });
});
