import { expect } from 'chai';
import type { Subject } from '../sql/conditions.js';
import { isRepeated, window } from './list-page.js';

describe('the page of a list (admin_query.proto: AdminPage)', () => {
  for (const [number, size, offset] of [
    [1, 1, 0],
    [1, 200, 0],
    [2, 25, 25],
    [7, 200, 1200],
  ] as const) {
    it(`number ${number} of size ${size} begins behind ${offset} records`, () => {
      expect(window({ number, size })).to.deep.equal({ offset, size });
    });
  }
});

describe('lists whose query is kept for other callers', () => {
  const [open, limited] = [{ name: 'Open' }, { name: 'Limited' }];
  const subject = {
    relations: { open: { model: open }, limited: { model: limited } },
    isLimited: (model: unknown) => model === limited,
  } as unknown as Subject;
  const sort = (relation: string) => ({ column: { relation, column: 'name' }, descending: false });
  const where = (relation: string, operator = 'ADMIN_COMPARISON_OPERATOR_EQUAL') => ({
    condition: 'comparison',
    comparison: { column: { relation, column: 'name' }, operator, values: [] },
    relatedTo: null,
  });
  const to = (relation: string) => ({ condition: 'relatedTo', comparison: null, relatedTo: { relation, ids: ['1'] } });
  const ask = (asked: object) => isRepeated(subject, { search: null, conditions: [], sorts: [], ...asked });

  it('do not depend on scopes of related records, which may differ for each of them (HC-31)', () => {
    for (const asked of [
      {},
      { sorts: [sort(''), sort('open')] },
      { conditions: [where(''), where('open'), to('open')] },
    ])
      expect(ask(asked), JSON.stringify(asked)).to.equal(true);
    for (const asked of [
      { sorts: [sort('open'), sort('limited')] },
      { conditions: [where('open'), where('limited')] },
      { conditions: [to('limited'), to('open')] },
    ])
      expect(ask(asked), JSON.stringify(asked)).to.equal(false);
  });

  it('are no searches, which come once', () => {
    expect(ask({ search: { mode: 'ADMIN_SEARCH_MODE_ALL', terms: [], columns: [] } })).to.equal(false);
    expect(ask({ conditions: [where('', 'ADMIN_COMPARISON_OPERATOR_CONTAINS')] })).to.equal(false);
  });
});
