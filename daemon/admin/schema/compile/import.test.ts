import { expect } from 'chai';
import { SUPERUSER } from '../../testing/asking.js';
import { compileSmall, complaints, CONTROLLER, pluginFiles } from '../../testing/small-plugin.js';
import { permittedLists } from '../permitted/list.js';

const FILE = `${CONTROLLER}/config_import_export.yaml`;
const problems = (yaml: string) => complaints({ [FILE]: yaml });

describe('admin: config_import_export.yaml (AD-392, AD-393)', () => {
  it('switches the import on, and nothing else does', () => {
    const view = (files: Readonly<Record<string, string>>) => {
      const { list } = compileSmall(pluginFiles(files)).schema.controllers.get('acme.blog.posts')!;
      return permittedLists.get(list!, SUPERUSER.permissions).view.import;
    };
    expect(view({})).to.equal(null);
    expect(view({ [FILE]: 'import: { title: Bring posts }' })).to.deep.include({ title: { source: 'Bring posts' } });
    expect(view({ [FILE]: 'import: {}' })).to.deep.equal({ title: null });
  });

  it('asks for the form that creates the records', () => {
    expect(complaints({ [FILE]: 'import: {}', [`${CONTROLLER}/config_form.yaml`]: undefined })).to.deep.equal([
      `${FILE}: needs the form that creates the records; expected a config_form.yaml`,
    ]);
  });

  it('rejects other models, unknown fields and permissions, and keys of October with the alternative', () => {
    expect(problems('import: { modelClass: Other }')[0]).to.contain('with another model');
    expect(problems('import: { columns: [titel] }')[0]).to.contain('has no field titel').and.contain('title');
    expect(problems('import: { updateBy: [titel] }')[0]).to.contain('titel cannot say which record a row updates');
    expect(problems('import: { permissions: acme.blog.nothing }')[0]).to.contain('no plugin registers the permission');
    expect(problems('import: { list: ~/columns.yaml }')[0]).to.contain('write columns');
    expect(problems('import: {}\nexport: {}')[0]).to.contain('write export in config_list.yaml');
  });
});
