import type { Mutant } from './mutant.js';

/** One textual change to a line of a Redis script, for each occurrence of `from`. */
const CHANGES: readonly (readonly [from: RegExp, to: string])[] = [
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/(?<![<>=~])<(?!=)/g, '<='],
  [/(?<![<>=~-])>(?!=)/g, '>='],
  [/==/g, '~='],
  [/~=/g, '=='],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\bPTTL\b/g, 'TTL'],
  [/\bPEXPIRE\b/g, 'EXPIRE'],
  [/\bINCR\b/g, 'DECR'],
  [/\b1\b/g, '2'],
  [/\b0\b/g, '1'],
  [/\bnil\b/g, 'false'],
];

/** A call whose result is unused can be left out. */
const STATEMENT = /^\s*redis\.call\(.*\)\s*$/;

/** The code of every line. Comments are left out: changing one has no effect. */
function withoutComments(content: string): string[] {
  const blank = (comment: string): string => comment.replace(/[^\n]+/g, '');
  return content
    .replace(/--\[\[[^]*?\]\]/g, blank)
    .replace(/--.*$/gm, blank)
    .split('\n');
}

export function luaMutants(file: string, content: string): Mutant[] {
  const lines = content.split('\n');
  const mutants: Mutant[] = [];
  withoutComments(content).forEach((code, index) => {
    if (code.trim() === '') return;
    for (const [from, to] of CHANGES) {
      for (const match of code.matchAll(from)) {
        add(index, 'LuaToken', code.slice(0, match.index) + to + code.slice(match.index + match[0].length));
      }
    }
    if (STATEMENT.test(code)) add(index, 'LuaStatement', '');
  });
  return mutants;

  function add(index: number, mutator: string, replacement: string): void {
    mutants.push({
      id: `${file}:${mutants.length}`,
      file,
      line: index + 1,
      mutator,
      original: lines[index]!.trim(),
      replacement: replacement.trim(),
      content: lines.with(index, replacement).join('\n'),
    });
  }
}
