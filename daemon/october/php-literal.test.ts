import { expect } from 'chai';
import type { PhpValue } from './php-literal.js';
import { PhpSyntaxError, readLiteral, readReturned } from './php-literal.js';
import { isArray, namespaceIn, propertyIn, relationsIn } from './php-source.js';

/** Arrays as lists of [key, value]. */
function plain(value: PhpValue | undefined): unknown {
  return isArray(value) ? value.entries.map((entry) => [entry.key, plain(entry.value)]) : value;
}

const read = (source: string) => plain(readLiteral(source, 0).value);

const LITERALS: readonly (readonly [source: string, value: unknown])[] = [
  [String.raw`'it\'s \\ \n'`, "it's \\ \\n"],
  [String.raw`"a\tb \u{1F600} \x41 \101 \$x"`, 'a\tb \u{1F600} A A $x'],
  ["'a' . \"b\" /* c */ . 'd'", 'abd'],
  ['-12', -12],
  ['1_000.5', 1000.5],
  ['0x1F', 31],
  ['TRUE', true],
  ['null', null],
  ['\\Acme\\Shop\\Models\\Item::class', 'Acme\\Shop\\Models\\Item'],
  ['[]', []],
  [
    "array('a' => [1, 'b'], # note\n 2 => array(),)",
    [
      [
        'a',
        [
          [undefined, 1],
          [undefined, 'b'],
        ],
      ],
      ['2', []],
    ],
  ],
];

const CODE: readonly string[] = [
  'date("Y")',
  '$name',
  'SOME_CONSTANT',
  '"Hello $name"',
  '"Hello {$name}"',
  "'a' . $b",
  "'a' ? 'b' : 'c'",
  'fn () => [1, 2]',
  'function () { return "}"; }',
  '[1] + [2]',
  'new Thing("x")',
  '010',
];

const BROKEN: readonly (readonly [source: string, message: string])[] = [
  ["['a' => 'b'", 'an array has no end'],
  ["'abc", 'a text has no end'],
  ["['a' => 'b)]", 'a text has no end'],
  ['[/* abc', 'a comment has no end'],
  ['[1)', 'an array has no end'],
  ['['.repeat(100_000), 'arrays are nested too deep'],
  [`f${'('.repeat(100_000)}`, 'brackets are nested too deep'],
  ['[<<<TEXT\nabc\nTEXT]', 'a heredoc is not supported'],
];

describe('PHP literals', () => {
  for (const [source, value] of LITERALS) {
    it(`reads ${source.replaceAll('\n', ' ')} (AD-302)`, () => expect(read(source)).to.deep.equal(value));
  }

  for (const code of CODE) {
    it(`skips ${code}, keeps what is beside it, and names the line (AD-302)`, () => {
      const { value, skipped } = readLiteral(`[\n'x' => ${code},\n'y' => 1]`, 0);
      expect(plain(value)).to.deep.equal([['y', 1]]);
      expect(skipped[0]).to.include({ line: 2 });
      expect(code.startsWith(skipped[0]!.code.slice(0, 3)) || code.startsWith("'")).to.equal(true);
    });
  }

  for (const [source, message] of BROKEN) {
    it(`stops at ${source.slice(0, 20).replaceAll('\n', ' ')}: ${message} (AD-302)`, () => {
      expect(() => readLiteral(source, 0)).to.throw(PhpSyntaxError, message);
    });
  }

  it('reads a megabyte of entries, of comments or of quotation marks in one pass (AD-302)', () => {
    const entries = `[${"'a' => 'b',\n".repeat(80_000)}]`;
    expect(plain(readLiteral(entries, 0).value)).to.have.length(80_000);
    expect(readLiteral(`[${'/* */ '.repeat(170_000)}1]`, 0).skipped).to.deep.equal([]);
    expect(readLiteral(`[${' '.repeat(1_000_000)}1]`, 0).skipped).to.deep.equal([]);
    expect(() => readLiteral(`[${'/* '.repeat(300_000)}`, 0)).to.throw('a comment has no end');
    expect(readLiteral(`f(${"'';".repeat(300_000)})`, 0).skipped).to.have.length(1);
  });

  it('treats names with a meaning in JavaScript as plain names (AD-302)', () => {
    expect(read("['__proto__' => ['x' => 1], 'constructor' => 2]")).to.deep.equal([
      ['__proto__', [['x', 1]]],
      ['constructor', 2],
    ]);
  });

  it('reads what a file returns behind other statements (AD-302)', () => {
    const source =
      "<?php\n// Texts\ndeclare(strict_types=1);\nuse A\\B;\nif (true) { return 1; }\nreturn ['a' => 'b'];";
    expect(plain(readReturned(source)?.value)).to.deep.equal([['a', 'b']]);
    expect(readReturned('<?php $a = 1;')).to.equal(undefined);
    expect(readReturned('{"a": 1}')).to.equal(undefined);
  });

  it("reads defaults of a class's properties, and nothing that is code (AD-302)", () => {
    const source =
      "<?php namespace Acme\\Shop;\nclass A {\n  protected ?array $a = ['x'];\n  public $b = self::X;\n  public $c;\n}";
    expect(namespaceIn(source)).to.equal('Acme\\Shop');
    expect(plain(propertyIn(source, 'a'))).to.deep.equal([[undefined, 'x']]);
    for (const name of ['b', 'c', 'd']) expect(propertyIn(source, name)).to.equal(undefined);
    expect(propertyIn("class A { \n public $a = ['", 'a')).to.equal(undefined);
  });

  it('reads relations with their models (AD-302)', () => {
    const source =
      "class A {\n public $belongsTo = ['shelf' => [Shelf::class, 'key' => 'id'], 'maker' => 'Acme\\Maker'];\n}";
    expect([...relationsIn(source)]).to.deep.equal([
      ['shelf', 'belongsTo Shelf'],
      ['maker', 'belongsTo Acme\\Maker'],
    ]);
  });
});
