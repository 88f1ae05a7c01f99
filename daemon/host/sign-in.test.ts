import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { Unavailable } from '../core/faults.js';
import { CALL, linkTo, Refusal, rejection, startHost } from './small-host.test.js';

const BROWSER = { cookie: 'session=1', authorization: '', returnTo: 'https://notes.example/connect?request=1' };

describe('host/sign-in', () => {
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

  it('asks once more when the host cannot tell just now, then gives up', async () => {
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
