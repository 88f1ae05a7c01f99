import { key } from '../../../core/described-keys.js';
import type { Keys } from '../yaml/keyed.js';
import type { Reader } from '../yaml/readers.js';
import { flag, integer, scalar } from '../yaml/readers.js';

/** October's editor wraps at the edge (`fluid`) or at a column, and folds in one of three modes. */
const wordWrap: Reader<boolean> = scalar('true, false, off, fluid or a number of columns', (value) => {
  if (typeof value === 'boolean') return value;
  if (value === 'off' || value === 'fluid') return value === 'fluid';
  return typeof value === 'number' ? true : undefined;
});
const folding: Reader<boolean> = scalar('true, false, manual, markbegin or markbeginend', (value) => {
  if (typeof value === 'boolean') return value;
  return value === 'manual' || value === 'markbegin' || value === 'markbeginend' ? true : undefined;
});

/** The keys of October's code editor. */
export const CODE_KEYS = {
  tabSize: key(integer(1, 16), { otherwise: '2', does: 'Columns of a tab stop and of one step of indentation.' }),
  useSoftTabs: key(flag, { otherwise: 'true', does: 'Whether the key Tab inserts spaces.' }),
  showGutter: key(flag, { otherwise: 'true', does: 'Whether lines have numbers.' }),
  wrapWords: key(flag, { otherwise: 'false', does: 'Whether long lines wrap.' }),
  wordWrap: key(wordWrap, {
    otherwise: '`wrapWords`',
    does: "Another name of `wrapWords`, with the values of October's editor.",
  }),
  codeFolding: key(folding, {
    otherwise: 'true',
    does: 'Whether blocks can be folded. A mode of October such as `manual` means true.',
  }),
  highlightActiveLine: key(flag, { otherwise: 'false', does: 'Whether the line of the caret is marked.' }),
  showInvisibles: key(flag, { otherwise: 'false', does: 'Whether spaces and tabs are visible.' }),
} as const satisfies Keys;

/** Its keys that only dress the editor, or that the browser decides. */
export const CODE_DRESSES: readonly string[] = [
  ...['margin', 'showPrintMargin', 'displayIndentGuides', 'highlightSelectedWord', 'autoClosing', 'autocompletion'],
  ...['enableSnippets', 'enableEmmet', 'enableBasicAutocompletion', 'enableLiveAutocompletion'],
];
