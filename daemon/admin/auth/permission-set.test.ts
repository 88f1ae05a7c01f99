import { expect } from 'chai';
import { meets } from '../model/schema/types.js';
import { PermissionSet } from './permission-set.js';

describe('admin: permission set (AD-131)', () => {
  const editor = new PermissionSet(false, ['acme.blog.posts', 'acme.shop.*']);

  it('holds the codes that were granted, and no others (AD-131)', () => {
    expect(editor.has('acme.blog.posts')).to.equal(true);
    for (const code of ['acme.blog.tags', 'acme.blog', 'acme.blog.posts.publish', 'ACME.BLOG.POSTS', '']) {
      expect(editor.has(code), code).to.equal(false);
    }
  });

  it('a granted code ending in .* matches by prefix, the dot included (AD-131)', () => {
    expect(editor.has('acme.shop.orders')).to.equal(true);
    expect(editor.has('acme.shop.orders.refund')).to.equal(true);
    expect(editor.has('acme.shop')).to.equal(false);
    expect(editor.has('acme.shops.orders')).to.equal(false);
  });

  it('an asterisk anywhere else is an ordinary character', () => {
    const odd = new PermissionSet(false, ['*', 'acme*', 'a.*.c']);
    for (const code of ['acme.blog', 'a.b.c', 'anything']) expect(odd.has(code), code).to.equal(false);
  });

  it('all of the required codes are needed for a route, any one for a field', () => {
    expect(editor.hasAll(['acme.blog.posts', 'acme.shop.orders'])).to.equal(true);
    expect(editor.hasAll(['acme.blog.posts', 'acme.blog.tags'])).to.equal(false);
    expect(editor.hasAny(['acme.blog.tags', 'acme.blog.posts'])).to.equal(true);
    expect(editor.hasAny(['acme.blog.tags'])).to.equal(false);
  });

  it('a requirement is met when all of the one list and one of the other are held', () => {
    expect(meets(editor, { all: ['acme.blog.posts'], any: ['x', 'acme.shop.orders'] })).to.equal(true);
    expect(meets(editor, { all: ['acme.blog.tags'], any: ['acme.shop.orders'] })).to.equal(false);
    expect(meets(editor, { all: ['acme.blog.posts'], any: ['x'] })).to.equal(false);
    expect(meets(editor, { all: [], any: [] })).to.equal(true);
  });

  it('nothing required is held by everybody', () => {
    const nobody = new PermissionSet(false, []);
    expect(nobody.hasAll([])).to.equal(true);
    expect(nobody.hasAny([])).to.equal(true);
  });

  it('superusers pass (AD-130)', () => {
    const superuser = new PermissionSet(true, []);
    expect(superuser.hasAll(['acme.blog.tags', 'whatever'])).to.equal(true);
    expect(superuser.hasAny(['acme.blog.tags'])).to.equal(true);
  });
});
