import { expect } from 'chai';
import { AnswerTooLong, HostFailed } from '../../core/faults.js';
import { AdminError } from '../api/errors.js';
import { PermissionSet } from '../auth/permission-set.js';
import { permittedForms } from '../schema/permitted/form.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles, registrationWith } from '../testing/small-plugin.js';
import { hostRefusal, outcomeError, RECORD_TOO_LONG, refusalError, unlessTooLong } from './asking.js';

const SCHEMA = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/_part.htm`]: '<p>part</p>',
    [`${MODELS}/post/fields.yaml`]: `
fields:
  meter: { type: widget, widget: acme-blog-meter, action: measure, fill: [title] }
  part: { type: partial, path: part }
  title: { label: Title }
  author: { type: relation }
  tags: { type: relation }
  status: { label: Status, permissions: acme.blog.moderate }`,
  }),
  registrationWith({ assets: { scripts: ['js/meter.js'], styles: [] } }),
).schema.controllers.get('acme.blog.posts')!.form!;
const form = permittedForms.get(SCHEMA, new PermissionSet(false, [])).update!;

describe('admin: host problems (AD-87)', () => {
  it("reports the host's message about a column or relation on its field", () => {
    const errors = [
      { field: 'title', messages: ['Taken.', 'Too plain.'] },
      { field: 'author', messages: ['Gone.'] },
      { field: 'title', messages: ['And rude.'] },
      { field: 'tags', messages: ['Too many.'] },
      { field: 'author_id', messages: ['No author.'] },
    ];
    expect(hostRefusal(form, errors)).to.deep.equal(
      new AdminError('validation_failed', {
        fields: { title: ['Taken.', 'Too plain.', 'And rude.'], author: ['Gone.', 'No author.'], tags: ['Too many.'] },
      }),
    );
  });

  it("joins all messages without a field on this administrator's form into the error message, without the column name", () => {
    const errors = [
      { field: 'status', messages: ['Not now.'] },
      { field: 'constructor', messages: ['Never.'] },
      { field: 'title', messages: ['Taken.'] },
    ];
    expect(hostRefusal(form, errors)).to.deep.equal(
      new AdminError('validation_failed', { fields: { title: ['Taken.'] }, message: 'Not now. Never.' }),
    );
  });

  it('returns only a message if there is no form, as for a toolbar action', () => {
    expect(hostRefusal(undefined, [{ field: 'title', messages: ['No.'] }])).to.deep.equal(
      new AdminError('validation_failed', { fields: {}, message: 'No.' }),
    );
  });
});

describe('admin: outcomes in which the host did nothing', () => {
  it('are errors of the API, with the fields of the form if there is one', () => {
    expect(outcomeError({ outcome: 'notFound' }, form)).to.deep.equal(new AdminError('not_found'));
    const refused = new AdminError('validation_failed', { message: 'Not today.' });
    expect(outcomeError({ outcome: 'refused', message: 'Not today.' }, form)).to.deep.equal(refused);
    const errors = [{ field: 'author_id', messages: ['Gone.'] }];
    const onField = new AdminError('validation_failed', { fields: { author: ['Gone.'] } });
    expect(outcomeError({ outcome: 'invalid', errors }, form)).to.deep.equal(onField);
    const elsewhere = new AdminError('validation_failed', { fields: {}, message: 'Gone.' });
    expect(outcomeError({ outcome: 'invalid', errors })).to.deep.equal(elsewhere);
    expect((['unknown', 'stale', 'forbidden'] as const).map((reason) => refusalError(reason).code)).to.deep.equal([
      'not_found',
      'conflict',
      'forbidden',
    ]);
  });
});

describe('admin: answers that are too long (AD-54)', () => {
  it('answers 413 to a write whose record the host cannot send', async () => {
    const refused = await unlessTooLong(Promise.reject(new AnswerTooLong('too long')), RECORD_TOO_LONG);
    expect(refused).to.deep.equal(new AdminError('payload_too_large'));
  });

  it('returns every other answer', async () => {
    expect(await unlessTooLong(Promise.resolve('answer'), RECORD_TOO_LONG)).to.equal('answer');
  });

  it('passes on every other fault', async () => {
    const fault = new HostFailed('a bug');
    const thrown = await unlessTooLong(Promise.reject(fault), RECORD_TOO_LONG).catch((error: unknown) => error);
    expect(thrown).to.equal(fault);
  });
});
