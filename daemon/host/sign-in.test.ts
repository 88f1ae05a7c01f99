import type { ResolveUserResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ResolveUserResponse';
import { signInService } from '@gatehouse/proto/services';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { ContractViolation, Unavailable } from '../core/faults.js';
import type { SignInOutcome } from '../oauth/ports/sign-in.js';
import { fromResolveUser } from './sign-in.js';
import { CALL, linkTo, Refusal, rejection, startHost } from './testing/small-host.js';

const BROWSER = { cookie: 'session=1', authorization: '', returnTo: 'https://notes.example/connect?request=1' };

describe('host: sign in', () => {
  it("passes the browser's headers and returns the user (sign_in.proto)", async () => {
    const seen: object[] = [];
    const host = await startHost({
      resolveUser: (request) => {
        seen.push(request);
        return { user: { userId: 'ada', displayName: 'Ada' } };
      },
    });
    const { link } = await linkTo(host.port);
    expect(await link.signIn.resolveUser(BROWSER, CALL)).to.deep.equal({
      signedIn: true,
      userId: 'ada',
      displayName: 'Ada',
    });
    expect(seen).to.deep.equal([BROWSER]);
    await link.stop(0);
    host.kill();
  });

  it('retries once when the host is temporarily unavailable, then fails', async () => {
    let asked = 0;
    const host = await startHost({
      resolveUser: () => {
        asked += 1;
        throw new Refusal(status.UNAVAILABLE);
      },
    });
    const { link } = await linkTo(host.port);
    expect(await rejection(link.signIn.resolveUser(BROWSER, CALL))).to.be.instanceOf(Unavailable);
    expect(asked).to.equal(2);
    await link.stop(0);
    host.kill();
  });
});

describe('host: sign in', () => {
  it('counts against host.max_in_flight, because anyone can ask for the consent page (docs/security.md)', async () => {
    const host = await startHost({ resolveUser: () => new Promise(() => undefined) });
    const { link } = await linkTo(host.port, { maxInFlight: 1, timeoutMs: 200 });
    const first = rejection(link.signIn.resolveUser(BROWSER, CALL));
    expect((await rejection(link.signIn.resolveUser(BROWSER, CALL))).message).to.contain('host.max_in_flight');
    expect(await first).to.be.instanceOf(Unavailable);
    await link.stop(0);
    host.kill();
  });
});

function read(response: ResolveUserResponse): SignInOutcome {
  const { responseSerialize, responseDeserialize } = signInService.ResolveUser;
  return fromResolveUser('Rpc', responseDeserialize(responseSerialize(response)));
}

describe('host: sign in', () => {
  it('reads the user, and uses the id as the name of a user without one', () => {
    const user = { userId: 'ada', displayName: 'Ada' };
    expect(read({ user })).to.deep.equal({ signedIn: true, ...user });
    expect(read({ user: { userId: 'ada' } })).to.deep.equal({ signedIn: true, userId: 'ada', displayName: 'ada' });
  });

  it('reads the sign-in URL: an http(s) URL or a path of the application', () => {
    for (const signInUrl of ['/sign-in?next=%2F', 'https://id.example/login', 'http://localhost:8080/login', '/']) {
      expect(read({ signInUrl })).to.deep.equal({ signedIn: false, signInUrl });
    }
  });

  it('rejects an answer with neither (sign_in.proto: a contract violation)', () => {
    expect(() => read({})).to.throw(ContractViolation, 'outcome must have one of its members set');
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
    it(`rejects ${JSON.stringify(signInUrl)} as a sign-in URL`, () => {
      expect(() => read({ signInUrl })).to.throw(ContractViolation, 'sign_in_url');
    });
  }

  it('rejects a user with no id, an overlong id, or one that no database can store', () => {
    expect(() => read({ user: { displayName: 'Ada' } })).to.throw(ContractViolation, 'user.user_id must not be empty');
    expect(() => read({ user: { userId: 'x'.repeat(256) } })).to.throw(
      ContractViolation,
      'user.user_id must have at most 255 characters',
    );
    expect(() => read({ user: { userId: 'a\0' } })).to.throw(ContractViolation, 'user.user_id must not contain NUL');
    const displayName = 'x'.repeat(201);
    expect(() => read({ user: { userId: 'ada', displayName } })).to.throw(
      ContractViolation,
      'user.display_name must have at most 200 characters',
    );
  });
});
