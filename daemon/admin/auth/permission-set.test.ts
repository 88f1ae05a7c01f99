import { expect } from 'chai';
import { meets } from '../model/schema/types.js';
import { PermissionSet } from './permission-set.js';

describe('admin: permission set (AD-131)', () => {
  const editor = new PermissionSet(false, ['acme.blog.posts', 'acme.shop.*']);

  it('contains the granted codes, and no others (AD-131)', () => {
    expect(editor.has('acme.blog.posts')).to.equal(true);
    for (const code of ['acme.blog.tags', 'acme.blog', 'acme.blog.posts.publish', 'ACME.BLOG.POSTS', '']) {
      expect(editor.has(code), code).to.equal(false);
    }
  });

  it('matches a granted code ending in .* by prefix, including the dot (AD-131)', () => {
    expect(editor.has('acme.shop.orders')).to.equal(true);
    expect(editor.has('acme.shop.orders.refund')).to.equal(true);
    expect(editor.has('acme.shop')).to.equal(false);
    expect(editor.has('acme.shops.orders')).to.equal(false);
  });

  it('treats an asterisk in any other position as an ordinary character', () => {
    const odd = new PermissionSet(false, ['*', 'acme*', 'a.*.c']);
    for (const code of ['acme.blog', 'a.b.c', 'anything']) expect(odd.has(code), code).to.equal(false);
  });

  it('needs all required codes for a route, and any one for a field', () => {
    expect(editor.hasAll(['acme.blog.posts', 'acme.shop.orders'])).to.equal(true);
    expect(editor.hasAll(['acme.blog.posts', 'acme.blog.tags'])).to.equal(false);
    expect(editor.hasAny(['acme.blog.tags', 'acme.blog.posts'])).to.equal(true);
    expect(editor.hasAny(['acme.blog.tags'])).to.equal(false);
  });

  it('meets a requirement with all codes of one list and one of the other', () => {
    expect(meets(editor, { all: ['acme.blog.posts'], any: ['x', 'acme.shop.orders'] })).to.equal(true);
    expect(meets(editor, { all: ['acme.blog.tags'], any: ['acme.shop.orders'] })).to.equal(false);
    expect(meets(editor, { all: ['acme.blog.posts'], any: ['x'] })).to.equal(false);
    expect(meets(editor, { all: [], any: [] })).to.equal(true);
  });

  it('meets an empty requirement for every administrator', () => {
    const nobody = new PermissionSet(false, []);
    expect(nobody.hasAll([])).to.equal(true);
    expect(nobody.hasAny([])).to.equal(true);
  });

  it('grants superusers everything (AD-130)', () => {
    const superuser = new PermissionSet(true, []);
    expect(superuser.hasAll(['acme.blog.tags', 'whatever'])).to.equal(true);
    expect(superuser.hasAny(['acme.blog.tags'])).to.equal(true);
  });
});
