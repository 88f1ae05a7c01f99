import { expect } from 'chai';
import { formatProblem, Problems } from './problems.js';
import type { YamlNode } from './parse.js';
import { MAX_YAML_BYTES, MAX_YAML_DEPTH, parseYaml } from './parse.js';

function parse(content: string | Buffer): { readonly node: YamlNode | undefined; readonly says: readonly string[] } {
  const problems = new Problems();
  const node = parseYaml('a.yaml', Buffer.from(content), problems);
  return { node, says: problems.sorted().map(formatProblem) };
}

const REFUSED: readonly { readonly title: string; readonly text: string | Buffer; readonly says: readonly string[] }[] =
  [
    {
      title: 'a duplicate key, with both lines',
      text: 'a:\n  b: 1\n  c: 2\n  b: 3\n',
      says: ['a.yaml:4:3: a.b: appears twice, first on line 2; expected each key only once'],
    },
    {
      title: 'an anchor and its alias',
      text: 'a: &x 1\nb: *x\n',
      says: [
        'a.yaml:1:7: a: anchors and aliases (& and *) are not supported; write out the value',
        'a.yaml:2:4: b: anchors and aliases (& and *) are not supported; write out the value',
      ],
    },
    {
      title: 'a directive, with which values have other meanings',
      text: '# Ours\n\n%YAML 1.1\n---\na: yes\n',
      says: ['a.yaml:3:1: directives (%YAML, %TAG) are not supported; remove the line'],
    },
    {
      title: 'a merge key',
      text: 'a:\n  <<: { b: 1 }\n',
      says: ['a.yaml:2:3: a: merge keys (<<) are not supported; write out the keys'],
    },
    {
      title: "a tag, such as PHP's",
      text: 'a: !php/const X\nb: !!str 1\n',
      says: [
        'a.yaml:1:15: a: the tag !php/const is not supported; expected a plain value',
        'a.yaml:2:10: b: the tag tag:yaml.org,2002:str is not supported; expected a plain value',
      ],
    },
    {
      title: 'a tab as indentation',
      text: 'a:\n\tb: 1\n',
      says: ['a.yaml:2:1: is not YAML: indented with a tab; use spaces'],
    },
    {
      title: 'a second document',
      text: 'a: 1\n---\nb: 2\n',
      says: ['a.yaml:2:1: is a second document; expected one document, without a line ---'],
    },
    {
      title: 'a key that is not a name',
      text: '? [a]\n: 1\n~: 2\n',
      says: [
        'a.yaml:1:3: a key must be a plain name; expected name: value',
        'a.yaml:3:1: a key must be a plain name; expected name: value',
      ],
    },
    {
      title: 'a number that the parser would round',
      text: 'a: 9007199254740993\n',
      says: ['a.yaml:1:4: a: 9007199254740993 is too large to be represented exactly; put it in quotes'],
    },
    {
      title: 'a fraction that the parser would round',
      text: 'a: 99999999999999.99\nb: -0\nc: 1.10\nd: 0.0000001\ne: .5\nf: 007\n',
      says: ['a.yaml:1:4: a: 99999999999999.99 has too many digits to be represented exactly; put it in quotes'],
    },
    {
      title: 'a text with a colon and without quotes',
      text: 'a: Note: new\n',
      says: [
        'a.yaml:1:4: is not YAML: there is a second colon in the value of a key; put a text with a colon in quotes, and begin each key at the column of those beside it',
      ],
    },
    {
      title: 'an apostrophe in single quotes',
      text: "a: 'It's'\n",
      says: [
        'a.yaml:1:8: is not YAML: there is something behind the end of a value; put a text with quotes, brackets or braces in it in quotes as a whole',
      ],
    },
    {
      title: 'characters that only a text in quotes can have',
      text: 'a: @x\nb: "\\p"\n',
      says: [
        'a.yaml:1:4: is not YAML: Plain value cannot start with reserved character @; put the text in quotes',
        'a.yaml:2:5: is not YAML: Invalid escape sequence \\p; double the backslash, or use single quotes',
      ],
    },
    {
      title: 'an unclosed quotation mark, where it begins',
      text: 'a: \'b\'\nc: |\n  "\nd: "x\ne: 1\n',
      says: ['a.yaml:4:4: is not YAML: the text in quotes that begins here has no end'],
    },
    {
      title: 'an unclosed quotation mark',
      text: 'a: "x\n',
      says: ['a.yaml:1:4: is not YAML: the text in quotes that begins here has no end'],
    },
    {
      title: 'a file that is not UTF-8',
      text: Buffer.from([0x61, 0x3a, 0x20, 0xff]),
      says: ['a.yaml: is not UTF-8; save it as UTF-8'],
    },
    {
      title: 'a file too large to be a definition',
      text: Buffer.alloc(MAX_YAML_BYTES + 1, '#'),
      says: [`a.yaml: is ${MAX_YAML_BYTES + 1} bytes long; expected at most ${MAX_YAML_BYTES}`],
    },
  ];

describe('YAML with positions', () => {
  for (const { title, text, says } of REFUSED) {
    it(`rejects ${title}`, () => expect(parse(text).says).to.deep.equal(says));
  }

  it('rejects excessive nesting, however deep it goes', () => {
    const flow = (depth: number) => `a: ${'['.repeat(depth)}${']'.repeat(depth)}\n`;
    expect(parse(flow(MAX_YAML_DEPTH)).says).to.deep.equal([]);
    expect(parse(flow(MAX_YAML_DEPTH + 1)).says.join()).to.contain('is nested too deep');
    expect(parse(flow(20_000)).says).to.deep.equal(['a.yaml:1:1: is nested too deep; expected at most 24 levels']);
    expect(parse(`a:\n  ${'- '.repeat(20_000)}b\n`).says.join()).to.contain('a.yaml:2:1: is nested too deep');
    expect(parse(`a: 1\n${'}'.repeat(100)}\nb: ${'['.repeat(100)}`).says).to.deep.equal([
      'a.yaml:3:1: is nested too deep; expected at most 24 levels',
    ]);
    expect(parse(`a${': '.repeat(20_000)}`).says.join()).to.contain('is nested too deep');
    expect(parse(`a: { ${'b: 1, '.repeat(50)} }`).says.join()).not.to.contain('too deep');
    const lines = Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}a:`);
    expect(parse(lines.join('\n')).says.join()).to.contain('is nested too deep');
  });

  it('records the position of every key and value, also after a byte order mark and with CRLF', () => {
    const { node, says } = parse('\uFEFFa:\r\n  - b: 1\r\n    c: two\r\n');
    expect(says).to.deep.equal([]);
    if (node?.kind !== 'map') throw new Error('no mapping');
    const list = node.entries[0]?.value;
    if (list?.kind !== 'list' || list.items[0]?.kind !== 'map') throw new Error('no list');
    const [b, c] = list.items[0].entries;
    expect([b?.at.line, b?.at.column, b?.at.key]).to.deep.equal([2, 5, 'a[0].b']);
    expect([c?.value.at.line, c?.value.at.column, c?.value.at.key]).to.deep.equal([3, 8, 'a[0].c']);
  });

  it('treats names with a meaning in JavaScript as plain names', () => {
    const { node } = parse('__proto__: { polluted: true }\nconstructor: 1\n');
    if (node?.kind !== 'map') throw new Error('no mapping');
    expect(node.entries.map(({ name }) => name)).to.deep.equal(['__proto__', 'constructor']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).to.equal(false);
  });

  it('reads scalars like YAML 1.2: yes is a string, and a number keeps its spelling', () => {
    const { node } = parse('a: yes\nb: 1.50\nc: 0x10\nd:\ne: "1"\n');
    if (node?.kind !== 'map') throw new Error('no mapping');
    const scalars = node.entries.map(({ value }) => value.kind === 'scalar' && [value.value, value.text]);
    expect(scalars).to.deep.equal([
      ['yes', 'yes'],
      [1.5, '1.50'],
      [16, '0x10'],
      [null, ''],
      ['1', '1'],
    ]);
  });

  it('reports no problem for an empty file, because its reader does', () => {
    expect(parse('# later\n')).to.deep.equal({ node: undefined, says: [] });
    expect(parse('')).to.deep.equal({ node: undefined, says: [] });
  });
});
