import { expect } from 'chai';
import { compileSmall, complaints, CONTROLLER, MODELS, pluginFiles } from '../../testing/small-plugin.js';

const FIELDS = `${MODELS}/post/fields.yaml`;
const COLUMNS = `${MODELS}/post/columns.yaml`;
const field = (keys: string) => `fields:\n  title: { type: richeditor${keys} }\n`;

function compiled(keys: string, columns = 'columns:\n  title: { label: Title }\n') {
  const list = `list: ~/${COLUMNS}\nmodelClass: Acme\\Blog\\Models\\Post\n`;
  const files = { [FIELDS]: field(keys), [COLUMNS]: columns, [`${CONTROLLER}/config_list.yaml`]: list };
  const { schema, warnings } = compileSmall(pluginFiles(files));
  const controller = schema.controllers.get('acme.blog.posts')!;
  return { field: controller.form!.fields[0]!, column: controller.list!.columns[0]!, warnings };
}

describe('admin: schema: rich text editors (AD-368)', () => {
  it('accepts the names of buttons as October writes them, and as a list', () => {
    expect(compiled('').field.view.toolbarButtons).to.equal(undefined);
    for (const written of ["'bold|italic'", "'bold, italic'", '[bold, italic]']) {
      expect(compiled(`, toolbarButtons: ${written}`).field.view.toolbarButtons).to.deep.equal(['bold', 'italic']);
    }
  });

  it("warns of October's buttons that do not exist here, and of keys that only dress the editor", () => {
    const { field: compiledField, warnings } = compiled(", toolbarButtons: 'bold|insertTable', showMargins: true");
    expect(compiledField.view.toolbarButtons).to.deep.equal(['bold']);
    expect(warnings).to.deep.equal([
      `${FIELDS}:2:46: fields.title.toolbarButtons: has the button insertTable; Gatehouse has no such button`,
      `${FIELDS}:2:66: fields.title.showMargins: has no effect; it only changes the look of pages in October and Winter CMS; you can remove it`,
    ]);
  });

  it('explains what is wrong, where, and what it expects instead', () => {
    const says = (keys: string) =>
      complaints({ [FIELDS]: field(keys) }).map((one) => one.replace(/; expected .*?(?=;|$)/, ''));
    expect(says(', toolbarButtons: bolt')).to.deep.equal([
      `${FIELDS}:2:46: fields.title.toolbarButtons: there is no button bolt; did you mean bold?`,
    ]);
    expect(says(', preset: slug')).to.deep.equal([
      `${FIELDS}:2:30: fields.title.preset: does not go with type richeditor`,
    ]);
    expect(complaints({ [FIELDS]: field(", default: '<p onclick=x>a</p>'") })).to.deep.equal([
      `${FIELDS}:2:39: fields.title.default: contains <p onclick>; expected HTML that the allowlist of docs/admin/partials.md permits`,
    ]);
    expect(complaints({ [FIELDS]: 'fields:\n  views: { type: richeditor }\n' })).to.have.length(1);
  });

  it('makes the list show plain text, unless the column has another type (AD-369)', () => {
    expect(compiled('').column.view.type).to.equal('summary');
    expect(compiled(', readOnly: true').column.view.type).to.equal('summary');
    expect(compiled('', 'columns:\n  title: { type: summary, limitChars: 40 }\n').warnings).to.have.length(1);
    expect(compiled('', 'columns:\n  title: { type: colorpicker }\n').column.view.type).to.equal('colorpicker');
  });
});
