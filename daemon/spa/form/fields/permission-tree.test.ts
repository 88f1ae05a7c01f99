import { expect } from 'chai';
import { holds, permissionGroups, withCodes } from './permission-tree.js';

const DECLARED = [
  { code: 'acme.blog.posts', label: 'Posts', tab: 'Blog' },
  { code: 'acme.blog.tags', label: 'Tags', tab: 'Blog' },
  { code: 'acme.shop.items', label: 'Items', tab: 'Shop' },
  { code: 'acme.misc', label: 'Misc', tab: null },
];
const EDITOR = { superuser: false, permissions: ['acme.blog.*'] };

describe('the tree of permissions (AD-248)', () => {
  it('groups the declared permissions by heading, and says what the editor holds', () => {
    const { groups, others } = permissionGroups(DECLARED, ['acme.blog.posts'], EDITOR);
    expect(groups.map(({ heading, leaves }) => [heading, leaves.map(({ isHeld }) => isHeld)])).to.deep.equal([
      ['Blog', [true, true]],
      ['Shop', [false]],
      ['', [false]],
    ]);
    expect(others).to.deep.equal([]);
  });

  it('shows what a code that ends in ".*" contains, and keeps codes that no plugin declares', () => {
    const { groups, others } = permissionGroups(DECLARED, ['acme.blog.*', 'gone.plugin.code'], EDITOR);
    expect(groups[0]!.leaves.map(({ coveredBy }) => coveredBy)).to.deep.equal(['acme.blog.*', 'acme.blog.*']);
    expect(groups[1]!.leaves.map(({ coveredBy }) => coveredBy)).to.deep.equal([undefined]);
    expect(others.map(({ code, isHeld }) => [code, isHeld])).to.deep.equal([
      ['acme.blog.*', true],
      ['gone.plugin.code', false],
    ]);
  });

  it('changes a whole group, except for what the editor does not hold', () => {
    const granted = ['acme.shop.items', 'acme.blog.tags'];
    const { groups } = permissionGroups(DECLARED, granted, EDITOR);
    const [blog, shop] = [groups[0]!.leaves, groups[1]!.leaves];
    expect(withCodes(granted, blog, true)).to.deep.equal(['acme.shop.items', 'acme.blog.tags', 'acme.blog.posts']);
    expect(withCodes(granted, blog, false)).to.deep.equal(['acme.shop.items']);
    expect(withCodes(granted, shop, false)).to.deep.equal(granted);
  });

  it('holds a code that ends in ".*" only if a shorter one covers it', () => {
    expect(holds(EDITOR, 'acme.blog.posts.*')).to.equal(true);
    expect(holds(EDITOR, 'acme.*')).to.equal(false);
    expect(holds({ superuser: true, permissions: [] }, 'acme.*')).to.equal(true);
  });
});
