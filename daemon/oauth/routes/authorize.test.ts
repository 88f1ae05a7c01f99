import { expect } from 'chai';
import { BackendMissing, Unavailable } from '../../core/faults.js';
import { ClientAddresses } from '../../http/client-address.js';
import { IncomingRequest } from '../../http/request.js';
import type { AuthorizeOutcome } from '../usecases/authorize.js';
import { authorizeRoute } from './authorize.js';

const CALL = { requestId: 'r' };
const request = (query: string) => new IncomingRequest('GET', '/', query, new Map(), '192.0.2.1');

describe('oauth: the authorize endpoint (RFC 6749 §3.1)', () => {
  const asked: unknown[] = [];
  const routeTo = (outcome: AuthorizeOutcome) =>
    authorizeRoute((parameters, address) => {
      asked.push([parameters.get('client_id'), address]);
      return Promise.resolve(outcome);
    }, new ClientAddresses([]));
  const redirecting = routeTo({ kind: 'redirect', location: 'https://app.example/connect?request=x' });

  it('redirects, and no cache stores that', async () => {
    const answer = await redirecting.handle(request('client_id=a'), CALL, new Map());
    expect(answer).to.deep.equal({
      status: 302,
      headers: [
        ['location', 'https://app.example/connect?request=x'],
        ['cache-control', 'no-store'],
      ],
    });
    expect(asked).to.deep.equal([['a', '192.0.2.1']]);
  });

  it('says in text why it does not, without anything of the request', async () => {
    const refused = routeTo({ kind: 'refused_locally', reason: 'the client is not registered' });
    for (const [route, query, reason] of [
      [refused, 'client_id=hostile', 'the client is not registered'],
      [redirecting, 'client_id=hostile&a=%zz', 'its query string is not validly encoded'],
      [redirecting, 'client_id=hostile&'.repeat(101), 'its query string has more than 100 parameters'],
    ] as const) {
      const { status, body } = await route.handle(request(query), CALL, new Map());
      expect([status, String(body).split('\n')[0]]).to.deep.equal([
        400,
        `This authorization request cannot be used: ${reason}.`,
      ]);
      expect(String(body)).to.contain('remove the connection there and add it again').and.not.contain('hostile');
    }
  });

  it('answers a fault itself, and says when to try again if that helps', () => {
    for (const [fault, status, text] of [
      [new Unavailable('host', 'gone'), 503, /not available right now/],
      [new BackendMissing(), 500, /not connected to its application yet/],
      [new Error('s3cret'), 500, /^Something went wrong on the server/],
    ] as const) {
      const answer = redirecting.fault(fault, request(''), CALL);
      expect(answer.status).to.equal(status);
      expect(String(answer.body)).to.match(text);
      expect(answer.headers.some(([name]) => name === 'retry-after')).to.equal(status === 503);
    }
  });

  it('takes no body', () => {
    const answers = (['too_large', 'too_slow'] as const).map((why) => redirecting.bodyRefused(why, request(''), CALL));
    expect(answers.map(({ status }) => status)).to.deep.equal([413, 408]);
  });
});
