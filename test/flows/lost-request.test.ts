import { Unavailable } from '@gatehouse/host';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { send, sendForm, type Answer } from '../support/http-client.js';
import { USER, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

const AS_ADA = { cookie: 'session=ada', 'sec-fetch-site': 'same-origin' };

describe('host and state store fail during a grant: Gatehouse never claims that the request is kept (consent.proto)', () => {
  let stack: Stack;
  let client: RegisteredClient;
  /** Runs when the host is about to commit. */
  let beforeCommit: () => Promise<void> = async () => undefined;

  before(async () => {
    stack = await startStack({
      state: 'redis',
      oauth: { builtinConsentPage: true },
      signIn: { resolveUser: async () => ({ userId: USER, displayName: 'Ada' }) },
      onStep: (step) => (step === 'before commit' ? beforeCommit() : undefined),
      errorsExpected: true,
    });
    client = await stack.flow.register();
  });
  after(() => stack.stop());

  const hostAway = async (): Promise<never> => {
    throw new Unavailable('the database is away');
  };
  const bothAway = async (): Promise<never> => {
    await stack.redis?.kill();
    return hostAway();
  };
  async function during<T>(fault: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    beforeCommit = fault;
    try {
      return await work();
    } finally {
      beforeCommit = async () => undefined;
    }
  }
  async function comeBack(): Promise<void> {
    await stack.redis?.restart();
    await eventually(async () => expect((await stack.flow.authorize(client)).headers.location).to.contain('/connect'));
  }
  const unavailable = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'answered',
      (error: unknown) => String(error),
    );

  it('IssueCode: UNAVAILABLE, with the request still open if only the host fails; the details say if it is lost', async () => {
    const { requestId } = await stack.flow.pending(client);
    const kept = await during(hostAway, () => unavailable(stack.flow.grant(requestId)));
    expect(kept).to.contain('UNAVAILABLE').and.to.contain('try again').and.not.to.contain('lost');
    expect((await stack.consent.pendingRequest(requestId, USER)).pendingRequest).to.not.equal(undefined);

    const lost = await during(bothAway, () => unavailable(stack.flow.grant(requestId)));
    expect(lost)
      .to.contain('UNAVAILABLE')
      .and.to.contain('lost')
      .and.not.to.match(/try again|kept/);
    await comeBack();
    expect((await stack.flow.grant(requestId)).error).to.equal('CONSENT_ERROR_PENDING_NOT_FOUND');
  });

  it('the consent page offers the form again if only the host fails, and sends users back if the request is lost', async () => {
    const { requestId } = await stack.flow.pending(client);
    const page = `${stack.issuer}/connect?request=${requestId}`;
    const shown = await send(page, { headers: AS_ADA });
    const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(shown.body)?.[1] ?? '';
    const answer = (): Promise<Answer> => sendForm(page, { csrf_token, scope: 'read', decision: 'grant' }, AS_ADA);

    const again = await during(hostAway, answer);
    expect([again.status, again.headers['retry-after']]).to.deep.equal([503, '5']);
    expect(again.body).to.contain('still open').and.to.contain('<form');

    const lost = await during(bothAway, answer);
    expect([lost.status, lost.headers['retry-after']]).to.deep.equal([503, undefined]);
    expect(lost.body).to.contain('This request was lost').and.to.contain('want to connect and start again');
    expect(lost.body).to.not.match(/try again|still open|<form|href="\/connect/i);

    const unknown = await send(page, { headers: AS_ADA });
    expect(unknown.status).to.equal(503);
    expect(unknown.body, 'whether it is there is not known').to.not.match(/kept|still open|lost/);
    await comeBack();
    expect((await answer()).status).to.equal(404);
  });
});
