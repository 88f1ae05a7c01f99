import { formatNumber } from '../../daemon/admin/api/number-format.js';
import type { Language } from '../../daemon/admin/partials/functions/builtins.js';
import type { Value } from '../../daemon/admin/partials/runtime/value.js';

/** A template that does as much work as the limits allow, and suitable data for it. */
export interface CostlyTemplate {
  readonly what: string;
  readonly template: string;
  readonly data?: Value;
}

const LIST: readonly Value[] = Array.from({ length: 2000 }, (_, index) => BigInt(index));
const EMPTY_TEXTS: readonly Value[] = Array.from({ length: 2000 }, () => '');
const LONG = 'x'.repeat(1 << 20);
const SPECIAL = '<'.repeat(1 << 16);
const ACCENTED = 'é'.repeat(1 << 16);
const EMOJI = '😀'.repeat(1 << 15);
const CONTROLS = '\u0001'.repeat(1 << 16);
const REPLACED = '\ufffd'.repeat(1 << 16);
const BRACKETS = '%['.repeat(1 << 17);
const DIRECTIVES = '%d'.repeat(1 << 17);
const KEYED: Value = new Map(Array.from({ length: 400 }, (_, index) => ['k'.repeat(5000) + String(index), '']));

const forever = (inside: string) => `{{range 9223372036854775807}}${inside}{{end}}`;
const ignored = (expression: string) => forever(`{{if ${expression}}}{{end}}`);
const onData = (call: string) => ignored(call.replaceAll('X', '$.Data'));

/** Each of these has to end at the cap on work or output, and none may take longer than a quarter of a second. */
export const COSTLY_TEMPLATES: readonly CostlyTemplate[] = [
  { what: 'a loop over a number', template: forever('') },
  {
    what: 'loops in loops',
    template: '{{range .Data}}{{range $.Data}}{{range $.Data}}{{end}}{{end}}{{end}}',
    data: LIST,
  },
  {
    what: 'templates that call themselves',
    template: '{{define "r"}}{{range .}}{{template "r" $}}{{end}}{{end}}{{template "r" .Data}}',
    data: [1n, 2n],
  },
  {
    what: 'templates with many variables',
    template: `{{define "r"}}{{if false}}${'{{$a := 1}}'.repeat(5000)}{{end}}{{end}}${forever('{{template "r"}}')}`,
  },
  { what: 'a text that doubles', template: '{{$x := "xxxxxxxx"}}{{range 64}}{{$x = print $x $x}}{{end}}' },
  {
    what: 'a text that doubles, and js of it',
    template: '{{$x := "\'<=\u0001é"}}{{range 64}}{{$x = print $x $x}}{{if js $x}}{{end}}{{end}}',
  },
  { what: 'a text that html lengthens', template: '{{$x := "<"}}{{range 64}}{{$x = html $x $x}}{{end}}' },
  { what: 'a text that js lengthens', template: `{{$x := "\\\\"}}{{range 64}}{{$x = js $x $x}}{{end}}` },
  { what: 'a text that urlquery lengthens', template: '{{$x := "%"}}{{range 64}}{{$x = urlquery $x $x}}{{end}}' },
  ...['js', 'urlquery', 'html'].flatMap((name) =>
    [
      ['brackets', SPECIAL],
      ['accents', ACCENTED],
      ['emoji', EMOJI],
      ['control characters', CONTROLS],
      ['replacement characters', REPLACED],
      ['letters', LONG],
    ].map(([what = '', data = '']) => ({ what: `${name} of ${what}`, template: onData(`${name} X`), data })),
  ),
  ...['%q', '%+q', '%#q', '% x', '%#v', '%x', '%.99999s', '%100000s'].flatMap((verb) =>
    [SPECIAL, ACCENTED, EMOJI, CONTROLS].map((data, index) => ({
      what: `printf ${verb}, text ${String(index + 1)}`,
      template: onData(`printf "${verb}" X`),
      data,
    })),
  ),
  { what: 'js of bytes that are not UTF-8', template: onData('js (slice X 1 65536)'), data: ACCENTED },
  { what: 'wide columns', template: ignored('printf "%1000000d" 1') },
  { what: 'a wide list', template: '{{if printf "%1000000d" .Data}}{{end}}', data: LIST },
  { what: 'many decimal places', template: ignored('printf "%.1000000f" 1.5') },
  { what: 'decimal places of the smallest number', template: ignored('printf "%.1000f" 5e-324') },
  { what: 'digits of the largest number', template: ignored('printf "%f" 1.7e308') },
  { what: 'formats whose bracket never closes', template: onData('printf X'), data: BRACKETS },
  { what: 'formats of directives without arguments', template: onData('printf X'), data: DIRECTIVES },
  { what: 'arguments left over', template: onData('printf "" X X X X'), data: LIST },
  { what: 'many arguments', template: forever(`{{if and${' 1'.repeat(20_000)}}}{{end}}`) },
  { what: 'many values to compare', template: forever(`{{if eq 1${' 2'.repeat(20_000)}}}{{end}}`) },
  { what: 'a path of many members', template: forever(`{{if $${'.a'.repeat(20_000)}}}{{end}}`) },
  { what: 'counting a long text', template: onData('len X'), data: LONG },
  { what: 'counting a text of stray bytes', template: onData('len (slice X 1 65535)'), data: ACCENTED },
  { what: 'cutting a long text', template: onData('slice X 1'), data: LONG },
  { what: 'cutting characters in two', template: onData('slice X 1'), data: ACCENTED },
  { what: 'cutting replacement characters', template: onData('slice X 3'), data: REPLACED },
  { what: 'cutting emoji in two', template: onData('slice X 1'), data: EMOJI },
  {
    what: 'printing stray bytes together',
    template: onData('print (slice X 1 30000) (slice X 1 30000)'),
    data: ACCENTED,
  },
  { what: 'comparing stray bytes', template: onData('lt (slice X 1 30000) (slice X 3 30002)'), data: ACCENTED },
  { what: 'comparing long texts', template: onData('eq X X X X X'), data: LONG },
  { what: 'an index of a long text', template: onData('index X 1048575'), data: LONG },
  { what: 'cutting a long list', template: onData('slice X 1'), data: LIST },
  { what: 'printing a long list', template: onData('print X'), data: LIST },
  { what: 'printing a list of empty texts', template: onData('print X'), data: EMPTY_TEXTS },
  { what: 'printing a list in Go syntax', template: onData('printf "%#v" X'), data: LIST },
  { what: 'a list with a verb that does not support it', template: onData('printf "%z" X'), data: LIST },
  { what: 'walking a map of long keys', template: forever('{{range $.Data}}{{break}}{{end}}'), data: KEYED },
  { what: 'printing a map of long keys', template: onData('print X'), data: KEYED },
  { what: 'numbers in a language', template: ignored('number 1234567') },
  { what: 'decimals in a language', template: onData('number X'), data: '-123456789.'.padEnd(100, '5') },
  { what: 'a long text that is no number', template: onData('number X'), data: LONG },
  { what: 'a long phrase', template: ignored('trans "long"') },
  { what: 'escaping a text that is too long', template: '{{.Data}}', data: '<'.repeat(1 << 23) },
  { what: 'a srcset of commas', template: forever('<img srcset="{{$.Data}}">'), data: ','.repeat(1 << 14) },
  { what: 'a URL of accents', template: forever('<a href="{{$.Data}}">'), data: 'é'.repeat(1 << 12) },
  {
    what: 'an unquoted attribute of accents',
    template: forever('<a title={{$.Data}}>'),
    data: '=\u0001`'.repeat(1 << 11),
  },
  {
    what: 'a URL that is rejected',
    template: forever('{{if false}}{{end}}<a href="{{$.Data}}">'),
    data: `${'a'.repeat(1 << 15)}:`,
  },
  { what: 'an attribute name that is rejected', template: forever('<a {{$.Data}}=x>'), data: '-'.repeat(1 << 15) },
];

/** The language of such templates. */
export const LANGUAGE: Language = {
  translate: (key) => (key === 'long' ? LONG : key),
  formatNumber: (value) => formatNumber(value, undefined, 'en'),
};
