import { expect } from 'chai';
import { DocumentCache, freshnessMs } from './document-cache.js';

describe('client-documents: document cache', () => {
  it('returns a document until it expires', () => {
    let now = 1000;
    const cache = new DocumentCache<null>(10, { now: () => now });
    cache.set('a', null, 50);
    now = 1049;
    expect(cache.get('a')).to.include({ value: null });
    now = 1050;
    expect(cache.get('a')).to.equal(undefined);
  });

  it('never exceeds its capacity, and evicts the least recently used document', () => {
    const cache = new DocumentCache<number>(2, { now: () => 0 });
    cache.set('a', 1, 50);
    cache.set('b', 2, 50);
    cache.get('a');
    cache.set('c', 3, 50);
    expect(['a', 'b', 'c'].map((url) => cache.get(url)?.value)).to.deep.equal([1, undefined, 3]);
  });

  it('replaces a document without evicting another', () => {
    const cache = new DocumentCache<number>(2, { now: () => 0 });
    for (const [url, document] of [
      ['a', 1],
      ['b', 2],
      ['b', 3],
    ] as const)
      cache.set(url, document, 50);
    expect(['a', 'b'].map((url) => cache.get(url)?.value)).to.deep.equal([1, 3]);
  });

  it('deletes a document on request', () => {
    const cache = new DocumentCache<number>(2, { now: () => 0 });
    cache.set('a', 1, 50);
    cache.delete('a');
    expect(cache.get('a')).to.equal(undefined);
  });
});

const NOW = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('client-documents: freshness (RFC 9111 §4.2, within 1 minute and 24 hours)', () => {
  const cases: readonly (readonly [Record<string, string>, number])[] = [
    [{}, 5 * MINUTE],
    [{ 'cache-control': 'public' }, 5 * MINUTE],
    [{ 'cache-control': 'max-age=600' }, 10 * MINUTE],
    [{ 'cache-control': 'Public, MAX-AGE = 600' }, 10 * MINUTE],
    [{ 'cache-control': 'max-age="600"' }, 10 * MINUTE],
    [{ 'cache-control': 'max-age=600, s-maxage=1200' }, 20 * MINUTE],
    [{ 'cache-control': 'max-age=600', age: '120' }, 8 * MINUTE],
    [{ 'cache-control': 'max-age=600', age: '900' }, MINUTE],
    [{ 'cache-control': 'max-age=0' }, MINUTE],
    [{ 'cache-control': 'no-store' }, MINUTE],
    [{ 'cache-control': 'no-cache, max-age=600' }, MINUTE],
    [{ 'cache-control': 'private, max-age=600' }, MINUTE],
    [{ 'cache-control': 'max-age=abc' }, MINUTE],
    [{ 'cache-control': 'max-age=-5' }, MINUTE],
    [{ 'cache-control': 'max-age=99999999999999' }, MINUTE],
    [{ 'cache-control': 'max-age=31536000' }, DAY],
    [{ 'cache-control': 'max-age=600, max-age=1200' }, 10 * MINUTE],
    [{ expires: 'Sat, 21 Nov 2026 12:30:00 GMT', date: 'Sat, 21 Nov 2026 12:20:00 GMT' }, 10 * MINUTE],
    [{ expires: 'Sat, 21 Nov 2026 12:30:00 GMT' }, 30 * MINUTE],
    [{ expires: '0' }, MINUTE],
    [{ expires: 'never' }, MINUTE],
    [{ 'cache-control': 'max-age=600', expires: '0' }, 10 * MINUTE],
  ];
  for (const [headers, ms] of cases) {
    it(`${JSON.stringify(headers)} → ${String(ms / MINUTE)} min`, () => {
      expect(freshnessMs(headers, NOW)).to.equal(ms);
    });
  }
});
