import { scripts, styles } from './random-code.js';
import { contexts } from './random-contexts.js';
import type { Random } from './random.js';
import type { Question } from './template-case.js';

/** Parts of the language where a single value or word matters: each maker covers one of them closely. */
export const CORNERS: Readonly<Record<string, (random: Random) => Question>> = {
  numbers: (random) => {
    const number =
      random.pick(['', '0x', '0b', '0o', '0', '-', '+', '1', '12', '.']) + some(random, 6, NUMBER_CHARACTERS);
    return { template: `{{${number}}}|{{printf "%T %v" ${number} ${number}}}`, data: '{}' };
  },
  floats: (random) => format(random, 'vgGeEfFxXb', ['.0', '.1', '.2', '.10', '.25', '.'], float(random)),
  integers: (random) => format(random, 'vdbxXoOcqUst', ['.0', '.1', '.5', '.12', '.'], random.pick(INTEGERS)),
  texts: (random) => format(random, 'vsqxXd', ['.0', '.1', '.2', '.5'], text(random)),
  cuts: (random) => {
    const [from, to] = [random.integer(6), random.integer(8)];
    const cut = `(slice .Data ${from})`;
    return {
      template:
        `{{len .Data}} {{len ${cut}}} {{printf "%q %x" (slice .Data 0 ${to}) ${cut}}} {{print (slice .Data 0 ${from}) ${cut}}} ` +
        `{{slice .Data 0 ${from}}}{{slice .Data ${from}}} <a href="{{${cut}}}" class={{${cut}}}>{{html ${cut}}} {{js ${cut}}} ` +
        `{{urlquery ${cut}}} {{lt ${cut} .Data}} {{index .Data ${from}}} {{eq (index .Data ${from}) 97}}`,
      data: text(random),
    };
  },
  values: (random) => ({
    template:
      '<p title="{{.Data}}" class={{.Data}} {{.Data}}=x>{{.Data}}<a href="{{.Data}}" src=/{{.Data}} data-url=\'?{{.Data}}\'>' +
      '<img srcset="{{.Data}}"><title>{{.Data}}</title>{{.Data | js}}{{.Data | html}}{{.Data | urlquery}}',
    data: random.chance(0.5)
      ? text(random)
      : JSON.stringify(random.pick(STARTS) + (JSON.parse(text(random)) as string)),
  }),
  words: (random) => {
    const open = random.pick(['{{', '{{- ', '{{', 'a {{-', '{{$x := 1}}{{', '{{range .}}{{', '{{if 1}}{{']);
    const close = random.pick(['}}', ' -}} b', '}}{{end}}', '}}']);
    return { template: open + some(random, 5, WORDS) + close, data: '{"a":{"b":1}}' };
  },
  attributes: (random) => {
    const name = random.pick(NAME_PARTS) + some(random, 3, NAME_PARTS);
    const data = JSON.stringify(random.pick(['javascript:x', 'a b', '', name, 'é', '/x', '5']));
    return { template: random.pick(ATTRIBUTES)(name), data };
  },
  scripts,
  styles,
  contexts,
};

function some(random: Random, most: number, pieces: readonly string[]): string {
  return random.times(random.integer(most), () => random.pick(pieces)).join('');
}

function format(random: Random, verbs: string, precisions: readonly string[], data: string): Question {
  const flags = random.pick(['', '', '+', '-', '#', '0', ' ', '+0', '#0', '-+', '+#', '# ']);
  const width = random.pick(['', '', '8', '20', '1']);
  const directive = `%${flags}${width}${random.pick(['', '', ...precisions])}${random.pick([...verbs])}`;
  return { template: `[{{printf "${directive}" .Data}}]`, data };
}

/** With a decimal point, so that it is not an integer. */
function float(random: Random): string {
  const special = [
    '0.0',
    '-0.0',
    '1e21',
    '5e-324',
    '1.7976931348623157e308',
    '2.5',
    '0.5',
    '0.125',
    '9.5',
    '99.5',
    '1e-5',
  ];
  switch (random.integer(4)) {
    case 0:
      return random.pick(special);
    case 1:
      return `${random.next() * 10 ** random.integer(20)}.0`.replace(/(\..*)\.0$/, '$1');
    case 2:
      return (random.integer(1000) / 8).toFixed(3);
    default:
      return (-random.integer(1_000_000) / random.pick([1, 10, 1000, 100_000])).toFixed(5);
  }
}

function text(random: Random): string {
  return JSON.stringify(some(random, 7, CHARACTERS));
}

const NUMBER_CHARACTERS = [...'0123456789012345678901234567890123456789abcdefxXoObBeEpP_.+-i'];
const INTEGERS = [
  ...['0', '1', '-1', '7', '39', '65', '92', '127', '160', '233', '8232', '55296', '65533', '128512', '1114112'],
  ...['1000000000', '-4711', '9223372036854775807', '-9223372036854775808'],
];
const CHARACTERS = [
  ...[
    'a',
    'é',
    '漢',
    '😀',
    '"',
    "'",
    '`',
    '\\',
    '\n',
    '\t',
    '\0',
    '\x7f',
    '\u00a0',
    '\ufeff',
    '\ufffd',
    '\u200b',
    ' ',
    '<',
  ],
  ...['+', '%', '/', ':', 'z', '\u2028', '\ue000', '\u0085', '\u0300', '&', '='],
];
const STARTS = [
  ...[
    'http:',
    'https://',
    'mailto:',
    'javascript:',
    'HTTP:',
    'data:',
    '/a',
    '//',
    '?',
    '#',
    ':',
    'a:b',
    'a/b:c',
    'x, y',
    ' /a',
  ],
  ...[
    '/a 1x, /b 2x',
    '%41%',
    '%zz',
    "a'b",
    '(x)',
    'httpſ:',
    'title',
    'ONCLICK',
    'href',
    'lang',
    'İd',
    'data-x',
    'σΣ',
    '\u212a',
  ],
];
const WORDS = [
  ...[
    '"\\a\\x41\\101"',
    "'\\''",
    '"\\\'"',
    "'\\\"'",
    '"\\400"',
    '"\\u12"',
    '"\\ud800"',
    '"\\U00110000"',
    "''",
    "'ab'",
    "'é'",
  ],
  ...[
    '`a\r\nb`',
    '"a\nb"',
    "'\\377'",
    "'\\U0001F600'",
    '"\\\\"',
    '$',
    '$x',
    '.',
    '.a.b',
    '..',
    '$.a',
    'nil',
    'true',
    'eq',
    '1',
  ],
  ...[
    '(1)',
    '()',
    ')',
    '|',
    ',',
    ':=',
    '=',
    ':',
    ' ',
    ' ',
    ' ',
    '-',
    '\t',
    '{{',
    '}}',
    '}',
    '/*',
    '*/',
    '.é',
    '$é',
    '_',
    '.1',
  ],
  ...[
    '(.).x',
    '(eq).x',
    '1.x',
    '"a".x',
    '\u00a0',
    '\0',
    '😀',
    'break',
    'end',
    'else',
    'if',
    'with',
    'range',
    'define',
    'block',
  ],
  ...['"t"', 'len', 'not', 'and', 'or', 'call', 'print', 'index', '1+2i', '(index "abc" 1)', 'range (index "\\x03" 0)'],
];
const NAME_PARTS = [
  ...[
    'a',
    'A',
    'data-',
    'x:',
    'xmlns:',
    'src',
    'uri',
    'url',
    'href',
    'srcset',
    'srcdoc',
    'id',
    '-',
    ':',
    'action',
    'type',
    'lang',
  ],
  ...['srclang', '\u212a', 'İ', 'title', 'value', 'é', '_', '.', '@', '(', '/', 'archive', 'content', 'data', 'poster'],
];
const ATTRIBUTES: readonly ((name: string) => string)[] = [
  (name) => `<p ${name}="{{.Data}}">`,
  (name) => `<p ${name}={{.Data}}>`,
  (name) => `<p ${name}='{{.Data}}'>`,
  (name) => `<p ${name} = "{{.Data}}" {{.Data}}>`,
  (name) => `<p {{.Data}}${name}=1>`,
  (name) => `<p ${name}{{.Data}}="{{.Data}}">`,
];
