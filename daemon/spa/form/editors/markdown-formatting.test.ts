import { expect } from 'chai';
import type { Format } from './markdown-formatting.js';
import { format, FORMATS } from './markdown-formatting.js';
import type { Edit, Marked } from './text-editing.js';

/** "a [b] c": the text between the brackets is selected. */
function marked(shown: string): Marked {
  const start = shown.indexOf('⟦');
  const end = shown.indexOf('⟧') - 1;
  return { text: shown.replace(/[⟦⟧]/g, ''), start, end };
}

function after({ text }: Marked, { from, to, insert, start, end }: Edit): string {
  const next = text.slice(0, from) + insert + text.slice(to);
  return `${next.slice(0, start)}⟦${next.slice(start, end)}⟧${next.slice(end)}`;
}

function pressed(name: Format, shown: string): string {
  const before = marked(shown);
  return after(before, format(name, before));
}

describe('the Markdown toolbar', () => {
  for (const [name, before, expected] of [
    ['bold', 'a ⟦b⟧ c', 'a **⟦b⟧** c'],
    ['bold', 'a **⟦b⟧** c', 'a ⟦b⟧ c'],
    ['bold', 'a ⟦**b**⟧ c', 'a ⟦b⟧ c'],
    ['bold', 'a⟦ b ⟧c', 'a **⟦b⟧** c'],
    ['bold', '⟦⟧', '**⟦⟧**'],
    ['italic', '⟦b⟧', '_⟦b⟧_'],
    ['strike', '⟦b⟧', '~~⟦b⟧~~'],
    ['code', '⟦b⟧', '`⟦b⟧`'],
    ['code', 'x⟦a\nb⟧', 'x\n```\n⟦a\nb⟧\n```\n'],
    ['link', 'a ⟦b⟧', 'a [b](⟦https://⟧)'],
    ['link', '⟦https://example.com⟧', '[⟦⟧](https://example.com)'],
    ['heading', 'one\nt⟦⟧wo', 'one\n## t⟦⟧wo'],
    ['heading', '⟦## two⟧', '⟦### two⟧'],
    ['heading', '⟦### two⟧', '⟦two⟧'],
    ['bullets', 'a⟦a\nb⟧b\nc', '⟦- aa\n- bb⟧\nc'],
    ['bullets', '⟦- aa\n- bb⟧', '⟦aa\nbb⟧'],
    ['bullets', '⟦a\n⟧b', '⟦- a⟧\nb'],
    ['numbers', '⟦a\nb⟧', '⟦1. a\n2. b⟧'],
    ['numbers', '⟦1. a\n2. b⟧', '⟦a\nb⟧'],
    ['quote', '⟦a\nb⟧', '⟦> a\n> b⟧'],
    ['quote', '⟦> a⟧', '⟦a⟧'],
  ] as const) {
    it(`${name}: ${JSON.stringify(before)} → ${JSON.stringify(expected)}`, () =>
      expect(pressed(name, before)).to.equal(expected));
  }

  it('keeps formatting and caret within the text for every button', () => {
    for (const name of FORMATS) {
      for (const shown of ['⟦⟧', '⟦😀⟧', 'a\n⟦⟧\nb', '⟦\n\n⟧', '  ⟦- x⟧']) {
        const before = marked(shown);
        const { from, to, insert, start, end } = format(name, before);
        const length = before.text.length - (to - from) + insert.length;
        expect(start, `${name} ${shown}`).to.be.within(0, end);
        expect(end, `${name} ${shown}`).to.be.at.most(length);
      }
    }
  });
});
