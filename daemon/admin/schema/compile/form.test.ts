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
  for (const { title, lines, says } of CASES) {
    it(title, () => {
      expect(complaints({ [FILE]: [...FORM, ...lines].join('\n') })).to.deep.equal(says);
    });
  }
});
