import { expect } from 'chai';
import type { Edit, Marked } from './text-editing.js';
import { indent, newLine, outdent } from './text-editing.js';

function pressed(press: (marked: Marked) => Edit, shown: string): string {
  const text = shown.replace(/[⟦⟧]/g, '');
  const { from, to, insert, start, end } = press({ text, start: shown.indexOf('⟦'), end: shown.indexOf('⟧') - 1 });
  const next = text.slice(0, from) + insert + text.slice(to);
  return `${next.slice(0, start)}⟦${next.slice(start, end)}⟧${next.slice(end)}`;
}

describe('indentation in the code editor', () => {
  for (const [name, press, before, after] of [
    ['Tab', indent, '⟦⟧a', '  ⟦⟧a'],
    ['Tab', indent, 'a⟦⟧', 'a ⟦⟧'],
    ['Tab', indent, '⟦a\n\nb⟧', '⟦  a\n\n  b⟧'],
    ['Tab', indent, 'a⟦b\nc⟧d', '⟦  ab\n  cd⟧'],
    ['Shift+Tab', outdent, '  a⟦⟧', 'a⟦⟧'],
    ['Shift+Tab', outdent, ' ⟦⟧a', '⟦⟧a'],
    ['Shift+Tab', outdent, 'x\n⟦    a\n\tb\nc⟧', 'x\n⟦  a\nb\nc⟧'],
    ['Shift+Tab', outdent, '⟦⟧  a', '⟦⟧a'],
    ['Enter', newLine, '  a⟦⟧b', '  a\n  ⟦⟧b'],
    ['Enter', newLine, '\ta ⟦x⟧', '\ta \n\t⟦⟧'],
    ['Enter', newLine, ' ⟦⟧  a', ' \n ⟦⟧  a'],
  ] as const) {
    it(`${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`, () =>
      expect(pressed(press, before)).to.equal(after));
  }
});
