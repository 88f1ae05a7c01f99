import { expect } from 'chai';
import { AdminError } from '../api/errors.js';
import { PermissionSet } from '../auth/permission-set.js';
import { permittedForms } from '../schema/permitted/form.js';
import { compileSmall, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { hostRefusal } from './asking.js';

const SCHEMA = compileSmall(
  pluginFiles({
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  author: { type: relation }
  tags: { type: relation }
  status: { label: Status, permissions: acme.blog.moderate }`,
  }),
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
