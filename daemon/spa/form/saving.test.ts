import { expect } from 'chai';
import type { FormContextView } from '../api/views.js';
import { afterDelete, afterSave } from './saving.js';

describe('destination after saving (AD-14)', () => {
  const none = { title: null, redirect: null, redirectClose: null, flashSave: null, flashDelete: null };
  const schema = (given: Partial<FormContextView> = {}, open = { update: true, preview: true }) => ({
    controller: 'acme.blog.posts',
    defaultRedirect: null,
    contexts: {
      create: { ...none, ...given },
      update: open.update ? { ...none, ...given } : null,
      preview: open.preview ? none : null,
    },
  });

  it('follows the redirect of the form and inserts the id', () => {
    const one = schema({ redirect: 'acme/blog/posts/preview/:id', redirectClose: 'acme/blog/tags' });
    expect(afterSave(one, 'update', 'a b', 'save')).to.equal('/acme/blog/posts/preview/a%20b');
    expect(afterSave(one, 'update', '1', 'close')).to.equal('/acme/blog/tags');
  });

  it('stays with the record or goes to the list if the form sets no redirect', () => {
    expect(afterSave(schema(), 'update', '7', 'save')).to.equal(undefined);
    expect(afterSave(schema(), 'update', '7', 'close')).to.equal('/acme/blog/posts');
    expect(afterSave({ ...schema(), defaultRedirect: '/acme/blog/home' }, 'update', '7', 'close')).to.equal(
      '/acme/blog/home',
    );
    expect(afterDelete(schema())).to.equal('/acme/blog/posts');
    expect(afterDelete({ ...schema(), defaultRedirect: '/acme/blog/home' })).to.equal('/acme/blog/home');
  });

  it('inserts the id into the default redirect too, and leaves a deleted record for the list', () => {
    const one = { ...schema(), defaultRedirect: 'acme/blog/posts/preview/:id' };
    expect(afterSave(one, 'update', '7', 'close')).to.equal('/acme/blog/posts/preview/7');
    expect(afterDelete(one)).to.equal('/acme/blog/posts');
  });

  it('continues a created record in a form that this administrator may open', () => {
    expect(afterSave(schema(), 'create', '7', 'save')).to.equal('/acme/blog/posts/update/7');
    expect(afterSave(schema({}, { update: false, preview: true }), 'create', '7', 'save')).to.equal(
      '/acme/blog/posts/preview/7',
    );
    expect(afterSave(schema({}, { update: false, preview: false }), 'create', '7', 'save')).to.equal(
      '/acme/blog/posts',
    );
  });
});
