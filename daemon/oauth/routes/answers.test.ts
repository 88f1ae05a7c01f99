import { expect } from 'chai';
import { BackendMissing, ContractViolation, Unavailable } from '../../core/faults.js';
import { ClientAddresses } from '../../http/client-address.js';
import { IncomingRequest } from '../../http/request.js';
import type { Response } from '../../http/response.js';
import { isRefused, oauthError } from '../model/oauth-error.js';
import { bodyRefused, clientFormRoute, faultAnswer, formParameters, refusalAnswer } from './answers.js';

const FORM = 'application/x-www-form-urlencoded';
const CALL = { requestId: 'r' };

function request(body: string, headers: Record<string, string> = { 'content-type': FORM }): IncomingRequest {
  const made = new IncomingRequest('POST', '/', '', new Map(Object.entries(headers)), '192.0.2.1');
  made.body = Buffer.from(body);
  return made;
}
const headersOf = ({ headers }: Response) => Object.fromEntries(headers);
const bodyOf = ({ body }: Response): unknown => JSON.parse(String(body));

describe('oauth: answers of the JSON endpoints', () => {
  it('read a form, or say why they cannot', () => {
    const parameters = formParameters(request('a=1&b=2'));
    expect(isRefused(parameters) ? parameters : parameters.get('b')).to.equal('2');
    for (const [given, description] of [
      [request('a=1', { 'content-type': 'application/json' }), /x-www-form-urlencoded/],
      [request('a=1', {}), /x-www-form-urlencoded/],
      [request('a=%zz'), /not a validly encoded form/],
      [request('a=1&'.repeat(101)), /more than 100 parameters/],
    ] as const) {
      const refused = formParameters(given);
      expect(refused).to.have.property('error', 'invalid_request');
      expect(refused).to.have.property('description').that.matches(description);
    }
  });

  it('have the status of their error, and no cache stores them (RFC 6749 §5.1, §5.2)', () => {
    for (const [error, status] of [
      ['invalid_request', 400],
      ['invalid_grant', 400],
      ['invalid_client', 401],
      ['too_many_requests', 429],
      ['temporarily_unavailable', 503],
    ] as const) {
      const answer = refusalAnswer(oauthError(error, 'why'), undefined);
      expect(answer.status).to.equal(status);
      expect(bodyOf(answer)).to.deep.equal({ error, error_description: 'why' });
      expect(headersOf(answer)).to.deep.equal({
        'content-type': 'application/json;charset=UTF-8',
        'cache-control': 'no-store',
        pragma: 'no-cache',
      });
    }
  });

  it('challenge only a client that used the Authorization header, and only for its credentials', () => {
    const challenge = 'Basic realm="oauth", charset="UTF-8"';
    for (const [error, authorization, expected] of [
      ['invalid_client', 'Basic x', challenge],
      ['invalid_client', undefined, undefined],
      ['invalid_grant', 'Basic x', undefined],
    ] as const)
      expect(headersOf(refusalAnswer(oauthError(error, 'why'), authorization))['www-authenticate']).to.equal(expected);
  });

  it('say when to try again, if that is known', () => {
    const refusal = { ...oauthError('too_many_requests', 'why'), retryAfterSeconds: 7 };
    expect(headersOf(refusalAnswer(refusal, undefined))['retry-after']).to.equal('7');
  });

  it('let clients keep their tokens after a fault', () => {
    for (const [fault, status, description] of [
      [new Unavailable('host', 'gone'), 503, 'The service is not available right now. Try again.'],
      [new BackendMissing(), 500, 'The application is not connected yet.'],
      [new ContractViolation('Transact', 'wrong'), 500, 'Something went wrong on the server.'],
      [new Error('s3cret'), 500, 'Something went wrong on the server.'],
    ] as const) {
      const answer = faultAnswer(fault);
      expect([answer.status, bodyOf(answer)]).to.deep.equal([
        status,
        { error: 'temporarily_unavailable', error_description: description },
      ]);
      expect('retry-after' in headersOf(answer)).to.equal(status === 503);
    }
  });

  it('refuse a body that is too large or too slow', () => {
    const answers = (['too_large', 'too_slow'] as const).map((reason) => bodyRefused(reason));
    expect(answers.map(({ status }) => status)).to.deep.equal([413, 408]);
    for (const answer of answers) expect(bodyOf(answer)).to.have.property('error', 'invalid_request');
  });

  it('pass a form with its sender to the use case, and its result to the client', async () => {
    const asked: unknown[] = [];
    const results = [{ token_type: 'Bearer' }, undefined, oauthError('invalid_client', 'why')];
    const route = clientFormRoute(
      'oauth.token',
      '/token',
      ({ parameters, ...more }) => {
        asked.push([parameters.get('a'), more]);
        return Promise.resolve(results.shift());
      },
      new ClientAddresses([]),
    );
    const given = () => request('a=1', { 'content-type': FORM, authorization: 'Basic x' });
    const answers: Response[] = [];
    for (let times = 0; times < 3; times += 1) answers.push(await route.handle(given(), CALL, new Map()));
    expect(asked[0]).to.deep.equal(['1', { authorization: 'Basic x', clientAddress: '192.0.2.1' }]);
    expect(answers.map((answer) => [answer.status, bodyOf(answer)])).to.deep.equal([
      [200, { token_type: 'Bearer' }],
      [200, {}],
      [401, { error: 'invalid_client', error_description: 'why' }],
    ]);
    expect(headersOf(answers[2]!)).to.have.property('www-authenticate');
    const refused = await route.handle(request('a=%zz'), CALL, new Map());
    expect([refused.status, asked.length]).to.deep.equal([400, 3]);
  });
});
