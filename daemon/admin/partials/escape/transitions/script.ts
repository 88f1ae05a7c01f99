import { COMMENT_START } from './text.js';
import { slashAfter } from './script-slash.js';
import { BadText, indexOfAny, stay } from './transition.js';
import type { Step, Transition } from './transition.js';
import type { Context, ScriptState } from '../context.js';

/** Where strings, regular expressions and comments begin: only there can `</script>` hide, or a comment end. */
const BEGINNINGS = `"\`'/{}<-#`;

/** Comments, longest first: a script in a page may also have those of HTML, and a `#!` line. */
const COMMENTS: readonly (readonly [string, ScriptState])[] = [
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

/** The code of a script, up to the next token that a `</script>` or a quote could be part of. */
export const inScript: Transition = (context, text): Step => {
  const at = indexOfAny(text, BEGINNINGS);
  if (at < 0) return stay({ ...context, slash: slashAfter(text, context.slash) }, text);
  const here: Context = { ...context, slash: slashAfter(text.slice(0, at), context.slash) };

  const comment = COMMENTS.find(([start]) => text.startsWith(start, at));
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

/** The brace that closes a `${` leads back into the template literal. */
function withBraces(context: Context, change: number): Context {
  const open = (context.braces.at(-1) ?? 0) + change;
  const outer = context.braces.slice(0, -1);
  return open < 0 ? { ...context, braces: outer, state: 'script template' } : { ...context, braces: [...outer, open] };
}
