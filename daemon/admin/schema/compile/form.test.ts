import { expect } from 'chai';
import type { BrokenFile } from '../../testing/small-plugin.js';
import { complaints, CONTROLLER } from '../../testing/small-plugin.js';

const FILE = `${CONTROLLER}/config_form.yaml`;
/** What every case begins with. */
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
      `${FILE}:4:1: defaultRedirekt: unknown key; expected one of name, form, modelClass, defaultRedirect, create, update, preview, permissions; did you mean defaultRedirect?`,
    ],
  },
  {
    title: 'a key without a counterpart',
    lines: ['create:', '  design:', '    displayMode: popup'],
    says: [`${FILE}:5:3: create.design: is not supported; it has no counterpart here; remove it`],
  },
  {
    title: 'another site after saving',
    lines: ['update:', '  redirect: //example.test/'],
    says: [
      `${FILE}:5:13: update.redirect: is "//example.test/"; expected a path inside the backend such as acme/blog/posts/update/:id; other sites cannot be opened from here`,
    ],
  },
  {
    title: 'a permission that no plugin registers',
    lines: ['permissions:', '  modelDelete: acme.blog.delete'],
    says: [
      `${FILE}:5:16: permissions.modelDelete: no plugin registers the permission acme.blog.delete; expected one of acme.blog.access_posts, acme.blog.moderate, acme.blog.publish; did you mean acme.blog.moderate?`,
    ],
  },
  {
    title: 'an operation that does not exist',
    lines: ['permissions:', '  modelDestroy: acme.blog.publish'],
    says: [
      `${FILE}:5:3: permissions.modelDestroy: unknown key; expected one of modelCreate, modelUpdate, modelPreview, modelDelete`,
    ],
  },
  {
    title: 'fields of one form that are not there',
    lines: ['preview:', '  form: preview.yaml'],
    says: [`${FILE}:5:9: preview.form: there is no file plugins/acme/blog/controllers/posts/preview.yaml`],
  },
  {
    title: 'a phrase that is missing',
    lines: ['create:', '  title: acme.blog::lang.posts.create'],
    says: [
      `${FILE}:5:10: create.title: there is no phrase acme.blog::lang.posts.create in the default locale (en); expected a phrase of a language file, or the text itself`,
    ],
  },
];

describe('config_form.yaml: what stops startup (AD-14)', () => {
  for (const { title, lines, says } of CASES) {
    it(title, () => {
      expect(complaints({ [FILE]: [...FORM, ...lines].join('\n') })).to.deep.equal(says);
    });
  }
});
