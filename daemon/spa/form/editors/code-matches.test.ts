import { expect } from 'chai';
import { matchBefore, matchesOf, matchFrom } from './code-matches.js';

describe('finding text in code (AD-465)', () => {
  const found = (code: string, text: string, matchesCase = false) =>
    matchesOf(code, { text, matchesCase }).map(({ from, to }) => [from, to]);

  it('finds every place in order, without overlaps, and nothing for an empty text', () => {
    expect(found('aXa\nxaaa', 'aa')).to.deep.equal([[5, 7]]);
    expect(found('abab', 'ab')).to.deep.equal([
      [0, 2],
      [2, 4],
    ]);
    expect(found('abab', '')).to.deep.equal([]);
    expect(found('abab', 'c')).to.deep.equal([]);
  });

  it('ignores case unless told otherwise, at the right places after letters whose case has another length', () => {
    expect(found('Über ÜBER', 'über')).to.deep.equal([
      [0, 4],
      [5, 9],
    ]);
    expect(found('İstanbul x', 'X')).to.deep.equal([[9, 10]]);
    expect(found('Über ÜBER', 'ÜBER', true)).to.deep.equal([[5, 9]]);
  });

  it('takes every character as itself, also those of patterns', () => {
    for (const text of ['^$\\.*+?()[]{}|/', '[a-z]', '\\d', 'a-b', '#&~"\'`,;:<>=!%@', '\\', '\t', ' ']) {
      expect(found(`x${text}x${text}`, text), text).to.deep.equal([
        [1, 1 + text.length],
        [2 + text.length, 2 + 2 * text.length],
      ]);
    }
    expect(found('abc', '.')).to.deep.equal([]);
  });

  it('never finds half of a character', () => {
    expect(found('😀', '\ud83d')).to.deep.equal([]);
    expect(found('a😀b😀', '😀')).to.deep.equal([
      [1, 3],
      [4, 6],
    ]);
  });

  it('steps to the next and the previous place, and goes on at the other end', () => {
    const matches = matchesOf('ab ab ab', { text: 'ab', matchesCase: false });
    expect([0, 1, 3, 7].map((position) => matchFrom(matches, position)?.from)).to.deep.equal([0, 3, 3, 0]);
    expect([0, 2, 5, 8].map((position) => matchBefore(matches, position)?.from)).to.deep.equal([6, 0, 3, 6]);
    expect([matchFrom([], 0), matchBefore([], 0)]).to.deep.equal([undefined, undefined]);
  });
});
