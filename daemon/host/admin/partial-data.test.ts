import type { ViewValue } from '@gatehouse/proto/generated/gatehouse/host/v1/ViewValue';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { Unavailable } from '../../core/faults.js';
import { CALL, Refusal, rejection } from '../testing/small-host.js';
import { adminHost, CALLER, SENT_CALLER } from '../testing/blog.js';

const POSTS = { caller: CALLER, controller: 'acme.blog.posts' };

describe('host: partial data (admin_record.proto: GetPartialData)', () => {
  it('passes the view model on unchanged, including values that it must not hold', async () => {
    const data: ViewValue = {
      map: {
        entries: [
          { key: 'Count', value: { cell: { int64Value: '9223372036854775807' } } },
          { key: '__proto__', value: { cell: { nullValue: true } } },
          { key: 'Rows', value: { list: { items: [{ recordModel: 'Post' }, { trustedHtml: true }, { list: {} }] } } },
        ],
      },
    };
    const answers: object[] = [{ data }, { notFound: {} }];
    const host = await adminHost({ GetPartialData: () => answers.shift() ?? {} });
    const ask = (recordId?: string) =>
      host.link.admin.partialData.viewModel(
        POSTS,
        { name: 'stats', ...(recordId !== undefined && { recordId }) },
        CALL,
      );
    expect(await ask()).to.deep.equal({
      outcome: 'found',
      value: {
        kind: 'map',
        entries: new Map<string, object>([
          ['Count', { kind: 'int64', value: 9223372036854775807n }],
          ['__proto__', { kind: 'null' }],
          [
            'Rows',
            {
              kind: 'list',
              items: [{ kind: 'record', model: 'Post' }, { kind: 'trustedHtml' }, { kind: 'list', items: [] }],
            },
          ],
        ]),
      },
    });
    expect(await ask('7')).to.deep.equal({ outcome: 'notFound' });
    const sent = { caller: SENT_CALLER, controller: 'acme.blog.posts', partial: 'stats', recordId: '' };
    expect(host.requests).to.deep.equal([sent, { ...sent, recordId: '7' }]);
    expect((await rejection(ask())).message).to.contain('outcome must have one of its members set');
    await host.stop();
  });

  function nested(depth: number): ViewValue {
    return depth === 0 ? { cell: { nullValue: true } } : { list: { items: [nested(depth - 1)] } };
  }

  it('accepts values nested 32 deep', async () => {
    const host = await adminHost({ GetPartialData: () => ({ data: nested(32) }) });
    expect(await host.link.admin.partialData.viewModel(POSTS, { name: 'stats' }, CALL)).to.have.property(
      'outcome',
      'found',
    );
    await host.stop();
  });

  for (const [what, data, problem] of [
    ['values nested deeper than 32', nested(33), 'nested more than 32 deep at .Data.0.0.0.0.0.0.0.…'],
    ['a missing value', { list: { items: [{}] } }, 'send null as a cell with null_value at .Data.0'],
    [
      'an entry without a value',
      { map: { entries: [{ key: 'A' }] } },
      'send null as a cell with null_value at .Data.A',
    ],
    ['an invalid cell', { cell: { dateValue: '2026-02-30' } }, /contains a cell that is not a date.* at \.Data$/],
    ['a record without a model', { recordModel: '' }, 'data contains a record_model without a name at .Data'],
    [
      'a duplicate key',
      {
        map: {
          entries: [
            { key: 'A', value: nested(0) },
            { key: 'A', value: nested(0) },
          ],
        },
      },
      'a duplicate key at .Data.A',
    ],
  ] as [string, ViewValue, string | RegExp][]) {
    it(`reports ${what} as a contract violation`, async () => {
      const host = await adminHost({ GetPartialData: () => ({ data }) });
      const error = await rejection(host.link.admin.partialData.viewModel(POSTS, { name: 'stats' }, CALL));
      expect(error.message).to.match(
        typeof problem === 'string' ? new RegExp(problem.replace(/[.]/g, '\\.')) : problem,
      );
      await host.stop();
    });
  }

  it('survives an answer that nests deeper than any stack, and reads the next one', async () => {
    const answers: (object | Buffer)[] = [Buffer.from(nestedBytes(100_000)), { data: nested(1) }];
    const host = await adminHost({ GetPartialData: () => answers.shift() ?? {} });
    const ask = () => host.link.admin.partialData.viewModel(POSTS, { name: 'stats' }, CALL);
    expect(await rejection(ask())).to.be.instanceOf(Error);
    expect(await ask()).to.have.property('outcome', 'found');
    await host.stop();
  });

  it('throws Unavailable when the host fails to make the view model', async () => {
    const host = await adminHost({
      GetPartialData: () => {
        throw new Refusal(status.INTERNAL, 'division by zero');
      },
    });
    const error = await rejection(host.link.admin.partialData.viewModel(POSTS, { name: 'stats' }, CALL));
    expect(error).to.be.instanceOf(Unavailable);
    expect(error.message).to.contain('division by zero');
    await host.stop();
  });
});

/** A GetPartialDataResponse whose data are nested lists, encoded by hand because an encoder would overflow its stack. */
function nestedBytes(depth: number): Uint8Array {
  const heads: number[][] = [];
  let length = 0;
  const wrap = (field: number): void => {
    const head = [(field << 3) | 2, ...varint(length)];
    heads.push(head);
    length += head.length;
  };
  for (let level = 0; level < depth; level++) {
    wrap(1); // ViewList.items
    wrap(2); // ViewValue.list
  }
  wrap(1); // GetPartialDataResponse.data
  return Uint8Array.from(heads.reverse().flat());
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}
