import { expect } from 'chai';
import { compileTemplate } from './compile-template.js';
import { TemplateSyntaxError } from './errors.js';

/** The whole message, with the place that the author has to look at. */
function complaint(template: string): string {
  try {
    compileTemplate('stats', template);
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return error.message;
    throw error;
  }
  return 'none';
}

describe('compiling a partial: what is wrong whatever the data stops startup (admin-backend.md, Partials 5)', () => {
  const rows: readonly [what: string, template: string, message: string][] = [
    ['an unclosed action', 'a\nb {{.Data', 'stats:2:3: unclosed action'],
    ['a missing end', '<p>\n{{if .Data}}x', 'stats:2:3: the {{end}} of this is missing'],
    ['an unknown function', '{{upper .Data}}', 'stats:1:3: function upper is not defined'],
    ['an undefined variable', '{{$x}}', 'stats:1:3: undefined variable $x'],
    ['an unknown template', 'x\n{{template "row" .}}', 'stats:2:3: there is no template "row"'],
    [
      'two templates of one name',
      '{{define "a"}}x{{end}}{{define "a"}}y{{end}}',
      'stats:1:25: template "a" is defined twice',
    ],
    ['a break outside of a loop', '{{if 1}}{{break}}{{end}}', 'stats:1:11: {{break}} outside of a range'],
    ['a tag that is not closed', '<p>x</p><b', 'stats:1:11: the template ends inside something: tag'],
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
    it(`refuses output in ${where} (admin.md, Partials)`, () => {
      expect(complaint(template)).to.match(/^stats:1:\d+: output in a .* is refused/);
    });
  }

  it('takes output behind a script element of another type, and in its tag', () => {
    expect(complaint('<script type="text/x" src="/{{.Data}}">a<b></SCRIPT><p>{{.Data}}</p>')).to.equal('none');
  });

  it('takes scripts and styles that hold no output', () => {
    expect(complaint('<script>f("</script>")</script><style>p{}</style><p onclick="f()">{{.Data}}</p>')).to.equal(
      'none',
    );
  });

  it('nests no deeper than its own stack allows', () => {
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

  it('gives up on loops that take exponential time to escape', () => {
    const loops = '{{range .}}{{template "a"}}'.repeat(40) + '{{end}}'.repeat(40);
    expect(complaint(`{{define "a"}}{{end}}${loops}`)).to.match(/too many loops inside loops/);
  });
});
