import type { Context, ScriptState, Slash, State, StyleState } from './context.js';
import type { Step, Transition } from './html-transition.js';
import { BadText, COMMENT_START, indexOfAny, inUrl, skipSpace, stay } from './html-transition.js';

const BLOCK_END = '*/';

export const inBlockComment: Transition = (context, text): Step => {
  const end = text.indexOf(BLOCK_END);
  return end < 0 ? stay(context, text) : { context: { ...context, state: around(context.state) }, length: end + 2 };
};

/** The line break is not part of the comment. */
export const inLineComment: Transition = (context, text): Step => {
  const end = text.search(around(context.state) === 'script' ? /[\n\r\u2028\u2029]/ : /[\n\f\r]/);
  return end < 0 ? stay(context, text) : { context: { ...context, state: around(context.state) }, length: end };
};

function around(state: State): State {
  return state.startsWith('script') ? 'script' : 'style';
}

const SPACE_AT_END = '\t\n\f\r \u2028\u2029';
const BEFORE_REGEXP = ',<>=*%&|^?!~([:;{}';
/** Keywords that precede a new expression. After any other word, the expression continues. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'break case continue delete do else finally in instanceof return throw try typeof void'.split(' '),
);

/**
 * Decides what a `/` after this code begins. Without a parser for scripts, this is necessarily a guess; `before` applies if the
 * code does not determine it.
 */
function slashAfter(code: string, before: Slash): Slash {
  let end = code.length;
  while (end > 0 && SPACE_AT_END.includes(code.charAt(end - 1))) end -= 1;
  if (end === 0) return before;
  const last = code.charAt(end - 1);
  if (last === '+' || last === '-') {
    // In `x++ /`, the slash divides; in `x + /`, it starts a regular expression.
    let start = end - 1;
    while (start > 0 && code.charAt(start - 1) === last) start -= 1;
    return (end - start) % 2 === 1 ? 'regexp' : 'division';
  }
  if (last === '.') return /\d/.test(code.charAt(end - 2)) ? 'division' : 'regexp';
  if (BEFORE_REGEXP.includes(last)) return 'regexp';
  let start = end;
  while (start > 0 && /[\w$]/.test(code.charAt(start - 1))) start -= 1;
  return KEYWORDS.has(code.slice(start, end)) ? 'regexp' : 'division';
}

const END_TAG = '</script';

/** Inside a string or a regular expression of a script. */
export const inScriptLiteral: Transition = (context, text): Step => {
  const isRegexp = context.state === 'script regexp';
  const special = isRegexp ? '\\/[]' : context.state === "script 'string'" ? "\\'" : '\\"';
  let inCharset = false;
  for (let at = indexOfAny(text, special); at >= 0; at = indexOfAny(text, special, at + 1)) {
    switch (text[at]) {
      case '\\':
        at += 1;
        requireEscaped(text, at);
        break;
      case '[':
        inCharset = true;
        break;
      case ']':
        inCharset = false;
        break;
      default:
        // A later step escapes an end tag in a regular expression, so its slash does not end the literal.
        if (isRegexp && isEndTag(text, at)) at += 1;
        else if (!inCharset) return { context: { ...context, state: 'script', slash: 'division' }, length: at + 1 };
    }
  }
  if (inCharset) throw new BadText(`unfinished charset of a regular expression: ${shown(text)}`);
  return stay(context, text);
};

/** Inside a template literal, up to its end or to the next `${`. */
export const inScriptTemplate: Transition = (context, text): Step => {
  for (let at = indexOfAny(text, '`\\$'); at >= 0; at = indexOfAny(text, '`\\$', at + 1)) {
    if (text[at] === '\\') {
      at += 1;
      requireEscaped(text, at);
    } else if (text[at] === '`') {
      return { context: { ...context, state: 'script' }, length: at + 1 };
    } else if (text[at + 1] === '{') {
      const inside: Context = { ...context, state: 'script', braces: [...context.braces, 0] };
      return { context: inside, length: at + 2 };
    }
  }
  return stay(context, text);
};

function isEndTag(text: string, slash: number): boolean {
  return slash > 0 && text.slice(slash - 1, slash - 1 + END_TAG.length).toLowerCase() === END_TAG;
}

/** Rejects an escape at the end of the text, because the value after it would complete the escape. */
function requireEscaped(text: string, at: number): void {
  if (at >= text.length) throw new BadText(`unfinished escape in a script: ${shown(text)}`);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(-32));
}

/**
 * The first characters of strings, regular expressions and comments: only inside those can `</script>` hide, or a comment end.
 */
const BEGINNINGS = `"\`'/{}<-#`;

/** Comments, longest first: a script in a page may also contain HTML comments and a `#!` line. */
const SCRIPT_COMMENTS: readonly (readonly [string, ScriptState])[] = [
  [COMMENT_START, 'script <!-- comment'],
  ['-->', 'script --> comment'],
  ['//', 'script line comment'],
  ['/*', 'script block comment'],
  ['#!', 'script line comment'],
];

const STRINGS: Readonly<Record<string, ScriptState>> = {
  '"': 'script "string"',
  "'": "script 'string'",
  '`': 'script template',
};

/** The code of a script, up to the next token that could contain a `</script>` or a quote. */
export const inScript: Transition = (context, text): Step => {
  const at = indexOfAny(text, BEGINNINGS);
  if (at < 0) return stay({ ...context, slash: slashAfter(text, context.slash) }, text);
  const here: Context = { ...context, slash: slashAfter(text.slice(0, at), context.slash) };

  const comment = SCRIPT_COMMENTS.find(([start]) => text.startsWith(start, at));
  if (comment) return { context: { ...here, state: comment[1] }, length: at + comment[0].length };
  return { context: afterBeginning(here, text.charAt(at), text.slice(at)), length: at + 1 };
};

function afterBeginning(context: Context, character: string, rest: string): Context {
  const string = STRINGS[character];
  if (string) return { ...context, state: string, slash: 'regexp' };
  switch (character) {
    case '/':
      return afterSlash(context, rest);
    case '{':
      return context.braces.length === 0 ? context : withBraces(context, 1);
    case '}':
      return context.braces.length === 0 ? context : withBraces(context, -1);
    default:
      return context;
  }
}

function afterSlash(context: Context, rest: string): Context {
  switch (context.slash) {
    case 'regexp':
      return { ...context, state: 'script regexp' };
    case 'division':
      return { ...context, slash: 'regexp' };
    case 'unknown':
      throw new BadText(`/ could be a division or begin a regular expression: ${JSON.stringify(rest.slice(0, 32))}`);
  }
}

/** The brace that closes a `${` returns to the template literal. */
function withBraces(context: Context, change: number): Context {
  const open = (context.braces.at(-1) ?? 0) + change;
  const outer = context.braces.slice(0, -1);
  return open < 0 ? { ...context, braces: outer, state: 'script template' } : { ...context, braces: [...outer, open] };
}

const URL_FUNCTION = /(?:^|[^\w\x80-\u{10ffff}-])url[\t\n\f\r ]*$/iu;
const STYLE_COMMENTS: Readonly<Record<string, StyleState>> = { '/': 'style line comment', '*': 'style block comment' };
const ENDS: Readonly<Partial<Record<StyleState, string>>> = {
  'style "string"': '\\"',
  'style url("")': '\\"',
  "style 'string'": "\\'",
  "style url('')": "\\'",
  'style url()': '\\\t\n\f\r )',
};

/** CSS, up to the next string, URL or comment. */
export const inStyle: Transition = (context, text): Step => {
  const to = (state: StyleState, length: number): Step => ({ context: { ...context, state }, length });
  for (let at = indexOfAny(text, `("'/`); at >= 0; at = indexOfAny(text, `("'/`, at + 1)) {
    const character = text[at];
    if (character === '"') return to('style "string"', at + 1);
    if (character === "'") return to("style 'string'", at + 1);
    if (character === '/') {
      const comment = STYLE_COMMENTS[text.charAt(at + 1)];
      if (comment) return to(comment, at + 2);
    } else if (URL_FUNCTION.test(text.slice(Math.max(0, at - 64), at))) {
      const start = skipSpace(text, at + 1);
      if (text[start] === '"') return to('style url("")', start + 1);
      if (text[start] === "'") return to("style url('')", start + 1);
      return to('style url()', start);
    }
  }
  return stay(context, text);
};

/** Inside a string or URL of CSS. */
export const inStyleLiteral: Transition = (context, text): Step => {
  const ends = ENDS[context.state as StyleState] ?? '';
  let here: Context = context;
  let from = 0;
  for (let at = indexOfAny(text, ends); at >= 0; at = indexOfAny(text, ends, from)) {
    if (text[at] !== '\\') return { context: { ...here, state: 'style' }, length: at + 1 };
    if (at + 1 === text.length) throw new BadText('unfinished escape in a style');
    here = inUrl(here, text.slice(0, at + 2)).context;
    from = at + 2;
  }
  return from === text.length ? stay(here, text) : stay(inUrl(here, text.slice(from)).context, text);
};
