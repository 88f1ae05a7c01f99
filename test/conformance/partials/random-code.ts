import type { Random } from './random.js';
import type { Question } from './template-case.js';

/** Pieces of code: some hide the end of the script, and some only seem to. */
const SCRIPT = [
  ...[
    'var a = 1;',
    '"s"',
    "'s'",
    '"</script>"',
    "'<script>'",
    '`t`',
    '`t${x}`',
    '`${ {a:1} }`',
    '/re/',
    '/[/]/',
    'a/b',
    'x++ / 2',
  ],
  ...[
    '(x) / 2',
    'return /x/',
    '// c\n',
    '// </script> \n',
    '/* c */',
    '/* a\nb */',
    '<!-- c\n',
    '--> c\n',
    '#!c\n',
    '"\\""',
    "'\\''",
  ],
  ...[
    '`\\``',
    '{',
    '}',
    '\n',
    ';',
    ' ',
    '=',
    '+',
    '1',
    'x',
    '/</script>/',
    '`</script>`',
    '"<!--"',
    '\u2028',
    '.5',
    '5.',
    '}/x/',
    ')/1',
  ],
  ...[
    '{{if .Data}}a{{end}}',
    '{{if .Data}}/{{end}}',
    '{{if .Data}}1{{else}}={{end}}',
    ']/1',
    'typeof /x/',
    '<',
    '-',
    '#',
    '\\',
  ],
];
const STYLE = [
  ...[
    'p{}',
    'a{b:c}',
    '"s"',
    "'s'",
    'url(x)',
    'url("x")',
    "url( 'x' )",
    'URL(x?y#z)',
    'xurl(',
    '(',
    ')',
    '/* c */',
    '// c\n',
  ],
  ...[
    '"</style>"',
    '"\\""',
    "'\\27 '",
    'url(\\29)',
    '"\\3f"',
    ' ',
    '\n',
    '/',
    '*',
    ';',
    '<!--',
    '-->',
    'url(x y)',
    '\\',
  ],
  ...['{{if .Data}}a{{end}}', '{{if .Data}}url("a"){{end}}', '{{if .Data}}"{{else}}\'{{end}}'],
];

export function scripts(random: Random): Question {
  const code = random.times(1 + random.integer(5), () => random.pick(SCRIPT)).join('');
  const template = random.pick([
    `<script>${code}</script>`,
    `<SCRIPT type="module">${code}</script >`,
    `<script type="text/x">${code}</script>`,
    `<p onclick="${code.replaceAll('"', '&quot;')}">`,
    `<p onclick='${code.replaceAll("'", '&#39;')}'>`,
  ]);
  return { template: `${template}{{.Data}}`, data: random.pick(['true', 'false']) };
}

export function styles(random: Random): Question {
  const code = random.times(1 + random.integer(5), () => random.pick(STYLE)).join('');
  const template = random.pick([
    `<style>${code}</style>`,
    `<STYLE media=x>${code}</STYLE\n>`,
    `<p style="${code.replaceAll('"', '&#34;')}">`,
    `<p style='${code.replaceAll("'", '&apos;')}'>`,
  ]);
  return { template: `${template}{{.Data}}`, data: random.pick(['true', 'false']) };
}
