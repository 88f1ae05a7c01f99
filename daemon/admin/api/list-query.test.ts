import { expect } from 'chai';
import { parseQuery } from '../../http/parameters.js';
import { AdminError } from './errors.js';
import type { ListParameters } from './list-query.js';
import { listParameters, searchTerms } from './list-query.js';
import type { FurtherParameter } from './query-grammar.js';

const SIZES = { default: 20, maximum: 200 };

function read(query: string): ListParameters {
  const result = listParameters(parseQuery(query, 1000) ?? [], SIZES, ['sort', 'total', 'filter', 'ids']);
  if (result instanceof AdminError) throw new Error(JSON.stringify(result));
  return result;
}

function problems(query: string) {
  const result = listParameters(parseQuery(query, 1000) ?? [], SIZES, ['sort', 'total', 'filter', 'ids']);
  return result instanceof AdminError ? [result.code, result.details.fields] : [];
}

function refused(query: string): unknown[] {
  const [code, fields = {}] = problems(query);
  return code === undefined ? [] : [code, ...Object.keys(fields)];
}

const atMost = (maximum: number) => ({ rule: 'list_length', parameters: { maximum } });
const upTo = (maximum: number) => ({ rule: 'integer_range', parameters: { minimum: 1, maximum } });
const REPEATED = { rule: 'repeated' };
const UNKNOWN = { rule: 'unknown' };

function manyIds(count: number): string {
  return Array.from({ length: count }, (_, n) => `ids[]=${n}&`).join('');
}

describe('admin: list parameters (AD-68)', () => {
  it('returns the first page in its default order for an empty query', () => {
    const { page, perPage, search, sorts, filters, ids } = read('');
    expect({ page, perPage, search, sorts, ids }).to.deep.equal({
      page: 1,
      perPage: 20,
      search: '',
      sorts: [],
      ids: [],
    });
    expect(filters.size).to.equal(0);
  });

  it('rejects a page behind the first 100,000 records (docs/admin/api.md, Envelopes)', () => {
    expect(read('page=5000&per_page=20').page).to.equal(5000);
    const page = [{ rule: 'page_depth', parameters: { maximum: 100_000 } }];
    expect(problems('page=5001&per_page=20')).to.deep.equal(['validation_failed', { page }]);
    expect(refused('page=501&per_page=200')).to.deep.equal(['validation_failed', 'page']);
  });

  it('counts exactly only for total=exact', () => {
    expect(read('').exactTotal).to.equal(false);
    expect(read('total=exact').exactTotal).to.equal(true);
    for (const query of ['total=', 'total=all', 'total=exact&total=exact']) {
      expect(refused(query), query).to.deep.equal(['validation_failed', 'total']);
    }
  });

  it('reads page, per_page, search and a list of sorts', () => {
    const asked = read('page=3&per_page=200&search=%20two+words%20&sort=-created_at,title');
    expect(asked).to.include({ page: 3, perPage: 200, search: 'two words' });
    expect(asked.sorts).to.deep.equal([
      { column: 'created_at', descending: true },
      { column: 'title', descending: false },
    ]);
  });

  it('reads filters in all of their forms', () => {
    const { filters } = read(
      'filter[state]=open&filter[tags][]=1&filter[tags][]=2&filter%5Bprice%5D%5Bmin%5D=5&filter[price][max]=9&filter[on][after]=2026-01-01&filter[on][before]=',
    );
    expect(filters.get('state')?.values).to.deep.equal(['open']);
    expect(filters.get('tags')?.values).to.deep.equal(['1', '2']);
    expect([...(filters.get('price')?.bounds ?? [])]).to.deep.equal([
      ['min', '5'],
      ['max', '9'],
    ]);
    expect([...(filters.get('on')?.bounds ?? [])]).to.deep.equal([
      ['after', '2026-01-01'],
      ['before', ''],
    ]);
  });

  it('reads the columns of a list, which may be none', () => {
    const ofList = (query: string) => {
      const result = listParameters(parseQuery(query) ?? [], SIZES);
      return result instanceof AdminError ? expect.fail(JSON.stringify(result)) : result;
    };
    expect(ofList('').columns).to.equal(undefined);
    expect(ofList('columns=').columns).to.deep.equal(new Set());
    const { columns, sorts, exactTotal, filters } = ofList('columns=b,a&sort=a&total=exact&filter[c]=1');
    expect([...(columns ?? [])]).to.deep.equal(['b', 'a']);
    expect([sorts.length, exactTotal, filters.size]).to.deep.equal([1, true, 1]);
  });

  it('takes the defaults for empty values', () => {
    const asked = read('page=&per_page=&search=&sort=');
    expect(asked).to.deep.include({ page: 1, perPage: 20, search: '', sorts: [] });
  });

  it('splits a search into at most 20 words, in one spelling', () => {
    expect(searchTerms('cafe\u0301  de\tparis')).to.deep.equal(['caf\u00e9', 'de', 'paris']);
    expect(searchTerms(Array<string>(20).fill('a').join(' '))).to.have.length(20);
    const tooMany = { rule: 'search_terms', parameters: { maximum: 20 } };
    expect(searchTerms(Array<string>(21).fill('a').join(' '))).to.deep.equal(tooMany);
  });

  it('accepts any name for a scope', () => {
    const { filters } = read('filter[__proto__]=1&filter[constructor]=2');
    expect([...filters.keys()]).to.deep.equal(['__proto__', 'constructor']);
  });

  it('reads ids[], and counts one that is sent twice once (docs/admin/api.md, Queries)', () => {
    expect(read('ids[]=1&ids[]=a-b&ids[]=1').ids).to.deep.equal(['1', 'a-b']);
  });

  it('reports every unknown parameter by name (docs/admin/api.md, Queries)', () => {
    expect(refused('_=1&perPage=5&ids=1&form=1&filtering=x&page=1')).to.deep.equal([
      'validation_failed',
      '_',
      'perPage',
      'ids',
      'form',
      'filtering',
    ]);
    expect(refused('toString=1&__proto__=2')).to.deep.equal(['validation_failed', 'toString', '__proto__']);
  });

  it('accepts optional parameters only on endpoints that support them', () => {
    const query = 'sort=a&filter[b]=1&ids[]=1&form[c]=2';
    const refusedAmong = (further: readonly FurtherParameter[]) => {
      const result = listParameters(parseQuery(query) ?? [], SIZES, further);
      return result instanceof AdminError ? Object.keys(result.details.fields ?? {}) : [];
    };
    expect(refusedAmong([])).to.deep.equal(['sort', 'filter[b]', 'ids[]', 'form[c]']);
    expect(refusedAmong(['ids', 'form'])).to.deep.equal(['sort', 'filter[b]']);
    expect(refusedAmong(['sort', 'filter', 'ids', 'form'])).to.deep.equal([]);
  });

  it('accepts values up to its limits', () => {
    expect(read('page=100000&per_page=1')).to.include({ page: 100_000, perPage: 1 });
    expect(read(`search=${'a'.repeat(200)}`).search).to.have.length(200);
    expect(read('sort=a,b,c,d,e').sorts).to.have.length(5);
    expect(read(manyIds(200)).ids).to.have.length(200);
    expect(read('filter[a][]=1&'.repeat(200)).filters.get('a')?.values).to.have.length(200);
  });

  for (const [query, field, problem] of [
    ['page=0', 'page', upTo(1_000_000)],
    ['page=-1', 'page', upTo(1_000_000)],
    ['page=1.5', 'page', upTo(1_000_000)],
    ['page=x', 'page', upTo(1_000_000)],
    ['page=99999999', 'page', upTo(1_000_000)],
    ['page=1&page=2', 'page', REPEATED],
    ['per_page=201', 'per_page', upTo(200)],
    ['per_page=0', 'per_page', upTo(200)],
    [`search=${'a'.repeat(201)}`, 'search', { rule: 'string_length', parameters: { maximum: 200 } }],
    ['search=%00', 'search', { rule: 'string_characters' }],
    ['sort=a,-a', 'sort', REPEATED],
    ['sort=a,b,c,d,e,f', 'sort', atMost(5)],
    ['filter=1', 'filter', UNKNOWN],
    ['filter[]=1', 'filter[]', UNKNOWN],
    ['filter[a][b][c]=1', 'filter[a][b][c]', UNKNOWN],
    ['filter[x]filter[a]=1', 'filter[x]filter[a]', UNKNOWN],
    ['filter[a][between]=1', 'filter[a][between]', UNKNOWN],
    ['filter[a]=1&filter[a]=2', 'filter[a]', REPEATED],
    ['filter[a][min]=1&filter[a][min]=2', 'filter[a][min]', REPEATED],
    ['filter[a]=%00', 'filter[a]', { rule: 'string_characters' }],
    ['ids[]=', 'ids', { rule: 'choice' }],
    [manyIds(201), 'ids', atMost(200)],
    ['filter[a][]=1&'.repeat(201), 'filter[a][]', atMost(200)],
    ['page=1000001&per_page=1', 'page', upTo(1_000_000)],
  ] as const) {
    it(`returns 422 on ${field} for ${query.slice(0, 40)}`, () => {
      expect(problems(query)).to.deep.equal(['validation_failed', { [field]: [problem] }]);
    });
  }
});
