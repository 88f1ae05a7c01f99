import { expect } from 'chai';
import { compileTemplate } from './compile-template.js';
import { PartialLimitExceeded, TemplateExecutionError } from './errors.js';
import { renderTemplate } from './render-template.js';
import { viewModelFromJson } from './view-model-from-json.js';

function render(template: string, data: unknown = null): string {
  return renderTemplate(
    compileTemplate('stats', template),
    viewModelFromJson(JSON.stringify(data)),
    (key) => `<${key}>`,
  );
}

const LIST = Array.from({ length: 2000 }, (_, index) => index);
const LONG = 'x'.repeat(1 << 20);

describe('rendering a partial (admin-backend.md, Partials)', () => {
  it('gives the view model as .Data, and phrases by trans, escaped like any other value', () => {
    expect(render('<p>{{.Data.n}} {{trans "a.b"}}</p>', { n: 3 })).to.equal('<p>3 &lt;a.b&gt;</p>');
  });

  it('renders as often as asked, each time anew', () => {
    const template = compileTemplate('stats', '{{$x := .Data}}{{range .Data}}{{$x = .}}{{end}}{{$x}}');
    for (const last of [1n, 2n]) expect(renderTemplate(template, [0n, last], String)).to.equal(String(last));
  });

  it('looks members up in the data alone, never in a prototype', () => {
    const names =
      '{{.Data.__proto__}}{{.Data.constructor}}{{.Data.toString}}{{.Data.size}}{{.Data.get}}{{.Data.length}}';
    expect(render(names, {})).to.equal('');
    expect(() => render('{{.Data.length}}', [1])).to.throw(TemplateExecutionError);
    expect(() => render('{{.Data.length}}', 'text')).to.throw(TemplateExecutionError);
  });

  it('says where the template and the data do not go together', () => {
    expect(() => render('<p>\n{{index .Data 7}}</p>', [1])).to.throw(
      TemplateExecutionError,
      'stats:2:3: index: index out of range: 7',
    );
  });

  describe('work is capped: each of these ends, and nothing of it is shown', () => {
    const endless: readonly [what: string, template: string, data?: unknown][] = [
      ['loops in loops', '{{range .Data}}{{range $.Data}}{{range $.Data}}{{end}}{{end}}{{end}}', LIST],
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
      ['a text that escaping makes longer', '{{$x := "<"}}{{range 64}}{{$x = html $x $x}}{{end}}'],
      ['wide columns', '{{range 1000}}{{if printf "%1000000d" 1}}{{end}}{{end}}'],
      ['a wide list', '{{if printf "%1000000d" .Data}}{{end}}', LIST],
      ['many decimal places', '{{range 1000}}{{if printf "%.1000000f" 1.5}}{{end}}{{end}}'],
      ['counting a long text', '{{range 1000000}}{{if len $.Data}}{{end}}{{end}}', LONG],
      ['cutting a long text', '{{range 1000000}}{{if slice $.Data 1}}{{end}}{{end}}', LONG],
      ['cutting a long list', '{{range 1000000}}{{if slice $.Data 1}}{{end}}{{end}}', LIST],
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

  describe('work is charged by what is made and read: the same is within the cap once, and beyond it many times', () => {
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
      ['items that are empty', '{{if print $.Data}}{{end}}', 260, Array.from({ length: 2000 }, () => '')],
      ['members of a map that is printed', '{{if print $.Data}}{{end}}', 260, Object.fromEntries(LIST.entries())],
      ['characters of a phrase', '{{if trans "long"}}{{end}}', 130],
      ['characters that are copied', '{{if slice $.Data 1}}{{end}}', 130, special],
      ['digits of a float', '{{if printf "%f" $.Data}}{{end}}', 10_000, 5e-324],
    ];
    const many = `{{define "many"}}{{if false}}${'{{$a := 1}}'.repeat(5000)}{{end}}{{end}}`;
    const phrases = (key: string) => (key === 'long' ? special : key);
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

  it('does not escape a text that is longer than the output may be', () => {
    const template = compileTemplate('stats', '<p>{{.Data}}</p>');
    expect(() => renderTemplate(template, '<'.repeat(65_537), String)).to.throw(PartialLimitExceeded, '65536 bytes');
    expect(() => renderTemplate(template, 'x'.repeat(65_536), String)).to.throw(PartialLimitExceeded, '65536 bytes');
    expect(renderTemplate(template, 'x'.repeat(65_529), String)).to.have.length(65_536);
  });

  it('takes 64 KiB of output in UTF-8, and refuses the whole of one byte more', () => {
    expect(render('{{.Data}}', 'é'.repeat(32 * 1024))).to.have.length(32 * 1024);
    expect(() => render('{{.Data}}x', 'é'.repeat(32 * 1024))).to.throw(PartialLimitExceeded, '65536 bytes');
    expect(() => render('{{.Data}}', LONG)).to.throw(PartialLimitExceeded, '65536 bytes');
  });

  it('fills its 64 KiB from thousands of rows within the cap on work', () => {
    const row = '<tr><td>{{$i}}</td><td>{{trans "a"}}</td><td>{{printf "%.2f" 1.5}}</td></tr>';
    const html = render(`<table>{{range $i, $row := .Data}}{{if lt $i 1000}}${row}{{end}}{{end}}</table>`, LIST);
    expect(html).to.have.length.greaterThan(50_000);
  });

  it('prints no value that nests deeper than its own stack allows', () => {
    const nested = (depth: number) => viewModelFromJson('['.repeat(depth) + ']'.repeat(depth));
    const template = compileTemplate('stats', '{{.Data}}');
    expect(renderTemplate(template, nested(200), String)).to.equal('['.repeat(200) + ']'.repeat(200));
    expect(() => renderTemplate(template, nested(900), String)).to.throw(TemplateExecutionError, 'deeper than 250');
  });

  it('keeps characters whole that a template cut and put together again, and shows stray bytes as U+FFFD', () => {
    expect(render('{{slice .Data 0 1}}{{slice .Data 1}}|{{slice .Data 0 1}}', 'é')).to.equal('é|\ufffd');
    expect(render('{{print (slice .Data 0 2) (slice .Data 2) | len}}', '😀')).to.equal('4');
  });

  it('takes an unpaired surrogate in a phrase for U+FFFD, not for a stray byte', () => {
    const template = compileTemplate('stats', '{{printf "%q" (trans "a")}}');
    expect(renderTemplate(template, null, () => '\udcff')).to.equal('&#34;\ufffd&#34;');
  });
});
