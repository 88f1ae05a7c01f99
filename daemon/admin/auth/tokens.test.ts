import { expect } from 'chai';
import { base64url, CompactSign, compactVerify, SignJWT } from 'jose';
import type { AdminTokens } from './tokens.js';
import { createAdminTokens, VerifiedTokens } from './tokens.js';

const SECRET = 'a secret of at least thirty-two bytes';
const ISSUER = 'https://app.example.test';
const START = Date.parse('2026-11-21T12:00:00.900Z');
const SECONDS = Math.floor(START / 1000);

describe('admin: tokens (AD-120)', () => {
  let now = START;
  const clock = { now: () => now };
  let tokens: AdminTokens;

  beforeEach(() => {
    now = START;
    tokens = createAdminTokens({ secret: SECRET, issuer: ISSUER, ttlSeconds: 3600 }, clock);
  });

  /** A token that Gatehouse might have issued, except for the given changes. */
  function forge(
    claims: object,
    { secret = SECRET, header = { alg: 'HS256' } }: { secret?: string; header?: { alg: string } } = {},
  ): Promise<string> {
    const honest = { iss: ISSUER, aud: 'backend', sub: '7', jti: 'x'.repeat(22), iat: SECONDS, nbf: SECONDS };
    return new SignJWT({ ...honest, exp: SECONDS + 3600, oat: SECONDS, tv: 0, ...claims })
      .setProtectedHeader(header)
      .sign(new TextEncoder().encode(secret));
  }

  it('carries iss, sub, aud, iat, nbf, exp, jti of 128 bits, oat and tv (AD-120)', async () => {
    const { token } = await tokens.issue('7', 3);
    const payload = JSON.parse(new TextDecoder().decode(base64url.decode(token.split('.')[1] ?? ''))) as object;
    expect(payload).to.deep.include({ iss: ISSUER, sub: '7', aud: 'backend', iat: SECONDS, nbf: SECONDS, tv: 3 });
    expect(payload).to.deep.include({ exp: SECONDS + 3600, oat: SECONDS });
    expect(payload)
      .to.have.property('jti')
      .that.matches(/^[\w-]{22}$/);
  });

  it('never issues two tokens with the same id', async () => {
    const [one, other] = [await tokens.issue('7', 0), await tokens.issue('7', 0)];
    expect(one.claims.jti).not.to.equal(other.claims.jti);
  });

  it('verifies its own tokens until they expire', async () => {
    const { token, claims } = await tokens.issue('7', 3);
    expect(await tokens.verify(token)).to.deep.include({ kind: 'valid' });
    now = claims.exp * 1000 - 1;
    expect((await tokens.verify(token)).kind).to.equal('valid');
    now = claims.exp * 1000;
    expect(await tokens.verify(token)).to.have.property('kind', 'expired');
  });

  it('accepts a new token immediately on a daemon whose clock is up to half a minute behind', async () => {
    const { token } = await tokens.issue('7', 3);
    for (const [behind, kind] of [
      [1, 'valid'],
      [30, 'valid'],
      [31, 'invalid'],
    ] as const) {
      now = START - behind * 1000;
      expect((await tokens.verify(token)).kind, String(behind)).to.equal(kind);
      expect(tokens.flawOf(token)).to.equal(undefined);
    }
    now = START - 1000;
    expect((await tokens.verify(await forge({ aud: 'mcp' }))).kind).to.equal('invalid');
    expect((await tokens.verify(await forge({}, { header: { alg: 'HS512' } }))).kind).to.equal('invalid');
    now = START;
    expect((await tokens.verify(token)).kind).to.equal('valid');
  });

  it('a token that one issuer has verified stays invalid with another secret, issuer or signature', async () => {
    const { token } = await tokens.issue('7', 3);
    expect((await tokens.verify(token)).kind).to.equal('valid');
    for (const settings of [
      { secret: SECRET.toUpperCase(), issuer: ISSUER },
      { secret: SECRET, issuer: `${ISSUER}/other` },
    ]) {
      const others = createAdminTokens({ ...settings, ttlSeconds: 3600 }, clock);
      expect((await others.verify(token)).kind).to.equal('invalid');
    }
    const [header = '', payload = ''] = token.split('.');
    expect((await tokens.verify(`${header}.${payload}.${'A'.repeat(43)}`)).kind).to.equal('invalid');
    now -= 86_400_000;
    expect((await tokens.verify(token)).kind, 'before it is valid').to.equal('invalid');
  });

  it('returns the claims of an expired token for the refresh', async () => {
    const { token } = await tokens.issue('7', 3, { originallyAt: SECONDS - 500 });
    now += 86_400_000;
    const verified = await tokens.verify(token);
    expect(verified.kind).to.equal('expired');
    expect(verified)
      .to.have.property('claims')
      .that.deep.includes({ sub: '7', tv: 3, oat: SECONDS - 500 });
  });

  it('returns the claims of no token of another issuer or purpose', async () => {
    expect(tokens.claimsOf(await forge({}))).to.have.property('sub', '7');
    for (const foreign of [{ iss: 'https://evil.example.test' }, { aud: 'mcp' }, { tv: undefined }]) {
      expect(tokens.claimsOf(await forge(foreign)), JSON.stringify(foreign)).to.equal(undefined);
    }
    const other = { secret: 'another secret of at least 32 bytes!' };
    for (const token of ['', 'x', await forge({}, other)]) expect(tokens.claimsOf(token)).to.equal(undefined);
  });

  it('keeps a given oat', async () => {
    const { claims } = await tokens.issue('7', 0, { originallyAt: SECONDS - 1000 });
    expect(claims).to.deep.include({ iat: SECONDS, oat: SECONDS - 1000 });
  });

  it('accepts only HS256: no other hash and no "none", whatever the header says', async () => {
    const unsigned = (await forge({})).split('.')[1] ?? '';
    const none = `${base64url.encode(JSON.stringify({ alg: 'none' }))}.${unsigned}.`;
    const long = 'k'.repeat(64);
    const strong = createAdminTokens({ secret: long, issuer: ISSUER, ttlSeconds: 60 }, clock);
    for (const token of [none, await forge({}, { secret: long, header: { alg: 'HS512' } })]) {
      expect((await tokens.verify(token)).kind).to.equal('invalid');
      expect((await strong.verify(token)).kind).to.equal('invalid');
    }
  });

  it('reports a forged token as invalid, not as expired', async () => {
    expect((await tokens.verify(await forge({}))).kind, 'control').to.equal('valid');
    const { token } = await tokens.issue('7', 0);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const other = { secret: 'another secret of at least 32 bytes!' };
    const cases: Record<string, string> = {
      'another secret': await forge({}, other),
      'another secret, long expired': await forge({ exp: SECONDS - 1 }, other),
      'another audience': await forge({ aud: 'mcp' }),
      'another issuer': await forge({ iss: 'https://evil.example.test' }),
      'another issuer, expired': await forge({ iss: 'https://evil.example.test', exp: SECONDS - 1 }),
      'no expiry': await forge({ exp: undefined }),
      'not valid yet': await forge({ nbf: SECONDS + 60 }),
      'no token version': await forge({ tv: undefined }),
      'subject of another type': await forge({ sub: 7 }),
      'truncated signature': `${header}.${payload}.${signature.slice(1)}`,
      'swapped payload': `${header}.${payload.slice(0, -2)}AA.${signature}`,
      'not a token': 'x',
      nothing: '',
    };
    for (const [what, token] of Object.entries(cases)) {
      expect((await tokens.verify(token)).kind, what).to.equal('invalid');
      // Signed with the secret, but for another purpose: only the full verification detects that.
      const isSigned = (await strangersOf(token)) !== undefined;
      expect(tokens.flawOf(token), what).to.equal(isSigned ? undefined : 'invalid');
    }
  });

  /** Checks only the signature. */
  const strangersOf = (token: string): Promise<object | undefined> =>
    compactVerify(token, new TextEncoder().encode(SECRET)).catch(() => undefined);

  it('reports immediately what the signature and the times reveal about a token', async () => {
    const { token, claims } = await tokens.issue('7', 3);
    expect(tokens.flawOf(token)).to.equal(undefined);
    await tokens.verify(token);
    now = claims.exp * 1000 - 1;
    expect(tokens.flawOf(token), 'known').to.equal(undefined);
    now = claims.exp * 1000;
    expect(tokens.flawOf(token)).to.equal('expired');
    expect(tokens.flawOf(`${token}.x`)).to.equal('invalid');
    now = START;
    const past = { exp: SECONDS - 1, nbf: SECONDS - 2 };
    for (const [flaw, claims] of [
      ['expired', past],
      ['expired', { ...past, nbf: undefined }],
      [undefined, { ...past, nbf: SECONDS + 1 }],
      [undefined, { ...past, aud: 'mcp' }],
      [undefined, { ...past, iss: 'https://evil.example.test' }],
      [undefined, { ...past, tv: undefined }],
    ] as const) {
      const signed = await forge(claims);
      expect(tokens.flawOf(signed), JSON.stringify(claims)).to.equal(flaw);
      expect((await tokens.verify(signed)).kind).to.equal(flaw ?? 'invalid');
    }
    const text = await new CompactSign(new TextEncoder().encode('no claims'))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(SECRET));
    expect([tokens.flawOf(text), (await tokens.verify(text)).kind]).to.deep.equal([undefined, 'invalid']);
  });

  it('throws its own errors instead of reporting the token as invalid', async () => {
    let asked = 0;
    const broken = {
      [Symbol.toPrimitive]: () => {
        if (asked++ > 0) throw new RangeError('no time');
        return START;
      },
    };
    const odd = createAdminTokens(
      { secret: SECRET, issuer: ISSUER, ttlSeconds: 60 },
      { now: () => broken as unknown as number },
    );
    const { token } = await tokens.issue('7', 0);
    expect(await odd.verify(token).catch((error: unknown) => String(error))).to.equal('RangeError: no time');
  });

  it('accepts an empty app.url as the issuer (AD-120)', async () => {
    const unnamed = createAdminTokens({ secret: SECRET, issuer: '', ttlSeconds: 60 }, clock);
    const { token } = await unnamed.issue('7', 0);
    expect((await unnamed.verify(token)).kind).to.equal('valid');
    expect((await tokens.verify(token)).kind).to.equal('invalid');
    expect((await unnamed.verify(await forge({}))).kind).to.equal('invalid');
  });

  it('accepts tokens of a second secret, and signs with the first only (AD-184)', async () => {
    const next = 'the next secret, of more than thirty-two bytes';
    const settings = { issuer: ISSUER, ttlSeconds: 3600 };
    const rotating = createAdminTokens({ ...settings, secret: next, previousSecret: SECRET }, clock);
    const changed = createAdminTokens({ ...settings, secret: next }, clock);
    const [old, young] = [(await tokens.issue('7', 0)).token, (await rotating.issue('7', 0)).token];
    const kindOf = async (issuer: AdminTokens, token: string) => (await issuer.verify(token)).kind;
    for (const token of [old, young]) {
      expect(rotating.flawOf(token)).to.equal(undefined);
      expect(await kindOf(rotating, token)).to.equal('valid');
    }
    expect(await kindOf(changed, young)).to.equal('valid');
    expect(await kindOf(tokens, young)).to.equal('invalid');
    expect([await kindOf(changed, old), changed.flawOf(old)]).to.deep.equal(['invalid', 'invalid']);
    const foreign = await forge({}, { secret: SECRET.toUpperCase() });
    expect([await kindOf(rotating, foreign), rotating.flawOf(foreign)]).to.deep.equal(['invalid', 'invalid']);
    now += 3_600_000;
    for (const token of [old, young]) {
      expect([await kindOf(rotating, token), rotating.flawOf(token)]).to.deep.equal(['expired', 'expired']);
    }
  });

  it('rejects a secret under 32 bytes, without the secret in the message', () => {
    const short = () => createAdminTokens({ secret: 'x'.repeat(31), issuer: '', ttlSeconds: 60 }, clock);
    expect(short).to.throw(/^the secret has 31 bytes; HS256 needs at least 32$/);
    createAdminTokens({ secret: 'é'.repeat(16), issuer: '', ttlSeconds: 60 }, clock);
    const second = () =>
      createAdminTokens({ secret: SECRET, previousSecret: 'short', issuer: '', ttlSeconds: 60 }, clock);
    expect(second).to.throw(/^the secret has 5 bytes/);
  });
});

const claims = (sub: string) => ({ sub, exp: 200 });

describe('admin: verified tokens (RFC 7519 §4.1.4 and §4.1.5: checks the times with every use)', () => {
  it('finds a remembered token, and none that differs by a character', () => {
    const tokens = new VerifiedTokens<ReturnType<typeof claims>>();
    tokens.remember('a.b.c', claims('7'), 100);
    expect(tokens.claimsOf('a.b.c', 150)).to.deep.equal(claims('7'));
    for (const other of ['', 'a.b.C', 'a.b.c ', 'a.b', 'a.b.c.'])
      expect(tokens.claimsOf(other, 150)).to.equal(undefined);
  });

  it('finds a token neither before it becomes valid nor from the second in which it expires', () => {
    const tokens = new VerifiedTokens<ReturnType<typeof claims>>();
    tokens.remember('t', claims('7'), 100);
    expect(tokens.claimsOf('t', 99)).to.equal(undefined);
    expect(tokens.claimsOf('t', 100)).not.to.equal(undefined);
    expect(tokens.claimsOf('t', 199)).not.to.equal(undefined);
    expect(tokens.claimsOf('t', 200)).to.equal(undefined);
  });

  it('keeps a thousand tokens, and drops the first of them for the next', () => {
    const tokens = new VerifiedTokens<ReturnType<typeof claims>>();
    for (let n = 0; n <= 1000; n++) tokens.remember(`t${String(n)}`, claims(String(n)), 100);
    expect(tokens.claimsOf('t0', 150)).to.equal(undefined);
    expect(tokens.claimsOf('t1', 150)?.sub).to.equal('1');
    expect(tokens.claimsOf('t1000', 150)?.sub).to.equal('1000');
  });
});
