import { expect } from 'chai';
import { Invalid } from '../model/controller.js';
import type { Holder } from './granting.js';
import { holds, mayManage } from './granting.js';
import { permissionCodes } from './permission-codes.js';
import { sayAccount } from './texts.js';

const holder = (...permissions: string[]): Holder => ({ superuser: false, permissions });
const SUPERUSER: Holder = { superuser: true, permissions: [] };

describe('permissions of administrators (docs/admin/people.md)', () => {
  it('are held by their code, or by a code with a star that covers it', () => {
    for (const [granted, code, isHeld] of [
      ['acme.blog.posts', 'acme.blog.posts', true],
      ['acme.blog.*', 'acme.blog.posts', true],
      ['acme.blog.*', 'acme.blog.posts.own', true],
      ['acme.blog.*', 'acme.blog.*', true],
      ['acme.*', 'acme.blog.*', true],
      ['acme.blog.*', 'acme.blog', false],
      ['acme.blog.*', 'acme.blogs', false],
      ['acme.blog.*', 'xacme.blog.posts', false],
      ['acme.blog', 'acme.blog.posts', false],
      ['acme.blog.posts', 'acme.blog', false],
      ['acme*', 'acme.blog', false],
    ] as const)
      expect(holds(holder('other', granted), code), `${granted} ${code}`).to.equal(isHeld);
    expect(holds(holder(), 'acme.blog')).to.equal(false);
    expect(holds(SUPERUSER, 'acme.blog')).to.equal(true);
  });

  it('let those manage others who hold all of their permissions', () => {
    const editor = holder('acme.blog.*', 'acme.shop');
    for (const [actor, target, may] of [
      [editor, holder(), true],
      [editor, holder('acme.blog.posts', 'acme.shop'), true],
      [editor, holder('acme.blog.posts', 'acme.other'), false],
      [editor, { ...holder(), superuser: true }, false],
      [SUPERUSER, { ...holder('acme.other'), superuser: true }, true],
      [holder(), holder(), true],
      [holder(), holder('acme.shop'), false],
    ] as const)
      expect(mayManage(actor, target), JSON.stringify([actor, target])).to.equal(may);
  });

  it('are a list of different codes', () => {
    const long = 'a'.repeat(255);
    const many = Array.from({ length: 1000 }, (_, index) => `code${String(index)}`);
    for (const codes of [[], ['acme'], ['acme.blog', 'acme.blog.*'], ['A-_9.b'], [long], many])
      expect(permissionCodes(JSON.stringify(codes), 'en')).to.deep.equal(codes);
    expect(permissionCodes(null, 'en')).to.deep.equal([]);
    expect(permissionCodes(undefined, 'en')).to.deep.equal([]);
  });

  for (const value of [
    '',
    'x',
    'null',
    '"acme"',
    '{"0":"acme","length":1}',
    '[1]',
    '[null]',
    '["a","a"]',
    '[""]',
    '["."]',
    '["a."]',
    '[".a"]',
    '["a..b"]',
    '["*"]',
    '["a*"]',
    '["a.*.b"]',
    '["a b"]',
    '["a\\n"]',
    '[" a"]',
    '["ä"]',
    JSON.stringify(['a'.repeat(256)]),
    JSON.stringify(Array.from({ length: 1001 }, (_, index) => `code${String(index)}`)),
  ]) {
    it(`are not ${value.slice(0, 30)}`, () => {
      const message = 'This is not a list of permissions.';
      expect(() => permissionCodes(value, 'en'))
        .to.throw(Invalid)
        .with.property('fields')
        .that.deep.equals({ permissions: [message] });
    });
  }

  it('are explained in the language of the locale, or in English', () => {
    for (const locale of ['de', 'de-AT', 'de-DE-1996']) expect(sayAccount('taken', locale)).to.match(/vergeben/);
    for (const locale of ['en', 'en-DE', 'it', 'del', '']) expect(sayAccount('taken', locale)).to.match(/taken/);
  });
});
