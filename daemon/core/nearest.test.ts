import { expect } from 'chai';
import { nearestOf } from './nearest.js';

describe('nearest name', () => {
  const known = ['label', 'sortable', 'searchable', 'noRecordsMessage'];

  it('finds a name despite a typo, in any case', () => {
    expect(nearestOf('lable', known)).to.equal('label');
    expect(nearestOf('serchable', known)).to.equal('searchable');
    expect(nearestOf('norecordsmesage', known)).to.equal('noRecordsMessage');
  });

  it('finds the first of several equally near names', () => {
    expect(nearestOf('cat', ['bat', 'rat'])).to.equal('bat');
  });

  for (const [length, slips] of [
    [4, 2],
    [11, 2],
    [12, 3],
    [16, 4],
    [40, 4],
  ] as const) {
    it(`allows ${slips} wrong letters in a name of ${length}, and no more`, () => {
      const candidate = 'abcdefghij'.repeat(4).slice(0, length);
      const withSlips = (count: number) => '#'.repeat(count) + candidate.slice(count);
      expect(nearestOf(withSlips(slips), [candidate])).to.equal(candidate);
      expect(nearestOf(withSlips(slips + 1), [candidate])).to.equal(undefined);
    });
  }

  it('returns nothing rather than a far-fetched name', () => {
    expect(nearestOf('permissions', known)).to.equal(undefined);
    expect(nearestOf('x', [])).to.equal(undefined);
    expect(nearestOf('a', ['abcdef'])).to.equal(undefined);
    expect(nearestOf('labelxyz', ['label'])).to.equal(undefined);
  });

  it('skips only what is too far away: it agrees with the whole Levenshtein distance', () => {
    const words = ['', 'a', 'b'].flatMap((x) =>
      ['', 'a', 'b', 'c'].flatMap((y) => ['', 'ab', 'ca'].map((z) => x + y + z)),
    );
    const plain = (a: string, b: string): number => {
      if (a === '' || b === '') return a.length + b.length;
      const change = plain(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1);
      return Math.min(change, plain(a.slice(1), b) + 1, plain(a, b.slice(1)) + 1);
    };
    for (const name of words) {
      const distances = words.map((word) => plain(name, word));
      const least = Math.min(...distances);
      expect(nearestOf(name, words), name).to.equal(least <= 2 ? words[distances.indexOf(least)] : undefined);
      for (const [index, word] of words.entries()) {
        const isNear = (distances[index] ?? 0) <= 2;
        expect(nearestOf(name, [word]), `${name} ${word}`).to.equal(isNear ? word : undefined);
      }
    }
  });
});
