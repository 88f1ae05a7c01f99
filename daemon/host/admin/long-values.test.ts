import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { ListQuery } from '../../admin/model/query.js';
import { AnswerTooLong } from '../../core/faults.js';
import { adminHosts, CALLER, LIST, POST, READ_POST, SELECTION } from '../testing/blog.js';
import { CALL, Refusal, rejection } from '../testing/small-host.js';

const POSTS = { caller: CALLER, controller: 'acme.blog.posts' };

describe('host: long values in lists (admin_query.proto, max_text)', () => {
  const host = adminHosts();

  const short: ListQuery = { ...LIST, selection: { ...SELECTION, maxText: 4, maxRelatedText: 3 } };
  const cut = {
    ...READ_POST,
    cells: [{ kind: 'truncated', text: 'Hell' }, READ_POST.cells[1]],
    relations: [
      { kind: 'related', items: [{ id: '3', value: { kind: 'truncated', text: 'New' } }], hasMore: false },
      READ_POST.relations[1],
    ],
  };

  it('asks for the beginning of long values, and says which are cut (admin_query.proto, max_text)', async () => {
    const related = { records: [{ id: '3', value: { truncatedValue: { text: 'New' } } }] };
    const cells = [{ truncatedValue: { text: 'Hell' } }, { int64Value: 41 }];
    const sent = { ...POST, cells, relations: [{ related }, { count: 2 }] };
    const { link, requests } = await host('ListRecords', () => ({ page: { records: [sent] } }));
    expect((await link.admin.records.list(POSTS, short, CALL)).records).to.deep.equal([cut]);
    expect(requests[0]).to.have.nested.include({ 'query.selection.maxText': 4, 'query.selection.maxRelatedText': 3 });
  });

  it('cuts what a host that does not know max_text sends whole', async () => {
    const { link } = await host('ListRecords', () => ({ page: { records: [POST] } }));
    expect((await link.admin.records.list(POSTS, short, CALL)).records).to.deep.equal([cut]);
  });

  it('takes a cut value that was wanted whole for a violation', async () => {
    const cells = [{ truncatedValue: { text: 'Hell' } }, { int64Value: 41 }];
    const { link } = await host('ListRecords', () => ({ page: { records: [{ ...POST, cells }] } }));
    const { records } = await link.admin.records.list(POSTS, LIST, CALL);
    expect(records[0]?.cells[0]).to.include({ kind: 'invalid' });
  });

  it('tells an answer that is too long from other failures', async () => {
    const { link } = await host('ListRecords', () => {
      throw new Refusal(status.RESOURCE_EXHAUSTED, 'the response has 4000000 bytes');
    });
    expect(await rejection(link.admin.records.list(POSTS, LIST, CALL))).to.be.instanceOf(AnswerTooLong);
  });
});
