import { expect } from 'chai';
import { PermissionSet } from '../../auth/permission-set.js';
import { permittedLists } from '../permitted/list.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../../testing/small-plugin.js';

const FORM = `
name: Post
modelClass: Acme\\Blog\\Models\\Post
form: { fields: { title: { type: dropdown, options: { a: A, b: B }, permissions: acme.blog.publish }, slug: { type: text } } }
permissions: { modelUpdate: acme.blog.moderate }`;

function compiled(columns: string, form = FORM) {
  return compileSmall(
    pluginFiles({
      [`${CONTROLLER}/config_list.yaml`]: `
modelClass: Acme\\Blog\\Models\\Post
list: ~/plugins/acme/blog/models/post/columns.yaml`,
      [`${CONTROLLER}/config_form.yaml`]: form,
      [`${MODELS}/post/columns.yaml`]: columns,
    }),
  ).schema.controllers.get('acme.blog.posts')!.list!;
}

const EDITABLE = 'columns: { title: { type: selectable, options: { a: Alpha }, editable: true }, slug: {} }';

describe('columns whose value can be changed in the list (AD-298)', () => {
  it('requires the permissions of the update and of its field, all of them', () => {
    const list = compiled(EDITABLE);
    const changeFor = (...codes: string[]) =>
      permittedLists.get(list, new PermissionSet(false, codes)).view.columns[0]?.change?.field;
    expect(changeFor()).to.equal(undefined);
    expect(changeFor('acme.blog.moderate')).to.equal(undefined);
    expect(changeFor('acme.blog.publish')).to.equal(undefined);
    expect(changeFor('acme.blog.moderate', 'acme.blog.publish')).to.equal('title');
    expect(permittedLists.get(list, new PermissionSet(true, [])).view.columns[0]).to.include({ clickable: false });
    expect(permittedLists.get(list, new PermissionSet(false, [])).view.columns[0]).to.include({ clickable: true });
  });

  it('offers the choices of the field, not those that the column only labels', () => {
    const { view } = permittedLists.get(compiled(EDITABLE), new PermissionSet(true, []));
    expect(view.columns[0]?.change?.options.map(({ value }) => value)).to.deep.equal(['a', 'b']);
    expect(view.columns[1]?.change).to.equal(undefined);
  });

  for (const [why, columns] of [
    ['a column without such a field', 'columns: { views: { type: selectable, editable: true } }'],
    ['a field without listed options', 'columns: { slug: { type: selectable, editable: true } }'],
    ['a type that has no control', 'columns: { slug: { type: text, editable: true } }'],
  ] as const) {
    it(`rejects ${why}`, () => expect(() => compiled(columns)).to.throw(/editable/));
  }

  it('rejects a field that the form does not write', () => {
    const form = FORM.replace('type: dropdown,', 'type: dropdown, readOnly: true,');
    expect(() => compiled(EDITABLE, form)).to.throw(/no field of the update form can change the column title/);
  });
});
