import { expect } from 'chai';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { IncomingRequest } from '../../http/request.js';
import { FixedAnswers } from './fixed-answers.js';

const LONG = { title: 'Posts', help: 'Every post of the blog. '.repeat(100) };

function answer(data: object, headers: Readonly<Record<string, string>> = {}, answers = new FixedAnswers()) {
  const request = new IncomingRequest('GET', '/lang', '', new Map(Object.entries(headers)), '127.0.0.1');
  const { status, headers: sent, body } = answers.of(data).answer(request);
  return { status, headers: Object.fromEntries(sent), body };
}

describe('admin: answers that are the same for every request (AD-44)', () => {
  it('have the envelope of every success', () => {
    const { status, headers, body } = answer(LONG);
    expect([status, JSON.parse(String(body))]).to.deep.equal([200, { success: true, data: LONG }]);
    expect(headers)
      .to.include({ 'content-type': 'application/json; charset=utf-8' })
      .and.not.to.have.any.keys('content-encoding');
  });

  it('may be kept by the own browser alone, which asks before each use (RFC 9111 §5.2.2.4, §5.2.2.7)', () => {
    expect(answer(LONG).headers).to.include({
      'cache-control': 'private, no-cache',
      vary: 'Accept-Language, Authorization, Cookie, Accept-Encoding',
    });
  });

  it('are compressed for clients that take it (RFC 9110 §12.5.3)', () => {
    const whole = answer(LONG).body;
    const brotli = answer(LONG, { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers).to.include({ 'content-encoding': 'br' });
    expect(String(brotliDecompressSync(brotli.body as Buffer))).to.equal(String(whole));
    const gzip = answer(LONG, { 'accept-encoding': 'gzip' });
    expect(gzip.headers).to.include({ 'content-encoding': 'gzip' });
    expect(String(gunzipSync(gzip.body as Buffer))).to.equal(String(whole));
  });

  it('stay as they are below a kilobyte', () => {
    expect(answer({ title: 'Posts' }, { 'accept-encoding': 'br' }).headers).not.to.have.any.keys('content-encoding');
  });

  it('return 304 without a body to who has them (RFC 9110 §13.1.2, §15.4.5)', () => {
    const coding = { 'accept-encoding': 'br' };
    const { etag = '' } = answer(LONG, coding).headers;
    const again = answer(LONG, { ...coding, 'if-none-match': etag });
    expect([again.status, again.body, again.headers['etag']]).to.deep.equal([304, undefined, etag]);
    expect(answer({ ...LONG, title: 'Other' }, { ...coding, 'if-none-match': etag }).status).to.equal(200);
    expect(answer(LONG, { 'if-none-match': etag }).status, 'another coding').to.equal(200);
  });

  it('are prepared once', () => {
    const answers = new FixedAnswers();
    expect(answers.of(LONG)).to.equal(answers.of(LONG));
    expect(answers.of({ ...LONG })).not.to.equal(answers.of(LONG));
  });
});
