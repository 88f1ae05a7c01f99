import { expect } from 'chai';
import type { Answer } from '../support/http-client.js';
import { tokensOf, type RegisteredClient, type Tokens } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

describe('refresh and reuse (AS-130 to AS-144)', () => {
  let stack: Stack;
  let client: RegisteredClient;
  before(async () => {
    stack = await startStack({ shared: true, oauth: { refreshLineageMaxAge: '1d' } });
    client = await stack.flow.register();
  });
  after(() => stack.stop());

  async function expectDead(tokens: Tokens): Promise<void> {
    expectInvalidGrant(await stack.flow.refresh(client, tokens.refresh_token));
    expect(await stack.host.issuer.verify(tokens.access_token)).to.equal(undefined);
  }

  async function expectLive(tokens: Tokens): Promise<Tokens> {
    expect(await stack.host.issuer.verify(tokens.access_token)).to.not.equal(undefined);
    return tokensOf(await stack.flow.refresh(client, tokens.refresh_token));
  }

  it('rotates: new access token, new refresh token, same lineage (AS-130)', async () => {
    const first = await stack.flow.tokens(client);
    const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
    expect(second.access_token).to.not.equal(first.access_token);
    expect(second.refresh_token).to.not.equal(first.refresh_token);
    const lineages = await Promise.all([first, second].map((tokens) => stack.host.issuer.verify(tokens.access_token)));
    expect(lineages[0]!.lineageId).to.equal(lineages[1]!.lineageId);
  });

  it('presenting a spent refresh token again revokes the whole lineage, and commits (AS-140; RFC 9700 §4.14.2)', async () => {
    const first = await stack.flow.tokens(client);
    const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
    const third = tokensOf(await stack.flow.refresh(client, second.refresh_token));
    expectInvalidGrant(await stack.flow.refresh(client, first.refresh_token));
    await expectDead(third);
    expect(await stack.host.issuer.verify(first.access_token)).to.equal(undefined);
  });

  it('does the same if the spent token comes with a wrong resource, or has expired and was not swept yet', async () => {
    const wrong = 'https://other.example/';
    for (const [resource, expire] of [
      [wrong, ''],
      [undefined, `update gatehouse_refresh_tokens set expires_at = ${Date.now() - 1000} where spent_at is not null`],
    ] as const) {
      const first = await stack.flow.tokens(client);
      const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
      if (expire !== '') await stack.host.execute(expire);
      expectInvalidGrant(await stack.flow.refresh(client, first.refresh_token, { resource }));
      await expectDead(second);
    }
  });

  it('keeps the lineage of another grant of the same user and client', async () => {
    const [one, other] = [await stack.flow.tokens(client), await stack.flow.tokens(client)];
    tokensOf(await stack.flow.refresh(client, one.refresh_token));
    expectInvalidGrant(await stack.flow.refresh(client, one.refresh_token));
    await expectLive(other);
  });

  it('rejects a spent token of another client, and revokes nothing (AS-142)', async () => {
    const stranger = await stack.flow.register();
    const first = await stack.flow.tokens(client);
    const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
    expectInvalidGrant(await stack.flow.refresh(stranger, first.refresh_token));
    await expectLive(second);
  });

  it('an unknown token revokes nothing (AS-143)', async () => {
    const tokens = await stack.flow.tokens(client);
    expectInvalidGrant(await stack.flow.refresh(client, `${tokens.refresh_token}x`));
    await expectLive(tokens);
  });

  it('a refresh may narrow the scope of its access token; the next refresh restores it (AS-131; RFC 6749 §6)', async () => {
    const first = await stack.flow.tokens(client, { scope: 'read write' });
    const narrowed = tokensOf(await stack.flow.refresh(client, first.refresh_token, { scope: 'read' }));
    expect(narrowed.scope).to.equal('read');
    expect((await stack.host.issuer.verify(narrowed.access_token))?.scopes).to.deep.equal(['read']);
    expect(tokensOf(await stack.flow.refresh(client, narrowed.refresh_token)).scope).to.equal('read write');
  });

  it('accepts resource as the authorize endpoint does: slash, case, repetition (AS-132)', async () => {
    const tokens = await stack.flow.tokens(client);
    const answer = await stack.flow.token(client, [
      ['grant_type', 'refresh_token'],
      ['refresh_token', tokens.refresh_token],
      ['resource', `${stack.resource}/`],
      ['resource', stack.resource.replace('http', 'HTTP')],
    ]);
    expect(answer.status).to.equal(200);
  });

  it('a spent code with the right verifier revokes its lineage (AS-141; RFC 6749 §4.1.2)', async () => {
    const code = await stack.flow.code(client);
    const tokens = tokensOf(await stack.flow.exchange(client, code));
    const second = tokensOf(await stack.flow.refresh(client, tokens.refresh_token));
    expectInvalidGrant(await stack.flow.exchange(client, code));
    await expectDead(second);
  });

  it('a spent code without the verifier, or from another client, revokes nothing (AS-142)', async () => {
    const code = await stack.flow.code(client);
    const tokens = tokensOf(await stack.flow.exchange(client, code));
    expectInvalidGrant(await stack.flow.exchange(client, { ...code, verifier: 'x'.repeat(43) }));
    expectInvalidGrant(await stack.flow.exchange(client, code, { redirect_uri: 'https://client.example/other' }));
    expectInvalidGrant(await stack.flow.exchange(await stack.flow.register(), code));
    await expectLive(tokens);
  });

  it('rejects expired codes and refresh tokens without revoking anything; the next token request removes them (AS-118)', async () => {
    const code = await stack.flow.code(client);
    const tokens = await stack.flow.tokens(client);
    const expired = Date.now() - 1000;
    await stack.host.execute(`update gatehouse_codes set expires_at = ${expired} where spent_at is null`);
    expectInvalidGrant(await stack.flow.exchange(client, code));
    await stack.host.execute(`update gatehouse_refresh_tokens set expires_at = ${expired} where spent_at is null`);
    expectInvalidGrant(await stack.flow.refresh(client, tokens.refresh_token));
    await stack.flow.tokens(client);
    for (const table of ['gatehouse_codes', 'gatehouse_refresh_tokens']) {
      expect(await stack.host.execute(`select 1 from ${table} where expires_at <= ${expired}`)).to.deep.equal([]);
    }
    expect(await stack.host.issuer.verify(tokens.access_token)).to.not.equal(undefined);
  });

  it('refresh_lineage_max_age ends a lineage at that age, regardless of the number of refreshes (AS-133)', async () => {
    const tokens = await stack.flow.tokens(client);
    const second = tokensOf(await stack.flow.refresh(client, tokens.refresh_token));
    const { lineageId } = (await stack.host.issuer.verify(second.access_token))!;
    const longAgo = Date.now() - 25 * 3_600_000;
    await stack.host.execute(
      `update gatehouse_refresh_tokens set lineage_started_at = ${longAgo} where lineage_id = '${lineageId}'`,
    );
    expectInvalidGrant(await stack.flow.refresh(client, second.refresh_token));
  });

  it('stores only the hashes of codes and refresh tokens (AS-171)', async () => {
    const code = await stack.flow.code(client);
    const tokens = await stack.flow.tokens(client);
    const rows = [];
    for (const table of ['gatehouse_codes', 'gatehouse_refresh_tokens', 'gatehouse_access_tokens']) {
      rows.push(...(await stack.host.execute(`select * from ${table}`)));
    }
    const stored = JSON.stringify(rows, (_, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    );
    for (const secret of [code.code, tokens.refresh_token, tokens.access_token]) expect(stored).to.not.contain(secret);
  });
});

for (const state of ['memory', 'redis'] as const) {
  describe(`retry window, state in ${state} (AS-150 to AS-153)`, () => {
    let stack: Stack;
    let client: RegisteredClient;
    let hasSpent = false;
    /** The next rotation commits, but Gatehouse does not get the answer. */
    let loseAnswer = false;
    let failRotation = false;
    beforeEach(() => (hasSpent = loseAnswer = failRotation = false));
    before(async () => {
      stack = await startStack({
        shared: true,
        state,
        oauth: { refreshRetryWindow: '5m' },
        onStep: (step) => {
          if (step === 'after refreshTokens.spend' && failRotation) {
            failRotation = false;
            throw new Error('the rotation fails');
          }
          if (step === 'after refreshTokens.spend') hasSpent = true;
          if (step !== 'after commit' || !loseAnswer || !hasSpent) return;
          loseAnswer = hasSpent = false;
          throw new Error('the answer is lost');
        },
      });
      client = await stack.flow.register();
    });
    after(() => stack.stop());

    it('returns the identical answer to the same client for every retry (AS-150)', async () => {
      const { refresh_token } = await stack.flow.tokens(client);
      const answers = [];
      for (let attempt = 0; attempt < 3; attempt++) answers.push(await stack.flow.refresh(client, refresh_token));
      expectOneAnswer(answers);
    });

    it('treats a retry as reuse once the successor was used, and revokes the lineage', async () => {
      const first = await stack.flow.tokens(client);
      const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
      const third = tokensOf(await stack.flow.refresh(client, second.refresh_token));
      expectInvalidGrant(await stack.flow.refresh(client, first.refresh_token));
      expectInvalidGrant(await stack.flow.refresh(client, third.refresh_token));
    });

    it('rejects another client, without side effects', async () => {
      const first = await stack.flow.tokens(client);
      const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
      expectInvalidGrant(await stack.flow.refresh(await stack.flow.register(), first.refresh_token));
      tokensOf(await stack.flow.refresh(client, second.refresh_token));
    });

    it('treats a retry after the window as reuse', async () => {
      const first = await stack.flow.tokens(client);
      const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
      await stack.host.execute(
        `update gatehouse_refresh_tokens set spent_at = ${Date.now() - 301_000} where spent_at is not null`,
      );
      expectInvalidGrant(await stack.flow.refresh(client, first.refresh_token));
      expectInvalidGrant(await stack.flow.refresh(client, second.refresh_token));
    });

    it('does not replay a revoked lineage', async () => {
      const first = await stack.flow.tokens(client);
      const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
      await stack.consent.revoke(second.access_token);
      expectInvalidGrant(await stack.flow.refresh(client, first.refresh_token));
    });

    it("replaces an answer that was lost after the host's commit: issues the successor with a new access token (AS-153)", async () => {
      const { refresh_token } = await stack.flow.tokens(client);
      loseAnswer = true;
      const lost = await stack.flow.refresh(client, refresh_token);
      expect(lost.status).to.equal(503);
      const second = tokensOf(await stack.flow.refresh(client, refresh_token));
      expectOneAnswer([
        await stack.flow.refresh(client, refresh_token),
        await stack.flow.refresh(client, refresh_token),
      ]);
      expect(await stack.host.issuer.verify(second.access_token)).to.not.equal(undefined);
      const third = tokensOf(await stack.flow.refresh(client, second.refresh_token));
      expectInvalidGrant(await stack.flow.refresh(client, refresh_token));
      expectInvalidGrant(await stack.flow.refresh(client, third.refresh_token));
    });

    it('rebuilds a lost answer for the client that sent the request, with the scope of that request', async () => {
      const { refresh_token } = await stack.flow.tokens(client, { scope: 'read write' });
      loseAnswer = true;
      await stack.flow.refresh(client, refresh_token, { scope: 'read' });
      expectInvalidGrant(await stack.flow.refresh(await stack.flow.register(), refresh_token));
      const second = tokensOf(await stack.flow.refresh(client, refresh_token, { scope: 'read' }));
      expect(second.scope).to.equal('read');
      expect((await stack.host.issuer.verify(second.access_token))?.scopes).to.deep.equal(['read']);
    });

    it('performs a rotation that began and never committed', async () => {
      const { refresh_token } = await stack.flow.tokens(client);
      failRotation = true;
      expect((await stack.flow.refresh(client, refresh_token)).status).to.equal(503);
      const second = tokensOf(await stack.flow.refresh(client, refresh_token));
      tokensOf(await stack.flow.refresh(client, second.refresh_token));
    });

    it('rejects a retry for another scope or resource, and revokes nothing (AS-152; RFC 6749 §6, RFC 8707 §2)', async () => {
      const first = await stack.flow.tokens(client);
      const answer = await stack.flow.refresh(client, first.refresh_token, { scope: 'read' });
      for (const [changes, error] of [
        [{ scope: 'read write' }, 'invalid_scope'],
        [{ scope: undefined }, 'invalid_scope'],
        [{ scope: 'read admin' }, 'invalid_scope'],
        [{ scope: 'read', resource: 'https://other.example/mcp' }, 'invalid_target'],
      ] as const) {
        const refused = await stack.flow.refresh(client, first.refresh_token, changes);
        expect([refused.status, refused.json().error], JSON.stringify(changes)).to.deep.equal([400, error]);
      }
      const again = await stack.flow.refresh(client, first.refresh_token, { scope: 'read', resource: stack.resource });
      expectOneAnswer([answer, again]);
      tokensOf(await stack.flow.refresh(client, tokensOf(answer).refresh_token));
    });

    it('a spent code is not a retry: it still revokes the lineage', async () => {
      const code = await stack.flow.code(client);
      const tokens = tokensOf(await stack.flow.exchange(client, code));
      expectInvalidGrant(await stack.flow.exchange(client, code));
      expectInvalidGrant(await stack.flow.refresh(client, tokens.refresh_token));
    });

    it('fifty processes that share one token all get the identical answer, and the lineage stays valid', async () => {
      const { refresh_token } = await stack.flow.tokens(client);
      const answers = await Promise.all(Array.from({ length: 50 }, () => stack.flow.refresh(client, refresh_token)));
      expectOneAnswer(answers);
      tokensOf(await stack.flow.refresh(client, tokensOf(answers[0]!).refresh_token));
    });

    if (state === 'redis') {
      it('keeps the successor that an earlier attempt has chosen for the whole window too (AS-153)', async () => {
        const { refresh_token } = await stack.flow.tokens(client);
        failRotation = true;
        expect((await stack.flow.refresh(client, refresh_token)).status).to.equal(503);
        // The client tries again half a second before what the first attempt has stored ends, a minute after the window.
        await stack.redis!.elapse(6 * 60_000 - 500);
        loseAnswer = true;
        expect((await stack.flow.refresh(client, refresh_token)).status).to.equal(503);
        await stack.redis!.elapse(60_000);
        const second = tokensOf(await stack.flow.refresh(client, refresh_token));
        tokensOf(await stack.flow.refresh(client, second.refresh_token));
      });

      it('stores answers encrypted, under keys that expire (AS-151)', async () => {
        const { refresh_token } = await stack.flow.tokens(client);
        const answer = await stack.flow.refresh(client, refresh_token);
        const keys = (await stack.redis!.command('KEYS', '*')).split('\n');
        expect(keys).to.not.have.length(0);
        for (const key of keys) {
          expect(Number(await stack.redis!.command('PTTL', key)), key).to.be.greaterThan(0);
          const dump = key + (await stack.redis!.command('DUMP', key));
          for (const secret of [
            refresh_token,
            ...Object.values(tokensOf(answer))
              .map(String)
              .filter((text) => text.length > 20),
          ]) {
            expect(dump).to.not.contain(secret);
          }
        }
      });
    }
  });
}

function expectInvalidGrant(answer: Answer): void {
  expect(answer.status, answer.body).to.equal(400);
  expect(answer.json().error).to.equal('invalid_grant');
}

/** Asserts success with byte-for-byte the same answer. */
function expectOneAnswer(answers: readonly Answer[]): void {
  for (const { status, body } of answers) expect([status, body]).to.deep.equal([200, answers[0]?.body]);
}
