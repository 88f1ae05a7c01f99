import { expect } from 'chai';
import { formatNumber } from '../api/number-format.js';
import { viewModelFromJson } from '../testing/view-model-from-json.js';
import type { Language } from './functions/builtins.js';
import { PartialLimitExceeded, TemplateExecutionError, TemplateSyntaxError } from './runtime/limits.js';
import { compileTemplate, renderTemplate } from './template.js';

/** The whole message, with the position for the author. */
function complaint(template: string): string {
  try {
    compileTemplate('stats', template);
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return error.message;
    throw error;
  }
  return 'none';
}

describe('compiling a partial: errors that do not depend on data stop startup (AD-147)', () => {
  const rows: readonly [what: string, template: string, message: string][] = [
    ['an unclosed action', 'a\nb {{.Data', 'stats:2:3: unclosed action'],
    ['a missing end', '<p>\n{{if .Data}}x', 'stats:2:3: the {{end}} of this is missing'],
    ['an unknown function', '{{upper .Data}}', 'stats:1:3: function upper is not defined'],
    ['an undefined variable', '{{$x}}', 'stats:1:3: undefined variable $x'],
    ['an unknown template', 'x\n{{template "row" .}}', 'stats:2:3: template "row" does not exist'],
    [
      'two templates of the same name',
      '{{define "a"}}x{{end}}{{define "a"}}y{{end}}',
      'stats:1:25: template "a" is defined twice',
    ],
    ['a break outside a loop', '{{if 1}}{{break}}{{end}}', 'stats:1:11: {{break}} outside of a range'],
    ['an unclosed tag', '<p>x</p><b', 'stats:1:11: the template ends unexpectedly: tag'],
    ['a quote in an unquoted value', '<p class=a"b>', 'stats:1:1: " in an unquoted attribute: "a\\"b"'],
    [
      'branches that end differently',
      '{{if .Data}}<p{{end}}>',
      'stats:1:3: {{if}}: the branches end in different contexts: tag; text',
    ],
  ];
  for (const [what, template, message] of rows) {
    it(what, () => expect(complaint(template)).to.equal(message));
  }

  const refused: readonly [where: string, template: string][] = [
    ['a script', '<script>var a = {{.Data}};</script>'],
    ['a string in a script', '<script>f("{{.Data}}")</script>'],
    ['a template literal', '<script>f(`a ${b} {{.Data}}`)</script>'],
    ['a comment in a script', '<script>// {{.Data}}\n</script>'],
    ['JSON in a script', '<script type="application/json">{{.Data}}</script>'],
    ['a script element of another type', '<script type="text/template"><p title="{{.Data}}"></script>'],
    ['an event handler', '<p onclick="f({{.Data}})">'],
    ['a handler by another name', '<p x:onclick={{.Data}}>'],
    ['a style element', '<style>p { color: {{.Data}} }</style>'],
    ['a style attribute', "<p style='color: {{.Data}}'>"],
    ['a URL in a style', '<p style="background: url({{.Data}})">'],
    ['a template called in a script', '{{define "v"}}{{.}}{{end}}<script>{{template "v" .Data}}</script>'],
  ];
  for (const [where, template] of refused) {
    it(`rejects output in ${where} (AD-144)`, () => {
      expect(complaint(template)).to.match(/^stats:1:\d+: output in a .* is not supported in partials/);
    });
  }

  it('accepts output after a script element of another type, and in its tag', () => {
    expect(complaint('<script type="text/x" src="/{{.Data}}">a<b></SCRIPT><p>{{.Data}}</p>')).to.equal('none');
  });

  it('accepts scripts and styles without output', () => {
    expect(complaint('<script>f("</script>")</script><style>p{}</style><p onclick="f()">{{.Data}}</p>')).to.equal(
      'none',
    );
  });

  it('rejects nesting that would exceed its own stack', () => {
    const nested = (depth: number): string => `{{${'('.repeat(depth)}1${')'.repeat(depth)}}}`;
    expect(complaint(nested(200))).to.equal('none');
    expect(complaint(nested(100_000))).to.match(/nested deeper than 250/);
    expect(complaint('{{if 1}}'.repeat(100_000))).to.match(/nested deeper than 250/);
    expect(complaint(`{{1${'|print'.repeat(100_000)}}}`)).to.match(/more than 250 commands/);
    const chain = Array.from({ length: 1000 }, (_, n) => `{{define "t${n}"}}{{template "t${n + 1}"}}{{end}}`).join('');
    const deep = (name: string, next: string): string =>
      `{{define "${name}"}}${'{{range .}}'.repeat(240)}{{template "${next}" .}}${'{{end}}'.repeat(240)}{{end}}`;
    const deepChain = `${deep('a', 'b')}${deep('b', 'c')}${deep('c', 'a')}{{template "a"}}`;
    expect(complaint(deepChain)).to.match(/call each other too deeply|too many loops/);
    expect(complaint(`${chain}{{define "t1000"}}{{end}}{{template "t0"}}`)).to.match(/call each other too deeply/);
  });

  it('rejects loops that take exponential time to escape', () => {
    const loops = '{{range .}}{{template "a"}}'.repeat(40) + '{{end}}'.repeat(40);
    expect(complaint(`{{define "a"}}{{end}}${loops}`)).to.match(/loops are nested too deeply/);
  });
});

const PLAIN: Language = { translate: String, formatNumber: (value) => formatNumber(value, undefined, 'en') };

function render(template: string, data: unknown = null): string {
  return renderTemplate(compileTemplate('stats', template), viewModelFromJson(JSON.stringify(data)), {
    ...PLAIN,
    translate: (key) => `<${key}>`,
  });
}

const LIST = Array.from({ length: 2000 }, (_, index) => index);
const LONG = 'x'.repeat(1 << 20);

describe('rendering a partial (AD-143)', () => {
  it('passes the view model as .Data and phrases through trans, with automatic escaping', () => {
    expect(render('<p>{{.Data.n}} {{trans "a.b"}}</p>', { n: 3 })).to.equal('<p>3 &lt;a.b&gt;</p>');
  });

  it('writes numbers as lists do, exactly, in the language of the rendering (AD-462)', () => {
    const data = { count: 1234567, price: '-1234.50', fraction: 0.5, id: '9007199254740993' };
    const written = (expression: string, locale = 'en') => {
      const template = compileTemplate('stats', `{{${expression}}}`);
      const language = { ...PLAIN, formatNumber: (value: number | string) => formatNumber(value, undefined, locale) };
      return renderTemplate(template, viewModelFromJson(JSON.stringify(data)), language);
    };
    expect(written('number .Data.count')).to.equal('1,234,567');
    expect(written('.Data.count | number', 'de')).to.equal('1.234.567');
    expect(written('number .Data.price', 'de')).to.equal('-1.234,50');
    expect(written('number .Data.fraction', 'de')).to.equal('0,5');
    expect(written('number .Data.id')).to.equal('9,007,199,254,740,993');
    expect(written('number 1e3')).to.equal('1,000');
    expect(written('number (index "A" 0)')).to.equal('65');
  });

  it('leaves a text that is no number as it is, and prints nothing for a missing one (AD-462)', () => {
    expect(render('{{number .Data.a}}|{{number .Data.b}}|{{number .Data.none}}', { a: '<many>', none: null })).to.equal(
      '&lt;many&gt;||',
    );
    expect(render('{{number .Data}}', '1'.repeat(101))).to.equal('1'.repeat(101));
    for (const wrong of [true, [1], { a: 1 }]) {
      expect(() => render('{{number .Data}}', wrong)).to.throw(
        TemplateExecutionError,
        /number: expected a number, found/,
      );
    }
    expect(() => render('{{number}}')).to.throw(TemplateExecutionError, 'wrong number of arguments for number: 0');
  });

  it('knows its mistakes that do not depend on the data, each place once (docs/admin/partials.md, Language)', () => {
    const mistakes = (text: string) =>
      compileTemplate('stats', text).mistakes.map(({ location, what }) => `${location}: ${what}`);
    const stray = (at: string, name: string) => `stats:${at}: the only member here is .Data, not .${name}`;
    expect(mistakes('{{.Stats}}{{if .Shown}}{{len .data}}{{else}}{{(.A).B}}{{end}}')).to.deep.equal([
      ...[stray('1:3', 'Stats'), stray('1:16', 'Shown'), stray('1:30', 'data'), stray('1:48', 'A')],
    ]);
    expect(mistakes('{{range .Data.Rows}}{{.Name}}{{$.Title}}{{else}}{{.None}}{{end}}')).to.deep.equal([
      ...[stray('1:32', 'Title'), stray('1:51', 'None')],
    ]);
    expect(
      mistakes('{{define "row"}}{{.Name}}{{trans}}{{end}}{{template "row" .Data}}<p title="{{template "row" .Data}}">'),
    ).to.deep.equal(['stats:1:28: wrong number of arguments for trans: 0']);
    expect(mistakes('{{number 1 2}}{{1 2}}{{and}}')).to.have.length(3);
    expect(
      mistakes('{{with .Data}}{{.Name}}{{end}}{{$x := .Data}}{{$x.Name}}{{trans .Data.Label}}{{$.Data.A}}{{.}}'),
    ).to.deep.equal([]);
  });

  it('renders repeatedly, each time from scratch', () => {
    const template = compileTemplate('stats', '{{$x := .Data}}{{range .Data}}{{$x = .}}{{end}}{{$x}}');
    for (const last of [1n, 2n]) expect(renderTemplate(template, [0n, last], PLAIN)).to.equal(String(last));
  });

  it('looks up members only in the data, never in a prototype', () => {
    const names =
      '{{.Data.__proto__}}{{.Data.constructor}}{{.Data.toString}}{{.Data.size}}{{.Data.get}}{{.Data.length}}';
    expect(render(names, {})).to.equal('');
    expect(() => render('{{.Data.length}}', [1])).to.throw(TemplateExecutionError);
    expect(() => render('{{.Data.length}}', 'text')).to.throw(TemplateExecutionError);
  });

  it('reports where the template and the data do not match', () => {
    expect(() => render('<p>\n{{index .Data 7}}</p>', [1])).to.throw(
      TemplateExecutionError,
      'stats:2:3: index: index out of range: 7',
    );
  });

  describe('limits work: each of these fails without output (AD-147)', () => {
    const endless: readonly [what: string, template: string, data?: unknown][] = [
      ['nested loops', '{{range .Data}}{{range $.Data}}{{range $.Data}}{{end}}{{end}}{{end}}', LIST],
      ['a loop over a number', '{{range 9223372036854775807}}{{end}}'],
      ['templates that call themselves', '{{define "r"}}{{template "r" .}}{{end}}{{template "r" .}}'],
      [
        'templates that call themselves twice',
        '{{define "r"}}{{range .}}{{template "r" $}}{{end}}{{end}}{{template "r" .Data}}',
        [1, 2],
      ],
      [
        'deep templates that call themselves',
        `{{define "r"}}${'{{if 1}}'.repeat(240)}{{template "r" .}}${'{{end}}'.repeat(240)}{{end}}{{template "r" .}}`,
      ],
      [
        'deep arguments of templates that call themselves',
        `{{define "r"}}{{template "r" ${'('.repeat(240)}.${')'.repeat(240)}}}{{end}}{{template "r" .}}`,
      ],
      ['a text that doubles', '{{$x := "xxxxxxxx"}}{{range 64}}{{$x = print $x $x}}{{end}}'],
      ['a text that doubles in a format', '{{$x := "<"}}{{range 64}}{{$x = printf "%s%s%s" $x $x $x}}{{end}}'],
      ['a text that escaping lengthens', '{{$x := "<"}}{{range 64}}{{$x = html $x $x}}{{end}}'],
      ['wide columns', '{{range 1000}}{{if printf "%1000000d" 1}}{{end}}{{end}}'],
      ['a wide list', '{{if printf "%1000000d" .Data}}{{end}}', LIST],
      ['many decimal places', '{{range 1000}}{{if printf "%.1000000f" 1.5}}{{end}}{{end}}'],
      ['counting a long text', '{{range 1000000}}{{if len $.Data}}{{end}}{{end}}', LONG],
      ['slicing a long text', '{{range 1000000}}{{if slice $.Data 1}}{{end}}{{end}}', LONG],
      ['slicing a long list', '{{range 1000000}}{{if slice $.Data 1}}{{end}}{{end}}', LIST],
      ['printing a long list', '{{range 1000000}}{{if print $.Data}}{{end}}{{end}}', LIST],
      [
        'sorting a large map',
        '{{range 100000}}{{range $.Data}}{{break}}{{end}}{{end}}',
        Object.fromEntries(LIST.entries()),
      ],
    ];
    for (const [what, template, data] of endless) {
      it(what, () => expect(() => render(template, data)).to.throw(PartialLimitExceeded));
    }
  });

  describe('charges work by what it creates and reads: a small amount is within the limit, a multiple exceeds it', () => {
    const special = '<'.repeat(65_536);
    const charged: readonly [what: string, once: string, times: number, data?: unknown][] = [
      ['characters that js escapes', '{{if js $.Data}}{{end}}', 8, special],
      ['characters that html escapes', '{{if html $.Data}}{{end}}', 8, special],
      ['characters that urlquery escapes', '{{if urlquery $.Data}}{{end}}', 8, special],
      ['bytes that urlquery escapes', '{{if urlquery $.Data}}{{end}}', 4, 'é'.repeat(65_536)],
      ['characters that %q quotes', '{{if printf "%q" $.Data}}{{end}}', 8, special],
      ['characters that %#v quotes', '{{if printf "%#v" $.Data}}{{end}}', 8, special],
      ['bytes that % x spaces', '{{if printf "% x" $.Data}}{{end}}', 8, special],
      ['directives of a format', '{{if printf $.Data}}{{end}}', 8, '%%'.repeat(65_536)],
      ['arguments of a call', `{{if eq 1${' 2'.repeat(20_000)}}}{{end}}`, 26],
      ['arguments of and', `{{if and${' 1'.repeat(20_000)}}}{{end}}`, 26],
      ['members of a path', `{{if $${'.a'.repeat(20_000)}}}{{end}}`, 26, {}],
      ['slots of variables', '{{template "many"}}', 900],
      ['empty items', '{{if print $.Data}}{{end}}', 260, Array.from({ length: 2000 }, () => '')],
      ['members of a printed map', '{{if print $.Data}}{{end}}', 260, Object.fromEntries(LIST.entries())],
      ['characters of a phrase', '{{if trans "long"}}{{end}}', 130],
      ['copied characters', '{{if slice $.Data 1}}{{end}}', 130, special],
      ['digits of a float', '{{if printf "%f" $.Data}}{{end}}', 10_000, 5e-324],
    ];
    const many = `{{define "many"}}{{if false}}${'{{$a := 1}}'.repeat(5000)}{{end}}{{end}}`;
    const phrases = { ...PLAIN, translate: (key: string) => (key === 'long' ? special : key) };
    for (const [what, once, times, data = null] of charged) {
      it(what, () => {
        const value = viewModelFromJson(JSON.stringify(data));
        const repeated = (count: number) =>
          renderTemplate(compileTemplate('stats', `${many}{{range ${count}}}${once}{{end}}`), value, phrases);
        expect(repeated(1)).to.equal('');
        expect(() => repeated(times)).to.throw(PartialLimitExceeded, 'units of work');
      });
    }
  });

  it('rejects a text that exceeds the output limit before it escapes it', () => {
    const template = compileTemplate('stats', '<p>{{.Data}}</p>');
    expect(() => renderTemplate(template, '<'.repeat(65_537), PLAIN)).to.throw(PartialLimitExceeded, '65536 bytes');
    expect(() => renderTemplate(template, 'x'.repeat(65_536), PLAIN)).to.throw(PartialLimitExceeded, '65536 bytes');
    expect(renderTemplate(template, 'x'.repeat(65_529), PLAIN)).to.have.length(65_536);
  });

  it('accepts 64 KiB of output in UTF-8, and rejects one byte more', () => {
    expect(render('{{.Data}}', 'é'.repeat(32 * 1024))).to.have.length(32 * 1024);
    expect(() => render('{{.Data}}x', 'é'.repeat(32 * 1024))).to.throw(PartialLimitExceeded, '65536 bytes');
    expect(() => render('{{.Data}}', LONG)).to.throw(PartialLimitExceeded, '65536 bytes');
  });

  it('fills its 64 KiB from thousands of rows within the work limit', () => {
    const row = '<tr><td>{{$i}}</td><td>{{trans "a"}}</td><td>{{printf "%.2f" 1.5}}</td></tr>';
    const html = render(`<table>{{range $i, $row := .Data}}{{if lt $i 1000}}${row}{{end}}{{end}}</table>`, LIST);
    expect(html).to.have.length.greaterThan(50_000);
  });

  it('rejects printing of values that nest deeper than its own stack allows', () => {
    const nested = (depth: number) => viewModelFromJson('['.repeat(depth) + ']'.repeat(depth));
    const template = compileTemplate('stats', '{{.Data}}');
    expect(renderTemplate(template, nested(200), PLAIN)).to.equal('['.repeat(200) + ']'.repeat(200));
    expect(() => renderTemplate(template, nested(900), PLAIN)).to.throw(TemplateExecutionError, 'deeper than 250');
  });

  it('restores characters that a template cut and joined again, and shows stray bytes as U+FFFD', () => {
    expect(render('{{slice .Data 0 1}}{{slice .Data 1}}|{{slice .Data 0 1}}', 'é')).to.equal('é|\ufffd');
    expect(render('{{print (slice .Data 0 2) (slice .Data 2) | len}}', '😀')).to.equal('4');
  });

  it('reads an unpaired surrogate in a phrase as U+FFFD, not as a stray byte', () => {
    const template = compileTemplate('stats', '{{printf "%q" (trans "a")}}');
    expect(renderTemplate(template, null, { ...PLAIN, translate: () => '\udcff' })).to.equal('&#34;\ufffd&#34;');
  });
});
