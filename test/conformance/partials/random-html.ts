import type { Random } from './random.js';

const TAGS = [
  ...[
    'p',
    'div',
    'a',
    'img',
    'td',
    'th',
    'tr',
    'table',
    'ul',
    'li',
    'b',
    'data',
    'time',
    'meter',
    'H2',
    'dl',
    'dt',
    'br',
  ],
  ...[
    'script',
    'style',
    'template',
    'iframe',
    'svg',
    'math',
    'form',
    'textarea',
    'title',
    'xmp',
    'noscript',
    'select',
    'object',
  ],
  ...[
    'font',
    'x-y',
    'h1',
    'body',
    'html',
    'head',
    'foreignObject',
    'mi',
    'annotation-xml',
    'noembed',
    'plaintext',
    'frameset',
    'image',
  ],
];
const NAMES = [
  ...[
    'class',
    'href',
    'src',
    'id',
    'style',
    'onclick',
    'ONLOAD',
    'data-x',
    'aria-label',
    'title',
    'value',
    'colspan',
    'alt',
    'width',
  ],
  ...[
    'formaction',
    'xlink:href',
    'srcset',
    'data-',
    '__proto__',
    'constructor',
    'data-"x',
    'href/',
    'srcdoc',
    'action',
    'lang',
    'is',
  ],
];
const URLS = [
  ...[
    '/a',
    '/a?b=c#d',
    '#x',
    '//evil.test',
    '/\\evil.test',
    '\\/evil.test',
    '/\t/evil.test',
    ' /a ',
    '\n//evil.test',
    '/&#9;/evil.test',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'java\nscript:x',
    '&#106;avascript:x',
    'data:text/html,x',
    'https://evil.test',
    'a/b',
    '',
    '?x',
  ],
  ...[
    '/%2f/x',
    '/./\\x',
    '/\u0000/evil.test',
    '\u0001//evil.test',
    '/&sol;/evil.test',
    '/&bsol;x',
    '\u00a0/x',
    '/x" onclick="y',
  ],
];
const TEXTS = [
  'text',
  '&lt;b&gt;',
  '&amp',
  '<',
  '>',
  '</',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x',
  '<!DOCTYPE html>',
  '\0',
  ' ',
  '\u2028',
  '"',
  "'",
];

/** Hostile markup, rarely well-formed. */
export function randomHtml(random: Random): string {
  return random.times(1 + random.integer(20), () => piece(random)).join('');
}

function piece(random: Random): string {
  const choice = random.next();
  if (choice < 0.3) return random.pick(TEXTS);
  if (choice < 0.55) return `</${random.pick(TAGS)}>`;
  const attributes = random.times(random.integer(4), () => attribute(random)).join('');
  return `<${random.pick(TAGS)}${attributes}${random.pick(['>', '>', '>', '/>', ' >', ''])}`;
}

function attribute(random: Random): string {
  const quote = random.pick(['"', "'", '', '"']);
  return `${random.pick([' ', '/', '\n', ''])}${random.pick(NAMES)}=${quote}${random.pick(URLS)}${quote}`;
}
