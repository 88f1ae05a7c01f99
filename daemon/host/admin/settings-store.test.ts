import { expect } from 'chai';
import { CALL, rejection } from '../testing/small-host.js';
import { adminHost, CALLER, SENT_CALLER, TITLE, VIEWS } from '../testing/blog.js';

const SCREEN = { caller: CALLER, settings: 'acme-blog' };
const SENT = { caller: SENT_CALLER, settings: 'acme-blog' };
const VALUES = { version: 'v1', cells: [{ stringValue: 'Blog' }, { nullValue: true }] };
const READ_VALUES = { version: 'v1', cells: [{ kind: 'string', value: 'Blog' }, { kind: 'null' }] };

describe('host: settings store (admin_record.proto)', () => {
  it('reads values in the order of the columns', async () => {
    const answers: object[] = [{ values: VALUES }, { values: { cells: [] } }];
    const host = await adminHost({ GetSettings: () => answers.shift() ?? {} });
    const get = () => host.link.admin.settings.get(SCREEN, [TITLE, VIEWS], CALL);
    expect(await get()).to.deep.equal(READ_VALUES);
    expect(host.requests).to.deep.equal([{ ...SENT, columns: ['title', 'views'] }]);
    expect((await rejection(get())).message).to.contain('values.cells has 0 cells for 2 columns');
    expect((await rejection(get())).message).to.contain('values must be set');
    await host.stop();
  });

  it('updates, and reads every outcome', async () => {
    const answers: object[] = [
      { updated: VALUES },
      { conflict: VALUES },
      { invalid: { fields: [{ field: 'title', messages: ['Zu kurz'] }] } },
      { refused: { message: 'Heute nicht' } },
    ];
    const host = await adminHost({ UpdateSettings: () => answers.shift() ?? {} });
    const update = (expectedVersion?: string) =>
      host.link.admin.settings.update(
        SCREEN,
        [{ column: TITLE, value: { kind: 'string', value: 'Blog' } }],
        { columns: [TITLE, VIEWS], ...(expectedVersion !== undefined && { expectedVersion }) },
        CALL,
      );
    expect(await update('v0')).to.deep.equal({ outcome: 'written', values: READ_VALUES });
    expect(await update()).to.deep.equal({ outcome: 'conflict', current: READ_VALUES });
    expect(await update()).to.deep.equal({
      outcome: 'invalid',
      errors: [{ field: 'title', messages: ['Zu kurz'] }],
    });
    expect(await update()).to.deep.equal({ outcome: 'refused', message: 'Heute nicht' });
    expect(host.requests[0]).to.deep.equal({
      ...SENT,
      expectedVersion: 'v0',
      values: [{ column: 'title', value: { stringValue: 'Blog', value: 'stringValue' }, optionProvider: '' }],
      columns: ['title', 'views'],
    });
    expect((await rejection(update())).message).to.contain('outcome must have one of its members set');
    await host.stop();
  });
});
