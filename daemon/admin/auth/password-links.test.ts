import { expect } from 'chai';
import { SignJWT } from 'jose';
import { createPasswordLinks } from './password-links.js';

const [SECRET, EARLIER] = ['s'.repeat(32), 'e'.repeat(32)];
const START = Date.parse('2026-11-21T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
let now = START;

function linksOf(more: { secret?: string; previousSecret?: string; issuer?: string } = {}) {
  return createPasswordLinks({ secret: SECRET, issuer: 'https://notes.example.com', ...more }, { now: () => now });
}

const LINK = { administratorId: '7', tokenVersion: 3, by: '1' };

describe('admin: links to choose a password (AD-245)', () => {
  beforeEach(() => {
    now = START;
  });

  it('hold for 24 hours, each under an id of its own', async () => {
    const { issue, verify } = linksOf();
    const { id, token, expiresAt } = await issue(LINK);
    expect(id).to.match(/^[\w-]{22}$/);
    expect(expiresAt).to.equal(START + DAY);
    expect(await verify(token)).to.deep.equal({ ...LINK, id });
    now = START + DAY - 1000;
    expect(await verify(token)).to.deep.equal({ ...LINK, id });
    now = START + DAY;
    expect(await verify(token)).to.equal(undefined);
    expect((await issue(LINK)).id).to.not.equal(id);
  });

  it('of the previous secret hold while another one replaces it, and foreign ones never', async () => {
    const { id, token } = await linksOf({ secret: EARLIER }).issue(LINK);
    expect(await linksOf({ previousSecret: EARLIER }).verify(token)).to.deep.equal({ ...LINK, id });
    expect(await linksOf().verify(token)).to.equal(undefined);
    const { token: current } = await linksOf({ previousSecret: EARLIER }).issue(LINK);
    expect(await linksOf().verify(current)).to.include(LINK);
    expect(await linksOf({ issuer: 'https://other.example.com' }).verify(current)).to.equal(undefined);
    for (const foreign of ['', 'x', `${current.slice(0, -2)}AA`]) {
      expect(await linksOf({ previousSecret: EARLIER }).verify(foreign), foreign).to.equal(undefined);
    }
  });

  it('are no other token with the same secret: of a session, without an end, with another algorithm, or with other claims', async () => {
    const claims = { sub: '7', tv: 3, by: '1', jti: 'id', iss: 'https://notes.example.com', aud: 'backend-password' };
    const unending = (payload: object, alg = 'HS256') =>
      new SignJWT({ ...payload, iat: START / 1000 }).setProtectedHeader({ alg });
    const sign = (payload: object, alg?: string) =>
      unending(payload, alg)
        .setExpirationTime(START / 1000 + 3600)
        .sign(Buffer.from(SECRET));
    const { verify } = linksOf();
    expect(await verify(await sign(claims))).to.deep.equal({ ...LINK, id: 'id' });
    for (const token of [
      await sign({ ...claims, aud: 'backend' }),
      await sign({ ...claims, tv: '3' }),
      await sign({ ...claims, by: undefined }),
      await sign(claims, 'HS512'),
      await unending(claims).sign(Buffer.from(SECRET)),
    ]) {
      expect(await verify(token)).to.equal(undefined);
    }
  });
});
