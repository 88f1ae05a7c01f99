import type { Slash } from '../context.js';

const SPACE_AT_END = '\t\n\f\r \u2028\u2029';
const BEFORE_REGEXP = ',<>=*%&|^?!~([:;{}';
/** Keywords after which an expression begins; after every other word it goes on. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'break case continue delete do else finally in instanceof return throw try typeof void'.split(' '),
);

/** What a `/` behind this code begins. A guess, as it must be without parsing the script; `before` where it says nothing. */
export function slashAfter(code: string, before: Slash): Slash {
  let end = code.length;
  while (end > 0 && SPACE_AT_END.includes(code.charAt(end - 1))) end -= 1;
  if (end === 0) return before;
  const last = code.charAt(end - 1);
  if (last === '+' || last === '-') {
    // `x++ /` divides, `x + /` does not.
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
