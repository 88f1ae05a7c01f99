import { expect } from 'chai';
import { DocumentCache } from './document-cache.js';

describe('client-documents/document-cache', () => {
  it('gives a document until its life is over', () => {
    let now = 1000;
    const cache = new DocumentCache(10, { now: () => now });
    cache.set('a', null, 50);
    now = 1049;
    expect(cache.get('a')).to.include({ document: null });
    now = 1050;
    expect(cache.get('a')).to.equal(undefined);
  });

  it('never holds more than its capacity, and forgets what was used longest ago', () => {
    const cache = new DocumentCache(2, { now: () => 0 });
    cache.set('a', 1, 50);
    cache.set('b', 2, 50);
    cache.get('a');
    cache.set('c', 3, 50);
    expect(['a', 'b', 'c'].map((url) => cache.get(url)?.document)).to.deep.equal([1, undefined, 3]);
  });

  it('replaces a document without making room for it', () => {
    const cache = new DocumentCache(2, { now: () => 0 });
    for (const [url, document] of [
      ['a', 1],
      ['b', 2],
      ['b', 3],
    ] as const)
      cache.set(url, document, 50);
    expect(['a', 'b'].map((url) => cache.get(url)?.document)).to.deep.equal([1, 3]);
  });

  it('forgets on request', () => {
    const cache = new DocumentCache(2, { now: () => 0 });
    cache.set('a', 1, 50);
    cache.delete('a');
    expect(cache.get('a')).to.equal(undefined);
  });
});
