import { expect } from 'chai';
import type { ListQuery } from '../../admin/model/query.js';
import { CALL, rejection } from '../testing/small-host.js';
import { adminHost, CALLER, NAME, SENT_CALLER, TAGS } from '../testing/blog.js';

const TARGET = { caller: CALLER, controller: 'acme.blog.posts', id: '7', relation: TAGS };
const SENT = { caller: SENT_CALLER, controller: 'acme.blog.posts', id: '7', relation: 'tags' };
const QUERY: ListQuery = {
  selection: { columns: [NAME], relations: [] },
  conditions: [],
  scopes: [],
  search: { mode: 'any', terms: ['a', 'b'], columns: [{ column: NAME }] },
  sorts: [],
  page: { number: 1, size: 20 },
  count: false,
};
const TAG = { id: '1', cells: [{ stringValue: 'red' }] };
const PAGE = {
  outcome: 'found',
  value: { records: [{ id: '1', cells: [{ kind: 'string', value: 'red' }], relations: [] }], hasMore: false },
};

describe('host: relation store (admin_record.proto)', () => {
  for (const [rpc, method] of [
    ['ListRelated', 'related'],
    ['ListCandidates', 'candidates'],
  ] as const) {
    it(`${method}: returns a page, or no such record`, async () => {
      const answers: object[] = [{ page: { records: [TAG] } }, { notFound: {} }];
      const host = await adminHost({ [rpc]: () => answers.shift() ?? {} });
      const { relations } = host.link.admin;
      const ask = () =>
        method === 'related'
          ? relations.related(TARGET, QUERY, CALL)
          : relations.candidates(TARGET, QUERY, ['1', '9'], CALL);
      expect(await ask()).to.deep.equal(PAGE);
      expect(await ask()).to.deep.equal({ outcome: 'notFound' });
      expect((await rejection(ask())).message).to.contain('outcome must have one of its members set');
      expect(host.requests[0]).to.deep.include({ ...SENT, ...(method === 'candidates' && { ids: ['1', '9'] }) });
      expect(host.requests[0]).to.have.nested.property('query.search.mode', 'ADMIN_SEARCH_MODE_ANY');
      await host.stop();
    });
  }

  it('logs an unfit value of a related record with the relation, once for all callers and without the caller', async () => {
    const host = await adminHost({
      ListRelated: () => ({ page: { records: [{ id: '1', cells: [{ int64Value: '7' }] }] } }),
    });
    for (const id of ['1', '2']) {
      const caller = { ...CALLER, principal: { ...CALLER.principal, id } };
      await host.link.admin.relations.related({ ...TARGET, caller }, QUERY, CALL);
    }
    const [line, ...others] = host.log.filter((each) => each.includes('the cell is'));
    expect(line).to.contain('"controller":"acme.blog.posts","relation":"tags","record":"1","column":"name"');
    expect(line).to.not.contain('caller');
    expect(others).to.deep.equal([]);
    await host.stop();
  });

  for (const [rpc, method, outcome] of [
    ['Link', 'link', 'linked'],
    ['Unlink', 'unlink', 'unlinked'],
  ] as const) {
    it(`${method}: returns how many changed (0 is not a failure), no such record, or a refusal`, async () => {
      const answers: object[] = [
        { [outcome]: 2 },
        { [outcome]: 0 },
        { notFound: {} },
        { refused: { message: 'Nein' } },
      ];
      const host = await adminHost({ [rpc]: () => answers.shift() ?? {} });
      const ask = () => host.link.admin.relations[method](TARGET, ['1', '2'], CALL);
      expect(await ask()).to.deep.equal({ outcome: 'changed', count: 2 });
      expect(await ask()).to.deep.equal({ outcome: 'changed', count: 0 });
      expect(await ask()).to.deep.equal({ outcome: 'notFound' });
      expect(await ask()).to.deep.equal({ outcome: 'refused', message: 'Nein' });
      expect((await rejection(ask())).message).to.contain('outcome must have one of its members set');
      expect(host.requests[0]).to.deep.equal({ ...SENT, ids: ['1', '2'] });
      await host.stop();
    });
  }
});
