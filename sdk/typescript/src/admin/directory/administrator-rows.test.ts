import { expect } from 'chai';
import { administratorOf, idOf, keyOf } from './administrator-rows.js';

const ROW = {
  id: 7,
  login: 'Ada',
  email: 'ada@shop.example',
  name: 'Ada L.',
  role_id: null,
  is_superuser: 0,
  is_activated: 1,
  permissions: '["acme.shop"]',
  locale: 'de',
  token_version: 3,
  must_change_password: 0,
  role_code: null,
  role_permissions: null,
  role_requires_second_factor: null,
  second_factor_of: null,
};

const ADMINISTRATOR = {
  id: '7',
  login: 'Ada',
  email: 'ada@shop.example',
  displayName: 'Ada L.',
  role: '',
  superuser: false,
  permissions: ['acme.shop'],
  locale: 'de',
  tokenVersion: 3,
};

describe('rows of administrators', () => {
  it('are administrators without a role, without a second factor', () => {
    expect(administratorOf(ROW)).to.deep.equal(ADMINISTRATOR);
    expect(administratorOf({ ...ROW, is_superuser: 1 })).to.deep.equal({ ...ADMINISTRATOR, superuser: true });
  });

  it('have the permissions of the role and their own, each once', () => {
    const row = { ...ROW, role_id: 2, role_code: 'editors', role_permissions: '["acme.blog.*","acme.shop"]' };
    expect(administratorOf(row)).to.deep.equal({
      ...ADMINISTRATOR,
      role: 'editors',
      permissions: ['acme.blog.*', 'acme.shop'],
    });
  });

  for (const [column, value, member] of [
    ['must_change_password', 1, 'mustChangePassword'],
    ['second_factor_of', 7, 'hasSecondFactor'],
    ['role_requires_second_factor', 1, 'mustHaveSecondFactor'],
  ] as const) {
    it(`say ${member} if ${column} does`, () => {
      expect(administratorOf({ ...ROW, [column]: value })).to.deep.equal({ ...ADMINISTRATOR, [member]: true });
    });
  }

  it('do not say that a role demands a second factor that does not', () => {
    expect(administratorOf({ ...ROW, role_requires_second_factor: 0 })).to.deep.equal(ADMINISTRATOR);
  });

  it('are named by a number in its only spelling', () => {
    for (const [text, id] of [
      ['1', 1],
      ['10', 10],
      ['999999999999999', 999_999_999_999_999],
    ] as const)
      expect(idOf(text)).to.equal(id);
    for (const text of ['', '0', '01', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '1\n', 'a1', '1a', '1'.repeat(16)])
      expect(idOf(text), text).to.equal(undefined);
  });

  it('are compared without case, however their letters are composed', () => {
    expect(keyOf('ADA')).to.equal('ada');
    expect(keyOf('E\u0301VE')).to.equal(keyOf('\u00e9ve'));
  });
});
