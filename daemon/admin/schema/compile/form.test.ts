import { expect } from 'chai';
import type { BrokenFile } from '../../testing/small-plugin.js';
import { complaints, CONTROLLER } from '../../testing/small-plugin.js';

const FILE = `${CONTROLLER}/config_form.yaml`;
/** The first lines of every case. */
const FORM = [
  'name: Post',
  'form: ~/plugins/acme/blog/models/post/fields.yaml',
  'modelClass: Acme\\Blog\\Models\\Post',
];

const CASES: readonly BrokenFile[] = [
  {
    title: 'a key that does not exist (AD-3)',
    lines: ['defaultRedirekt: acme/blog/posts'],
    says: [
      `${FILE}:4:1: defaultRedirekt: unknown key; expected one of name, form, modelClass, recordTitle, changedAt, changedBy, defaultRedirect, create, update, preview, permissions; did you mean defaultRedirect?`,
    ],
  },
  {
    title: 'a key without a counterpart',
    lines: ['customMessages:', '  confirmDelete: Really?'],
    says: [`${FILE}:4:1: customMessages: is not supported; write flashSave and flashDelete`],
  },
  {
    title: 'a redirect to another site after saving',
    lines: ['update:', '  redirect: //example.test/'],
    says: [
      `${FILE}:5:13: update.redirect: is "//example.test/"; expected a path inside the backend such as acme/blog/posts/update/:id; links to other sites are not allowed`,
    ],
  },
  {
    title: 'redirects to controllers that the host does not register (AD-463)',
    lines: ['defaultRedirect: acme/blog/post', 'update:', '  redirectClose: acme/shop/items/update/:id'],
    says: [
      `${FILE}:4:18: defaultRedirect: the host registers no controller acme.blog.post; expected one of acme/blog/posts; did you mean acme/blog/posts?`,
      `${FILE}:6:18: update.redirectClose: the host registers no controller acme.shop.items; expected one of acme/blog/posts`,
    ],
  },
  {
    title: 'redirects to paths without a screen (AD-463)',
    lines: [
      'defaultRedirect: posts',
      'create:',
      '  redirect: acme/blog/posts/edit/:id',
      '  redirectClose: acme/blog/posts/update',
      'update:',
      '  redirect: acme/blog/posts/create/:id',
      '  redirectClose: account/password',
    ],
    says: [
      [4, 18, 'defaultRedirect', 'posts'],
      [6, 13, 'create.redirect', 'acme/blog/posts/edit/:id'],
      [7, 18, 'create.redirectClose', 'acme/blog/posts/update'],
      [9, 13, 'update.redirect', 'acme/blog/posts/create/:id'],
      [10, 18, 'update.redirectClose', 'account/password'],
    ].map(
      ([line, column, key, path]) =>
        `${FILE}:${line}:${column}: ${key}: is "${path}", which is not a screen; expected a list such as acme/blog/posts, a form such as acme/blog/posts/update/:id, or a screen such as settings/acme-blog`,
    ),
  },
  {
    title: 'a redirect to an unknown settings screen (AD-463)',
    lines: ['defaultRedirect: settings/acme-blog'],
    says: [`${FILE}:4:18: defaultRedirect: the host registers no settings screen acme-blog`],
  },
  {
    title: 'a permission that no plugin registers',
    lines: ['permissions:', '  modelDelete: acme.blog.delete'],
    says: [
      `${FILE}:5:16: permissions.modelDelete: no plugin registers the permission acme.blog.delete; expected one of acme.blog.access_posts, acme.blog.moderate, acme.blog.publish; did you mean acme.blog.moderate?`,
    ],
  },
  {
    title: 'an unknown operation',
    lines: ['permissions:', '  modelDestroy: acme.blog.publish'],
    says: [
      `${FILE}:5:3: permissions.modelDestroy: unknown key; expected one of modelCreate, modelUpdate, modelPreview, modelDelete`,
    ],
  },
  {
    title: 'a missing fields file for one form',
    lines: ['preview:', '  form: preview.yaml'],
    says: [`${FILE}:5:9: preview.form: file plugins/acme/blog/controllers/posts/preview.yaml does not exist`],
  },
  {
    title: 'an unknown phrase',
    lines: ['create:', '  title: acme.blog::lang.posts.create'],
    says: [
      `${FILE}:5:10: create.title: the default locale (en) has no phrase acme.blog::lang.posts.create; expected a phrase from a language file, or plain text`,
    ],
  },
];

describe('config_form.yaml: errors that stop startup (AD-14)', () => {
  it('accepts a redirect to every kind of screen (AD-463)', () => {
    for (const path of [
      ...['acme/blog/posts', '/acme/blog/posts', 'acme/blog/posts/create', 'acme/blog/posts/preview/:id'],
      ...['acme/blog/posts/update/7', 'settings', 'account', 'gatehouse/backend/administrators'],
    ]) {
      expect(complaints({ [FILE]: [...FORM, `defaultRedirect: ${path}`].join('\n') }), path).to.deep.equal([]);
    }
  });

  it('a redirect to the list of a controller without a list (AD-463)', () => {
    const form = [...FORM, 'defaultRedirect: acme/blog/posts'].join('\n');
    expect(complaints({ [FILE]: form, [`${CONTROLLER}/config_list.yaml`]: undefined })).to.deep.equal([
      `${FILE}:4:18: defaultRedirect: leads to acme.blog.posts, which has no list; expected a config_list.yaml`,
    ]);
  });

  for (const { title, lines, says } of CASES) {
    it(title, () => {
      expect(complaints({ [FILE]: [...FORM, ...lines].join('\n') })).to.deep.equal(says);
    });
  }
});
