import type { Edit, Marked } from './text-editing.js';
import { changeLines } from './text-editing.js';

/** The formatting actions above a Markdown text. Applying one again removes the formatting. */
export const FORMATS = ['bold', 'italic', 'strike', 'code', 'link', 'heading', 'bullets', 'numbers', 'quote'] as const;
export type Format = (typeof FORMATS)[number];

export function format(name: Format, marked: Marked): Edit {
  switch (name) {
    case 'bold':
      return wrap(marked, '**');
    case 'italic':
      return wrap(marked, '_');
    case 'strike':
      return wrap(marked, '~~');
    case 'code':
      return marked.text.slice(marked.start, marked.end).includes('\n') ? fence(marked) : wrap(marked, '`');
    case 'link':
      return link(marked);
    case 'heading':
      return changeLines(marked, (lines) => lines.map(nextHeading));
    case 'bullets':
      return prefixLines(marked, /^(\s*)[-*+] /, () => '- ');
    case 'numbers':
      return prefixLines(marked, /^(\s*)\d+[.)] /, (index) => `${String(index + 1)}. `);
    case 'quote':
      return prefixLines(marked, /^(\s*)> ?/, () => '> ');
  }
}

function wrap({ text, start, end }: Marked, mark: string): Edit {
  const size = mark.length;
  const inner = text.slice(start, end);
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    return { from: start - size, to: end + size, insert: inner, start: start - size, end: end - size };
  }
  if (inner.length >= 2 * size && inner.startsWith(mark) && inner.endsWith(mark)) {
    const bare = inner.slice(size, -size);
    return { from: start, to: end, insert: bare, start, end: start + bare.length };
  }
  // Leave spaces at the edges outside: "** a**" is not bold.
  const [, before = '', word = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(inner) ?? [];
  const from = start + before.length + size;
  return { from: start, to: end, insert: before + mark + word + mark + after, start: from, end: from + word.length };
}

function fence({ text, start, end }: Marked): Edit {
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const inner = text.slice(start, end).replace(/\n$/, '');
  const insert = `${before}\`\`\`\n${inner}\n\`\`\`\n`;
  const from = start + before.length + 4;
  return { from: start, to: end, insert, start: from, end: from + inner.length };
}

/**
 * Selects the address, ready to be typed over. If the selection is itself an address, the caret is where the link text
 * goes.
 */
function link({ text, start, end }: Marked): Edit {
  const inner = text.slice(start, end);
  if (/^(https?:\/\/|\/)\S*$/.test(inner)) {
    return { from: start, to: end, insert: `[](${inner})`, start: start + 1, end: start + 1 };
  }
  const address = 'https://';
  const from = start + inner.length + 3;
  return { from: start, to: end, insert: `[${inner}](${address})`, start: from, end: from + address.length };
}

/** Cycles through ##, ### and no heading. The record title is already #. */
function nextHeading(line: string): string {
  const [, marks = '', rest = ''] = /^(#{0,6}) ?(.*)$/.exec(line) ?? [];
  if (marks === '') return `## ${line}`;
  return marks.length === 2 ? `### ${rest}` : rest;
}

function prefixLines(marked: Marked, existing: RegExp, prefix: (index: number) => string): Edit {
  return changeLines(marked, (lines) =>
    lines.every((line) => existing.test(line))
      ? lines.map((line) => line.replace(existing, '$1'))
      : lines.map((line, index) => prefix(index) + line),
  );
}
