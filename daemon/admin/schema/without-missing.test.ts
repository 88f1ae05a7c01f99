import { expect } from 'chai';
import { LocalisedViews } from '../../i18n/phrase-book.js';
import type { Ports } from '../ports/ports.js';
import { controllerEndpoints } from '../routes/controller.js';
import { SUPERUSER } from '../testing/asking.js';
import { compileSmall, CONTROLLER, pluginFiles } from '../testing/small-plugin.js';
import { permittedLists } from './permitted/list.js';
import { withoutMissing } from './without-missing.js';

const nothing = (): void => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const { schema, phrases } = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
rowActions: [publish]
toolbar: { buttons: [measure, { name: publish, selection: required }] }`,
  }),
);

/** The list of a superuser, and the endpoints, with the host's ability or without it. */
function served(of: typeof schema) {
  const controller = of.controllers.get('acme.blog.posts')!;
  const ports = new Proxy({}, { get: () => ({}) }) as Ports;
  const endpoints = controllerEndpoints(controller, ports, new LocalisedViews(phrases), () => [], SILENT, phrases);
  return {
    view: permittedLists.get(controller.list!, SUPERUSER.permissions).view,
    paths: endpoints.map(({ path }) => path.replace('/acme/blog/posts', '')),
  };
}

describe('lists for a host without CAPABILITY_ADMIN_BULK (AD-270)', () => {
  it('have everything else', () => {
    const { view, paths } = served(withoutMissing(schema, { bulk: false, imports: false, importsUpdate: false }));
    expect(view).to.deep.include({
      bulk: false,
      export: false,
      showCheckboxes: false,
      bulkActions: [],
      rowActions: [],
    });
    expect(view.toolbarActions.map(({ action }) => action)).to.deep.equal(['measure']);
    expect(paths).to.include('').and.to.include('/bulk-delete');
    expect(paths).to.not.include('/bulk/:name').and.to.not.include('/export/records');
  });

  it('differ from those of a host with it', () => {
    const { view, paths } = served(schema);
    expect(view).to.deep.include({ bulk: true, export: true, showCheckboxes: true });
    expect(view.bulkActions.map(({ action }) => action)).to.deep.equal(['publish']);
    expect(paths).to.include('/bulk/:name').and.to.include('/export/records');
  });
});
