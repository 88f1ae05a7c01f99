import { expect } from 'chai';
import { compileSmall, complaints, MODELS, pluginFiles } from '../../testing/small-plugin.js';

const FIELDS = `${MODELS}/post/fields.yaml`;
const COLUMNS = `${MODELS}/post/columns.yaml`;
const form = (type: string) => `fields:\n  settings: { type: ${type}, form: { fields: { a: {} } } }`;

describe('columns of nested values in lists (AD-355)', () => {
  it('a list shows the number of the items of a repeater', () => {
    const files = pluginFiles({ [FIELDS]: form('repeater'), [COLUMNS]: 'columns:\n  title: T\n  settings: Items\n' });
    const { list } = compileSmall(files).schema.controllers.get('acme.blog.posts')!;
    expect(list!.columns.map(({ countsItems }) => countsItems)).to.deep.equal([undefined, true]);
  });

  it('rejects the column of a nested form', () => {
    const changes = { [FIELDS]: form('nestedform'), [COLUMNS]: 'columns:\n  settings: Settings\n' };
    expect(complaints(changes)).to.deep.equal([
      `${COLUMNS}:2:3: columns.settings: holds the object of a nested form, which a cell cannot show; expected a column of its own for the texts that the list shows, or no column`,
    ]);
  });

  it('the columns file stays valid for a controller without such a form', () => {
    const changes = { [FIELDS]: 'fields:\n  title: { label: T }\n', [COLUMNS]: 'columns:\n  settings: Settings\n' };
    const { list } = compileSmall(pluginFiles(changes)).schema.controllers.get('acme.blog.posts')!;
    expect(list!.columns[0]).not.to.have.property('countsItems');
  });
});
