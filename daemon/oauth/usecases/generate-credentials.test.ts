import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { generateCredentials } from './generate-credentials.js';

describe('usecases: generate credentials (AS-33)', () => {
  it('a public client gets an id and nothing else', () =>
    expect(Object.keys(generateCredentials('none'))).to.deep.equal(['clientId']));

  for (const method of ['client_secret_post', 'client_secret_basic'] as const) {
    it(`${method}: generates a one-time secret together with its SHA-256`, () => {
      const { secret } = generateCredentials(method);
      expect(secret?.hash).to.deep.equal(createHash('sha256').update(secret!.plain).digest());
    });
  }

  it('ids and secrets are base64url and never repeat (AS-28; RFC 6749 §10.10)', () => {
    const made = Array.from({ length: 1000 }, () => generateCredentials('client_secret_post'));
    const texts = made.flatMap(({ clientId, secret }) => [clientId, secret!.plain]);
    expect(new Set(texts).size).to.equal(2000);
    for (const { clientId, secret } of made) {
      // One in 64 would begin with "-", which command lines read as an option.
      expect(clientId).to.match(/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/);
      expect(secret!.plain).to.match(/^[A-Za-z0-9_-]{43}$/);
    }
  });
});
