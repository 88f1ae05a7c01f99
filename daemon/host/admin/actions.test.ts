import { expect } from 'chai';
import { CALL, rejection } from '../testing/small-host.js';
import { adminHost, CALLER, SENT_CALLER, TITLE } from '../testing/blog.js';

const POSTS = { caller: CALLER, controller: 'acme.blog.posts' };
const INVOCATION = {
  action: 'publish',
  recordId: '7',
  values: [{ column: TITLE, value: { kind: 'string', value: 'Hello' } as const }],
};

describe('host: actions (admin_record.proto: RunAction)', () => {
  it('runs, and reads every outcome', async () => {
    const answers: object[] = [
      {
        done: {
          message: 'Veröffentlicht',
          fill: [
            { column: 'title', value: { jsonValue: '{"any":"kind"}' } },
            { column: 'views', value: { doubleValue: NaN } },
          ],
        },
      },
      { done: {} },
      { notFound: {} },
      { invalid: { fields: [{ field: 'title', messages: ['Zu kurz'] }] } },
      { refused: { message: 'Heute nicht' } },
    ];
    const host = await adminHost({ RunAction: () => answers.shift() ?? {} });
    const run = (invocation: Parameters<typeof host.link.admin.actions.run>[1] = INVOCATION) =>
      host.link.admin.actions.run(POSTS, invocation, CALL);
    expect(await run()).to.deep.equal({
      outcome: 'done',
      message: 'Veröffentlicht',
      fill: [
        { column: 'title', value: { kind: 'json', value: '{"any":"kind"}' } },
        { column: 'views', value: { kind: 'double', value: NaN } },
      ],
    });
    expect(await run({ action: 'publish', values: [] })).to.deep.equal({ outcome: 'done', message: '', fill: [] });
    expect(await run()).to.deep.equal({ outcome: 'notFound' });
    expect(await run()).to.have.property('outcome', 'invalid');
    expect(await run()).to.deep.equal({ outcome: 'refused', message: 'Heute nicht' });
    expect(host.requests.slice(0, 2)).to.deep.equal([
      {
        caller: SENT_CALLER,
        controller: 'acme.blog.posts',
        action: 'publish',
        recordId: '7',
        values: [{ column: 'title', value: { stringValue: 'Hello', value: 'stringValue' } }],
      },
      { caller: SENT_CALLER, controller: 'acme.blog.posts', action: 'publish', recordId: '', values: [] },
    ]);
    expect((await rejection(run())).message).to.contain('outcome must have one of its members set');
    await host.stop();
  });

  for (const [what, done, problem] of [
    [
      'a message of more than 500 characters',
      { message: 'x'.repeat(501) },
      'done.message must have at most 500 characters',
    ],
    ['a missing value', { fill: [{ column: 'title', value: {} }] }, 'done.fill[title] has no value'],
    ['a value without a column', { fill: [{ value: { nullValue: true } }] }, 'done.fill[0].column must not be empty'],
    [
      'a duplicate column',
      {
        fill: [
          { column: 'title', value: { nullValue: true } },
          { column: 'title', value: { nullValue: true } },
        ],
      },
      'done.fill must not repeat a column',
    ],
  ] as const) {
    it(`reports ${what} as a contract violation`, async () => {
      const host = await adminHost({ RunAction: () => ({ done }) });
      expect((await rejection(host.link.admin.actions.run(POSTS, INVOCATION, CALL))).message).to.contain(problem);
      await host.stop();
    });
  }
});
