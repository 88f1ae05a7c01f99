import { expect } from 'chai';
import { addressAsRead, safeLink, safePicture } from './addresses.js';

describe('addresses in texts that users write (AD-219)', () => {
  for (const url of [
    'https://example.com/a?b#c',
    'HTTPS://example.com',
    '/a/b',
    '/',
    '#part',
    'mailto:a@example.com',
  ]) {
    it(`accepts a link to ${url}`, () => expect(safeLink(url)).to.equal(url));
  }

  it('parses an address as a browser does', () => {
    expect(safeLink(' \u0001/a\n/b ')).to.equal('/a/b');
    for (const [url, read] of [
      ['', ''],
      [' ', ''],
      ['\0 \u001f', ''],
      ['\u001f/a\u001f', '/a'],
      ['!a b\u007f', '!a b\u007f'],
      ['\t/\r\n/a\t', '//a'],
      ['  a', 'a'],
      ['a  ', 'a'],
    ] as const) {
      expect(addressAsRead(url), JSON.stringify(url)).to.equal(read);
    }
  });

  for (const url of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://example.com',
    '//example.com',
    '/\\example.com',
    '/\t/example.com',
    '\\\\example.com',
    'https:',
    'https:///',
    'https://\\example.com',
    'relative',
    'relative/path',
    'xhttps://example.com',
    'xmailto:a@example.com',
    'mailto:',
    'mailto:?to=a@example.com',
    'a#part',
    '',
  ]) {
    it(`rejects a link to ${JSON.stringify(url)}`, () => expect(safeLink(url)).to.equal(undefined));
  }

  it('shows only pictures from this server', () => {
    expect(safePicture('/media/a.png')).to.equal('/media/a.png');
    expect([
      safePicture('https://example.com/a.png'),
      safePicture('data:image/png,x'),
      safePicture('//x/a.png'),
    ]).to.deep.equal([undefined, undefined, undefined]);
  });
});
