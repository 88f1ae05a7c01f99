import { expect } from 'chai';
import { Invalid, Refused, type ActionInvocation, type ActionResult } from '@gatehouse/host/admin';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const ITEMS = '/acme/shop/items';

describe('widget and toolbar actions (AD-100 to AD-105)', () => {
  let stack: AdminStack;
  let editor: ApiClient;
  let invocations: (ActionInvocation & { readonly name: string })[] = [];
  before(async () => {
    stack = await startAdminStack({ shared: true });
    editor = await stack.signIn('editor');
  });
  after(() => stack.stop());
  beforeEach(() => {
    invocations = [];
    answerWith(() => ({ message: 'Done.' }));
  });

  function answerWith(answer: () => ActionResult): void {
    stack.decisions.action = (name, invocation) => {
      invocations.push({ ...invocation, name });
      return answer();
    };
  }

  const widget = (name: string, body: unknown): Promise<ApiAnswer> => editor.post(`${ITEMS}/widgets/${name}`, body);
  const toolbar = (name: string, body: unknown = {}): Promise<ApiAnswer> =>
    editor.post(`${ITEMS}/toolbar/${name}`, body);

  it('a toolbar action accepts an empty object and returns {message, fill: {}} (AD-101)', async () => {
    answerWith(() => ({ message: 'Restocked.', fill: { slug: 'x' } }));
    expect(expectOk(await toolbar('restock')).data).to.deep.equal({ message: 'Restocked.', fill: {} });
    expect(invocations.map(({ name }) => name)).to.deep.equal(['restock']);
    expectInvalid(await toolbar('restock', { slug: 'x' }), 'slug');
    expectRefused(await toolbar('restock', ''), 400, 'bad_request');
    expectRefused(await toolbar('restock', []), 400, 'bad_request');
  });

  it('returns 404 for a name that is not a toolbar action: built-in buttons, widget actions, unknown names', async () => {
    for (const name of ['create', 'delete', 'measure', 'none', '__proto__', 'constructor']) {
      expectRefused(await toolbar(name), 404, 'not_found');
    }
    expect(invocations).to.deep.equal([]);
  });

  it('a widget action gets the record and the values of its fill fields, in the types of their columns (AD-102)', async () => {
    expectOk(await widget('measure', { record_id: '1', quantity: 5, slug: null }));
    expect(invocations).to.deep.equal([{ name: 'measure', recordId: '1', values: { quantity: 5, slug: null } }]);
  });

  it('rejects unknown keys: other fields of the form, case variants, nested ones (AD-103)', async () => {
    for (const key of ['title', 'supplier', 'Slug', 'recordId', '__proto__', 'none']) {
      expectInvalid(await widget('measure', `{"record_id":"1","${key}":"x"}`), key);
    }
    expect(invocations).to.deep.equal([]);
  });

  it('returns 422 on the field for a value that does not fit its column', async () => {
    expectInvalid(await widget('measure', { record_id: '1', quantity: 'x' }), 'quantity');
    expectInvalid(await widget('measure', { record_id: '1', slug: { a: 1 } }), 'slug');
    expectInvalid(await widget('measure', { record_id: '1', slug: 'x'.repeat(51) }), 'slug');
  });

  it('depends on the context: a widget of the update form is 404 without record_id, one of the create form with it (AD-102)', async () => {
    expectRefused(await widget('measure', {}), 404, 'not_found');
    expectRefused(await widget('suggest', { record_id: '1' }), 404, 'not_found');
    expectOk(await widget('suggest', {}));
    expectOk(await widget('measure', { record_id: '1' }));
  });

  it('returns 404 for a record that is missing or out of scope, and for a name that is not a widget', async () => {
    for (const id of ['999', '7', 'x', '', null, 1.5, {}]) {
      expectRefused(await widget('measure', { record_id: id }), 404, 'not_found');
    }
    for (const name of ['title', 'none', '_history', '__proto__']) {
      expectRefused(await widget(name, { record_id: '1' }), 404, 'not_found');
    }
    expect(invocations).to.deep.equal([]);
  });

  it('fill returns only declared fields with JSON scalars as values (AD-104)', async () => {
    answerWith(() => ({ message: 'x', fill: { quantity: 7, slug: 'measured', title: 'no', supplier: 'no' } }));
    expect(expectOk(await widget('measure', { record_id: '1' })).data.fill).to.deep.equal({
      quantity: 7,
      slug: 'measured',
    });
    answerWith(() => ({ message: 'x', fill: { quantity: null } }));
    expect(expectOk(await widget('measure', { record_id: '1' })).data.fill).to.deep.equal({ quantity: null });
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      answerWith(() => ({ message: 'x', fill: { quantity: value, slug: 'kept' } }));
      expect(expectOk(await widget('measure', { record_id: '1' })).data.fill).to.deep.equal({ slug: 'kept' });
    }
    answerWith(() => ({ message: 'x', fill: { slug: ['a'] as never } }));
    expect(expectOk(await widget('measure', { record_id: '1' })).data.fill).not.to.deep.include({ slug: ['a'] });
  });

  it('a field that the administrator may not see is neither sent to the action nor filled by it (AD-104)', async () => {
    expectInvalid(await widget('measure', { record_id: '1', supplier: 'x' }), 'supplier');
    const root = await stack.signIn('superuser');
    answerWith(() => ({ message: 'x', fill: { slug: 'measured', supplier: 'Supplier-Z' } }));
    expect(expectOk(await widget('measure', { record_id: '1' })).data.fill).to.deep.equal({ slug: 'measured' });
    const seen = expectOk(await root.post(`${ITEMS}/widgets/measure`, { record_id: '1', supplier: 'x' }));
    expect(seen.data.fill).to.deep.equal({ slug: 'measured', supplier: 'Supplier-Z' });
  });

  it('returns 422 if the action rejects, on a field or as a message (AD-105)', async () => {
    answerWith(() => {
      throw new Invalid({ slug: ['Not this one.'] });
    });
    const invalid = await widget('measure', { record_id: '1' });
    expectInvalid(invalid, 'slug');
    expect(invalid.fields['slug']).to.deep.equal(['Not this one.']);
    answerWith(() => {
      throw new Refused('Not today.');
    });
    const refused = await toolbar('restock');
    expectRefused(refused, 422, 'validation_failed');
    expect(refused.body).to.contain('Not today.');
  });
});

describe('an action that fails', () => {
  it('is an application error: returns 500 without the reason (admin_record.proto: faults)', async () => {
    const stack = await startAdminStack({ shared: true, errorsExpected: true });
    try {
      const editor = await stack.signIn('editor');
      stack.decisions.action = () => {
        throw new Error('select * from internals');
      };
      const answer = await editor.post(`${ITEMS}/toolbar/restock`, {});
      expectRefused(answer, 500, 'internal_error');
      expect(answer.body).not.to.contain('internals');
      expect(stack.complaints.join('\n')).to.contain('RunAction');
    } finally {
      await stack.stop();
    }
  });
});
