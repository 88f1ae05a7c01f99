import { expect } from 'chai';
import type { ResolveUserResponse } from '../../contract/generated/gatehouse/host/v1/ResolveUserResponse.js';
import { signInService } from '../../contract/load.js';
import { ContractViolation } from '../../core/faults.js';
import type { SignInOutcome } from '../../oauth/ports/sign-in.js';
import { fromResolveUser } from './sign-in.js';

function read(response: ResolveUserResponse): SignInOutcome {
  const { responseSerialize, responseDeserialize } = signInService.ResolveUser;
  return fromResolveUser('Rpc', responseDeserialize(responseSerialize(response)));
}

describe('host/from-proto/sign-in', () => {
  it('reads the user, and calls one without a name by the id', () => {
    const user = { userId: 'ada', displayName: 'Ada' };
    expect(read({ user })).to.deep.equal({ signedIn: true, ...user });
    expect(read({ user: { userId: 'ada' } })).to.deep.equal({ signedIn: true, userId: 'ada', displayName: 'ada' });
  });

  it('reads where to sign in: an http(s) URL or a path of the application', () => {
    for (const signInUrl of ['/sign-in?next=%2F', 'https://id.example/login', 'http://localhost:8080/login', '/']) {
      expect(read({ signInUrl })).to.deep.equal({ signedIn: false, signInUrl });
    }
  });

  it('refuses neither of them (sign_in.proto: a contract violation)', () => {
    expect(() => read({})).to.throw(ContractViolation, 'neither user nor sign_in_url');
  });

  for (const signInUrl of [
    '',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    'sign-in',
    '/a\r\nb: c',
    'https://',
  ]) {
    it(`refuses ${JSON.stringify(signInUrl)} as a place to sign in`, () => {
      expect(() => read({ signInUrl })).to.throw(ContractViolation, 'sign_in_url');
    });
  }

  it('refuses a user without id, with too long a one, or with one that no database stores', () => {
    expect(() => read({ user: { displayName: 'Ada' } })).to.throw(ContractViolation, 'user.user_id is empty');
    expect(() => read({ user: { userId: 'x'.repeat(256) } })).to.throw(ContractViolation, 'user.user_id is longer');
    expect(() => read({ user: { userId: 'a\0' } })).to.throw(ContractViolation, 'user.user_id holds a NUL');
    const displayName = 'x'.repeat(201);
    expect(() => read({ user: { userId: 'ada', displayName } })).to.throw(
      ContractViolation,
      'user.display_name is longer',
    );
  });
});
