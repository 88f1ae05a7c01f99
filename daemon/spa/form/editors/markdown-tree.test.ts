import { expect } from 'chai';
import { headingLevels, parseMarkdown, safeLink, safePicture } from './markdown-tree.js';

describe('heading levels of a Markdown preview (WCAG 2.2 §1.3.1: no level is skipped)', () => {
  for (const [text, levels] of [
    ['# a\n## b\n# c', [2, 3, 2]],
    ['### a\n### b', [2, 3]],
    ['# a\n###### b\n> ## c', [2, 3, 3]],
    ['no heading', []],
  ] as const) {
    it(`${JSON.stringify(text)} has the levels ${levels.join(', ')}`, () =>
      expect([...headingLevels(parseMarkdown(text)).values()]).to.deep.equal(levels));
  }
});

describe('addresses in Markdown (AD-219)', () => {
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
