import { expect } from 'chai';
import type { BrokenPlugin } from '../../testing/small-plugin.js';
import { complaints, CONTROLLER, registrationWith } from '../../testing/small-plugin.js';

const LIST = `${CONTROLLER}/config_list.yaml`;
const FORM = `${CONTROLLER}/config_form.yaml`;

const PHRASE_FOR_TITLE = `title: acme.blog::lang.posts.fresh
list: { columns: { title: Title } }
modelClass: Acme\\Blog\\Models\\Post`;

const CASES: readonly BrokenPlugin[] = [
  {
    title: 'a modelClass other than the registered model (AD-7)',
    changes: {
      [LIST]: 'list: { columns: { title: Title } }\nmodelClass: Acme\\Blog\\Models\\Posts',
      [FORM]: 'name: Post\nform: { fields: { title: {} } }\nmodelClass: Post',
    },
    says: [
      'plugins/acme/blog/controllers/posts/config_form.yaml:3:13: modelClass: is Post, but the host registers controller acme.blog.posts with another model; expected Acme\\Blog\\Models\\Post',
      'plugins/acme/blog/controllers/posts/config_list.yaml:2:13: modelClass: is Acme\\Blog\\Models\\Posts, but the host registers controller acme.blog.posts with another model; expected Acme\\Blog\\Models\\Post',
    ],
  },
  {
    title: 'a list and a form without their required keys',
    changes: { [LIST]: 'title: Posts', [FORM]: 'create: { title: New }' },
    says: [
      'plugins/acme/blog/controllers/posts/config_form.yaml:1:1: form: is missing; expected a path such as ~/plugins/acme/blog/models/post/fields.yaml, or a mapping of fields, tabs and secondaryTabs',
      'plugins/acme/blog/controllers/posts/config_form.yaml:1:1: modelClass: is missing; expected the name of a model that the host registers',
      'plugins/acme/blog/controllers/posts/config_form.yaml:1:1: name: is missing; expected text, at most 2000 characters',
      'plugins/acme/blog/controllers/posts/config_list.yaml:1:1: list: is missing; expected a path such as ~/plugins/acme/blog/models/post/columns.yaml, or a mapping of columns',
      'plugins/acme/blog/controllers/posts/config_list.yaml:1:1: modelClass: is missing; expected the name of a model that the host registers',
    ],
  },
  {
    title: 'an unreadable language file, without errors that only follow from it',
    changes: { [LIST]: PHRASE_FOR_TITLE, 'plugins/acme/blog/lang/en/lang.yaml': 'posts: [\n' },
    says: [
      'plugins/acme/blog/lang/en/lang.yaml:2:1: is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
  },
  {
    title: 'a phrase that exists only in another language',
    changes: { [LIST]: PHRASE_FOR_TITLE, 'plugins/acme/blog/lang/de/lang.yaml': 'posts: { fresh: Neu }' },
    says: [
      'plugins/acme/blog/controllers/posts/config_list.yaml:1:8: title: the default locale (en) has no phrase acme.blog::lang.posts.fresh; expected a phrase from a language file, or plain text; it exists only in de',
    ],
  },
  {
    title: 'neither list nor form',
    changes: { [LIST]: undefined, [FORM]: undefined },
    says: [
      'host: acme.blog.posts: has neither a list nor a form; expected config_list.yaml, config_form.yaml or both in plugins/acme/blog/controllers/posts/',
    ],
  },
  {
    title: 'an empty file',
    changes: { [LIST]: '# nothing yet' },
    says: ['plugins/acme/blog/controllers/posts/config_list.yaml: is empty; expected a mapping of list keys'],
  },
  {
    title: 'a file that is not a mapping',
    changes: { [LIST]: '- list', [FORM]: 'form' },
    says: [
      'plugins/acme/blog/controllers/posts/config_form.yaml:1:1: is "form"; expected a mapping of form keys',
      'plugins/acme/blog/controllers/posts/config_list.yaml:1:1: is a list; expected a mapping of list keys',
    ],
  },
  {
    title: 'config files that Gatehouse does not support yet or never reads (AD-3)',
    changes: {
      [`${CONTROLLER}/config_reorder.yaml`]: '',
      [`${CONTROLLER}/config_lists.yaml`]: '',
      [`${CONTROLLER}/config_form.yml`]: '',
    },
    says: [
      'plugins/acme/blog/controllers/posts/config_form.yml: is not a config file; expected one of config_list.yaml, config_form.yaml, config_filter.yaml, config_relation.yaml, config_import_export.yaml; did you mean config_form.yaml?',
      'plugins/acme/blog/controllers/posts/config_lists.yaml: is not a config file; expected one of config_list.yaml, config_form.yaml, config_filter.yaml, config_relation.yaml, config_import_export.yaml; did you mean config_list.yaml?',
      'plugins/acme/blog/controllers/posts/config_reorder.yaml: is not supported yet; remove it for now',
    ],
  },
  {
    title: 'a create button without a create form',
    changes: {
      [FORM]: undefined,
      [LIST]:
        'list: { columns: { title: Title } }\nmodelClass: Acme\\Blog\\Models\\Post\ntoolbar: { buttons: [create] }',
    },
    says: [
      'plugins/acme/blog/controllers/posts/config_list.yaml:3:22: toolbar.buttons[0]: the controller has no form for creating records; expected a config_form.yaml',
    ],
  },
  {
    title: 'an unreadable form, without errors of the list that only follow from it',
    changes: {
      [FORM]: 'name: Post\nform Post\nmodelClass: a\n',
      [LIST]:
        'list: { columns: { title: { label: Title, searchable: true } } }\nmodelClass: Acme\\Blog\\Models\\Post\nrecordUrl: acme/blog/posts/update/:id\nglobalSearch: true\ntoolbar: { buttons: [create] }',
      'plugins/acme/blog/controllers/posts/config_import_export.yaml': 'import: { columns: [title] }',
    },
    says: [
      'plugins/acme/blog/controllers/posts/config_form.yaml:2:1: is not YAML: this line has no colon and space after its key; expected name: value',
    ],
  },
  {
    title: 'an action whose label is an unknown phrase',
    changes: {},
    registration: registrationWith({
      actions: [{ name: 'publish', label: 'acme.blog::lang.actions.publish', permissions: [] }],
    }),
    says: [
      'host: acme.blog.posts: actions.publish.label: the default locale (en) has no phrase acme.blog::lang.actions.publish; expected a phrase from a language file, or plain text',
    ],
  },
  {
    title: 'an asset that does not exist (AD-160)',
    changes: {},
    registration: registrationWith({ assets: { scripts: ['js/metre.js', 'missing.mjs'], styles: ['css/blog.css'] } }),
    says: [
      'host: acme.blog.posts: assets.scripts[0]: file plugins/acme/blog/assets/js/metre.js does not exist; did you mean plugins/acme/blog/assets/js/meter.js?',
      'host: acme.blog.posts: assets.scripts[1]: file plugins/acme/blog/assets/missing.mjs does not exist',
      'host: acme.blog.posts: assets.styles[0]: file plugins/acme/blog/assets/css/blog.css does not exist',
    ],
  },
  {
    title: 'an asset of an unsupported type',
    changes: {},
    registration: registrationWith({ assets: { scripts: ['js/meter.css', 'js/meter.ts'], styles: ['js/meter.js'] } }),
    says: [
      'host: acme.blog.posts: assets.scripts[0]: "js/meter.css" is not served; expected .js or .mjs',
      'host: acme.blog.posts: assets.scripts[1]: "js/meter.ts" is not served; expected .js or .mjs',
      'host: acme.blog.posts: assets.styles[0]: "js/meter.js" is not served; expected .css',
    ],
  },
  {
    title: 'asset paths that climb, are hidden, or change their meaning in a URL',
    changes: {},
    registration: registrationWith({
      assets: {
        scripts: [
          '../lang/en/lang.js',
          'js/../../x.js',
          '/js/meter.js',
          'js//meter.js',
          'js/.hidden.js',
          'js/%6deter.js',
          'js\\meter.js',
        ],
        styles: [],
      },
    }),
    says: [
      'host: acme.blog.posts: assets.scripts[0]: "../lang/en/lang.js" is not a path under assets/; expected a path such as js/meter.js',
      'host: acme.blog.posts: assets.scripts[1]: "js/../../x.js" is not a path under assets/; expected a path such as js/meter.js',
      'host: acme.blog.posts: assets.scripts[2]: "/js/meter.js" is not a path under assets/; expected a path such as js/meter.js',
      'host: acme.blog.posts: assets.scripts[3]: "js//meter.js" is not a path under assets/; expected a path such as js/meter.js',
      'host: acme.blog.posts: assets.scripts[4]: "js/.hidden.js" is not a path under assets/; expected a path such as js/meter.js',
      'host: acme.blog.posts: assets.scripts[5]: "js/%6deter.js" is not a path under assets/; expected a path such as js/meter.js',
      'host: acme.blog.posts: assets.scripts[6]: "js\\meter.js" is not a path under assets/; expected a path such as js/meter.js',
    ],
  },
];

describe('controllers: errors that stop startup', () => {
  for (const { title, changes, registration, says } of CASES) {
    it(title, () => expect(complaints(changes, registration)).to.deep.equal(says));
  }
});
