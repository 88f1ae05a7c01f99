import { expect } from 'chai';
import type { Column } from '../../model/column.js';
import { column, compileSmall, MODELS, pluginFiles, REGISTRATION } from '../testing/small-plugin.js';

/** The rules of the field `author`, whose relation is kept in author_id. */
function rulesOf(yaml: string, key: Partial<Column>) {
  const models = REGISTRATION.models.map((model) => ({
    ...model,
    columns: model.columns.map((one) => (one.name === 'author_id' ? column('author_id', 'integer', key) : one)),
  }));
  const files = pluginFiles({ [`${MODELS}/post/fields.yaml`]: `fields:\n  author: { type: relation, ${yaml} }` });
  const { schema } = compileSmall(files, { ...REGISTRATION, models });
  return schema.controllers.get('acme.blog.posts')?.form?.fields[0]?.rules;
}

describe('field rules of a relation (docs/admin/yaml.md, required)', () => {
  for (const [yaml, nullable, required] of [
    ['required: true', true, true],
    ['required: false', true, false],
    ['label: Author', true, false],
    ['required: true', false, true],
    ['required: false', false, true],
    ['label: Author', false, true],
  ] as const) {
    it(`${yaml} over a key that may ${nullable ? '' : 'not '}be null is ${required ? '' : 'not '}required`, () => {
      expect(rulesOf(yaml, { nullable })).to.deep.equal({ required });
    });
  }

  it('has no rules over a protected key: the relation is never written', () => {
    expect(rulesOf('required: true', { nullable: true, protected: true })).to.equal(undefined);
  });
});
