import { expect } from 'chai';
import { ADMIN_ERROR_STATUS, AdminError, type AdminErrorCode } from '../api/errors.js';
import { errorResponse, successResponse, type ErrorTexts } from './envelope.js';

const TEXTS: ErrorTexts = {
  error: (code) => `text of ${code}`,
  problem: ({ rule, parameters }) => `text of ${rule} ${JSON.stringify(parameters ?? {})}`,
};

function headersOf({ headers }: ReturnType<typeof errorResponse>): Readonly<Record<string, string>> {
  return Object.fromEntries(headers);
}

function bodyOf({ body }: ReturnType<typeof errorResponse>): unknown {
  return JSON.parse(String(body));
}

describe('admin: envelope (AD-44, AD-45)', () => {
  it('wraps a success as data, a list also with meta, and forbids caching (AD-44)', () => {
    const response = successResponse({ data: [1], meta: { page: 1 } });
    expect(bodyOf(response)).to.deep.equal({ success: true, data: [1], meta: { page: 1 } });
    expect(response.status).to.equal(200);
    expect(headersOf(response)).to.include({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it('always has a body (AD-44)', () => {
    expect(bodyOf(successResponse({ data: null }))).to.deep.equal({ success: true, data: null });
    expect(successResponse({ status: 201, data: {}, message: '' })).to.include({ status: 201 });
  });

  it('throws on data that cannot be encoded, and never truncates it (AD-46)', () => {
    const circle: { self?: object } = {};
    circle.self = circle;
    expect(() => successResponse({ data: circle })).to.throw(TypeError);
    expect(() => successResponse({ data: [1n] })).to.throw(TypeError);
  });

  it('gives an error its code, its text, the request id, and the text for each field (AD-45)', () => {
    const error = new AdminError('validation_failed', {
      fields: { title: [{ rule: 'required' }, 'The host says no.'], ['__proto__']: [{ rule: 'unknown' }] },
    });
    expect(JSON.parse(String(errorResponse(error, TEXTS, 'r-1').body))).to.deep.equal(
      JSON.parse(
        `{"success":false,"error":{"code":"validation_failed","message":"text of validation_failed","fields":{"title":["text of required {}","The host says no."],"__proto__":["text of unknown {}"]},"request_id":"r-1"}}`,
      ),
    );
  });

  it('includes the current record in a conflict', () => {
    const response = errorResponse(new AdminError('conflict', { current: { id: '9' } }), TEXTS, 'r-1');
    expect(response.status).to.equal(409);
    expect(bodyOf(response)).to.have.property('data').that.deep.equals({ id: '9' });
  });

  it('reports when to retry, and the allowed methods', () => {
    const throttled = errorResponse(new AdminError('too_many_attempts', { retryAfterSeconds: 42 }), TEXTS, 'r');
    expect(headersOf(throttled)).to.include({ 'retry-after': '42' });
    const method = errorResponse(new AdminError('method_not_allowed', { allow: ['GET', 'HEAD'] }), TEXTS, 'r');
    expect(headersOf(method)).to.include({ allow: 'GET, HEAD' });
  });

  for (const code of Object.keys(ADMIN_ERROR_STATUS) as AdminErrorCode[]) {
    it(`returns ${ADMIN_ERROR_STATUS[code]} for ${code}, with a challenge only for 401 (AD-45; RFC 9110 §11.6.1)`, () => {
      const response = errorResponse(new AdminError(code), TEXTS, 'r');
      expect(response.status).to.equal(ADMIN_ERROR_STATUS[code]);
      expect('www-authenticate' in headersOf(response)).to.equal(response.status === 401);
    });
  }
});
