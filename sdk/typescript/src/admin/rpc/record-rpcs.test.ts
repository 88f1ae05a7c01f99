import { expect } from 'chai';
import type { Transaction } from 'kysely';
import type { AnyTables } from '../model/model.js';
import type { Registry } from '../registry.js';
import type { Called } from './record-rpcs.js';
import { contextOf, learnTypes } from './record-rpcs.js';

const TRX = {} as Transaction<AnyTables>;
const NO_QUERY = { conditions: [], sorts: [], selection: null };
const [ONE, TWO] = [{ condition: 'one' }, { condition: 'two' }];
const selection = (columns: string[], relations: object[] = []) => ({ columns, relations });

describe('what a request needs to know of the types of its columns', () => {
  const cases: Record<string, [request: object, conditions: object[], readsColumns: boolean]> = {
    'a request without any': [{}, [], false],
    'the values of a form': [{ formValues: [] }, [], true],
    'records to import': [{ records: [] }, [], true],
    'a record without columns': [{ selection: selection([]) }, [], false],
    'the columns of a record': [{ selection: selection(['title']) }, [], true],
    'the relations of a record': [{ selection: selection([], [{}]) }, [], true],
    'no query': [{ query: null }, [], false],
    'a query of ids': [{ query: { ...NO_QUERY, conditions: [ONE, TWO] } }, [ONE, TWO], false],
    'a query of columns': [{ query: { ...NO_QUERY, selection: selection(['title']) } }, [], true],
    'a query in an order': [{ query: { ...NO_QUERY, sorts: [{}] } }, [], true],
    'several queries': [
      {
        queries: [
          { query: { ...NO_QUERY, conditions: [ONE] } },
          { query: null },
          { query: { ...NO_QUERY, conditions: [TWO] } },
        ],
      },
      [ONE, TWO],
      false,
    ],
    'several queries, one of them of columns': [
      { queries: [{ query: NO_QUERY }, { query: { ...NO_QUERY, selection: selection([], [{}]) } }] },
      [],
      true,
    ],
    'records that match': [{ matching: { conditions: [ONE] } }, [ONE], false],
    'records that match nothing': [{ matching: null, query: { ...NO_QUERY, conditions: [TWO] } }, [TWO], false],
  };
  for (const [name, [request, conditions, readsColumns]] of Object.entries(cases)) {
    it(`for ${name}`, async () => {
      const learned: unknown[] = [];
      const nativeTypes = { learn: (...given: unknown[]) => Promise.resolve(void learned.push(...given)) };
      await learnTypes({ nativeTypes } as unknown as Registry, request as Called, TRX);
      expect(learned).to.deep.equal([TRX, conditions, readsColumns]);
    });
  }
});

describe('the context of hooks and scopes', () => {
  it('has the caller of the request, without its session', () => {
    const caller = {
      administratorId: '1',
      login: 'ada',
      superuser: true,
      permissions: ['acme'],
      locale: 'de',
      session: null,
    };
    expect(contextOf(caller, TRX)).to.deep.equal({
      caller: { id: '1', login: 'ada', superuser: true, permissions: ['acme'], locale: 'de' },
      trx: TRX,
    });
  });
});
