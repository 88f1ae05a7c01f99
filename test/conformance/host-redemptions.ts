import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Client } from '../../daemon/oauth/model/client.js';
import type { Code, RefreshToken } from '../../daemon/oauth/model/tokens.js';
import type { RedeemCode, RedeemRefreshToken } from '../../daemon/oauth/ports/backend.js';
import { aClient, aCode, aMint, aRefreshToken, HOUR } from './host-records.js';
import type { Subject } from './host-subject.js';
import { concurrently } from './state-under-test.js';

const NOW = Date.now();
const LATER = { issuedAt: NOW - 1000, expiresAt: NOW + HOUR };

interface Redemption<Redeem> {
  readonly client?: Partial<Client>;
  readonly redeem?: Partial<Redeem>;
}

/** Every expectation of RedeemCode, each with a client, code or operation that does not meet it. */
const UNMET_OF_CODE: Readonly<Record<string, Redemption<RedeemCode> & { readonly code?: Partial<Code> }>> = {
  'a revoked client': { client: { revokedAt: NOW - 1 } },
  'another authentication method': { client: { authMethod: 'client_secret_basic' } },
  'another secret': { client: { secretHash: randomBytes(32) } },
  'a client without the grant type': { client: { grantTypes: ['refresh_token'] } },
  'an unknown client': { redeem: { credentials: { clientId: 'unknown', authMethod: 'none' } } },
  'a code of another client': { code: { clientId: 'another' } },
  'an unknown code': { redeem: { codeHash: randomBytes(32) } },
  'another redirect URI': { redeem: { redirectUri: 'https://client.example/callback' } },
  'another challenge': { code: { codeChallenge: randomBytes(32).toString('base64url') } },
  'an expired code': { code: { expiresAt: NOW } },
};

const UNMET_OF_TOKEN: Readonly<
  Record<string, Redemption<RedeemRefreshToken> & { readonly token?: Partial<RefreshToken> }>
> = {
  'a revoked client': { client: { revokedAt: NOW - 1 } },
  'another authentication method': { client: { authMethod: 'client_secret_basic' } },
  'another secret': { client: { secretHash: randomBytes(32) } },
  'a client without the grant type': { client: { grantTypes: ['authorization_code'] } },
  'an unknown client': { redeem: { credentials: { clientId: 'unknown', authMethod: 'none' } } },
  'a token of another client': { token: { clientId: 'another' } },
  'an unknown token': { redeem: { tokenHash: randomBytes(32) } },
  'an expired token': { token: { expiresAt: NOW } },
  'a lineage that started at the limit': {
    token: { lineageStartedAt: NOW - 5000 },
    redeem: { lineageStartedAfter: NOW - 5000 },
  },
  'a scope outside of the grant': { redeem: { scopes: ['read', 'write'] } },
};

/** RedeemCode and RedeemRefreshToken: everything is as expected, or nothing is consumed (HC-28). */
export function hostRedemptions({ commit, abort, attempt }: Subject): void {
  async function store(client: Client): Promise<Client> {
    await commit({ kind: 'createClient', client, cap: 0, evictOldestUnconsented: false, replaceExisting: false });
    return client;
  }

  /** A client and its code, and the operation that redeems it. */
  async function aRedeemableCode(change: (typeof UNMET_OF_CODE)[string] = {}) {
    const secretHash = randomBytes(32);
    // A public client has no secret.
    const isPublic = change.client?.authMethod === 'none';
    const client = await store(aClient({ ...(!isPublic && { secretHash }), ...change.client }));
    const code = aCode({ ...LATER, clientId: client.clientId, ...change.code });
    await commit({ kind: 'createCode', code });
    const redeem: RedeemCode = {
      kind: 'redeemCode',
      credentials: { clientId: client.clientId, authMethod: 'client_secret_post', secretHash },
      codeHash: code.codeHash,
      redirectUri: code.redirectUri,
      codeChallenge: change.code?.codeChallenge === undefined ? code.codeChallenge : 'c'.repeat(43),
      lineageId: randomUUID(),
      at: NOW,
      accessTokenExpiresAt: NOW + HOUR,
      refreshTokenHash: randomBytes(32),
      refreshTokenExpiresAt: NOW + 2 * HOUR,
      ...change.redeem,
    };
    return { client, code, redeem };
  }

  async function aRedeemableToken(change: (typeof UNMET_OF_TOKEN)[string] = {}) {
    const secretHash = randomBytes(32);
    const client = await store(aClient({ secretHash, ...change.client }));
    const token = aRefreshToken({ ...LATER, clientId: client.clientId, ...change.token });
    await commit({ kind: 'createRefreshToken', refreshToken: token });
    const redeem: RedeemRefreshToken = {
      kind: 'redeemRefreshToken',
      credentials: { clientId: client.clientId, authMethod: 'client_secret_post', secretHash },
      tokenHash: token.tokenHash,
      scopes: [],
      at: NOW,
      accessTokenExpiresAt: NOW + HOUR,
      successorHash: randomBytes(32),
      successorExpiresAt: NOW + 2 * HOUR,
      ...change.redeem,
    };
    return { client, token, redeem };
  }

  const findCode = ({ codeHash }: { codeHash: Buffer }) => ({ kind: 'findCode', codeHash }) as const;
  const findToken = (tokenHash: Buffer) => ({ kind: 'findRefreshToken', tokenHash }) as const;
  const findAccessToken = (accessToken = '') => ({ kind: 'findAccessToken', accessToken }) as const;

  it('RedeemCode spends the code and creates both tokens of its grant, and returns the records as found (HC-28)', async () => {
    const { client, code, redeem } = await aRedeemableCode();
    const [{ client: foundClient, token, minted }] = await commit(redeem);
    expect({ foundClient, token }).to.deep.equal({ foundClient: client, token: code });
    const { lineageId, refreshTokenHash, refreshTokenExpiresAt } = redeem;
    const [spent, refreshToken] = await commit(findCode(code), findToken(refreshTokenHash));
    expect(spent).to.deep.equal({ ...code, spent: { at: NOW, lineageId } });
    const { clientId, userId, scopes, resource, grantContext } = code;
    expect(refreshToken).to.deep.equal({
      ...{ clientId, userId, scopes, resource, grantContext, lineageId, tokenHash: refreshTokenHash },
      ...{ issuedAt: NOW, expiresAt: refreshTokenExpiresAt, lineageStartedAt: NOW, lineageRevoked: false },
    });
    expect(minted?.expiresAt).to.be.within(NOW + 1, NOW + HOUR);
    expect(await commit(findAccessToken(minted?.accessToken))).to.deep.equal([{ lineageId, clientId, userId }]);
  });

  it('RedeemRefreshToken rotates the token within its grant, and returns the records as found (HC-28)', async () => {
    const { client, token, redeem } = await aRedeemableToken();
    const [found] = await commit({
      ...redeem,
      scopes: ['offline_access'],
      lineageStartedAfter: token.lineageStartedAt - 1,
    });
    expect([found.client, found.token]).to.deep.equal([client, token]);
    const [spent, successor] = await commit(findToken(token.tokenHash), findToken(redeem.successorHash));
    expect(spent).to.deep.equal({ ...token, spentAt: NOW });
    const { successorHash: tokenHash, successorExpiresAt: expiresAt } = redeem;
    expect(successor).to.deep.equal({ ...token, tokenHash, issuedAt: NOW, expiresAt });
    const { lineageId, clientId, userId } = token;
    expect(await commit(findAccessToken(found.minted?.accessToken))).to.deep.equal([{ lineageId, clientId, userId }]);
  });

  it('redeems for a public client, and without a redirect URI in the request (HC-28)', async () => {
    const { client, redeem } = await aRedeemableCode({ client: { authMethod: 'none' } });
    const credentials = { clientId: client.clientId, authMethod: 'none' } as const;
    const { redirectUri, ...without } = redeem;
    const [{ minted }] = await commit({ ...without, credentials });
    expect(minted, `without ${redirectUri}`).to.not.equal(undefined);
  });

  for (const [what, change] of Object.entries(UNMET_OF_CODE)) {
    it(`RedeemCode: ${what} consumes nothing; the records come back, and the rest of the transaction commits (HC-28)`, async () => {
      const { client, code, redeem } = await aRedeemableCode(change);
      const expired = aCode({ expiresAt: 1000 });
      await commit({ kind: 'createCode', code: expired });
      const [{ client: foundClient, token, minted }] = await commit(redeem, { kind: 'sweepExpired', before: 2000 });
      expect(minted).to.equal(undefined);
      expect(foundClient).to.deep.equal(what === 'an unknown client' ? undefined : client);
      expect(token).to.deep.equal(what === 'an unknown code' ? undefined : code);
      const left = await commit(findCode(code), findToken(redeem.refreshTokenHash), findCode(expired));
      expect(left).to.deep.equal([code, undefined, undefined]);
    });
  }

  for (const [what, change] of Object.entries(UNMET_OF_TOKEN)) {
    it(`RedeemRefreshToken: ${what} consumes nothing; the records come back (HC-28)`, async () => {
      const { client, token, redeem } = await aRedeemableToken(change);
      const [found] = await commit(redeem);
      expect(found.minted).to.equal(undefined);
      expect(found.client).to.deep.equal(what === 'an unknown client' ? undefined : client);
      expect(found.token).to.deep.equal(what === 'an unknown token' ? undefined : token);
      const left = await commit(findToken(token.tokenHash), findToken(redeem.successorHash));
      expect(left).to.deep.equal([token, undefined]);
    });
  }

  it('a spent code, a spent refresh token and a revoked lineage redeem nothing and come back as such (HC-28)', async () => {
    const { redeem: exchange } = await aRedeemableCode();
    const { token, redeem } = await aRedeemableToken();
    await commit(exchange, redeem);
    const again = await commit(
      { ...exchange, lineageId: randomUUID(), refreshTokenHash: randomBytes(32) },
      { ...redeem, successorHash: randomBytes(32) },
    );
    expect(again.map(({ minted }) => minted)).to.deep.equal([undefined, undefined]);
    expect(again[0].token?.spent).to.deep.equal({ at: NOW, lineageId: exchange.lineageId });
    expect(again[1].token?.spentAt).to.equal(NOW);
    const [, revoked] = await commit(
      { kind: 'revokeLineage', lineageId: token.lineageId, at: NOW },
      { ...redeem, tokenHash: redeem.successorHash, successorHash: randomBytes(32) },
    );
    expect(revoked.minted).to.equal(undefined);
    expect(revoked.token).to.include({ lineageRevoked: true });
  });

  it('an abort of a later operation takes the redemption back (HC-20, HC-28)', async () => {
    const { code, redeem } = await aRedeemableCode();
    const lineageId = randomUUID();
    await commit({ kind: 'revokeLineage', lineageId, at: NOW });
    expect(await abort(redeem, aMint({ lineageId }))).to.equal('1 lineage_revoked');
    expect(await commit(findCode(code), findToken(redeem.refreshTokenHash))).to.deep.equal([code, undefined]);
  });

  it('of 100 concurrent redemptions of one code, and of one refresh token, exactly one mints (HC-24, HC-28)', async () => {
    const { redeem: exchange } = await aRedeemableCode();
    const { redeem: refresh } = await aRedeemableToken();
    const minted = { redeemCode: 0, redeemRefreshToken: 0 };
    const created: Buffer[] = [];
    await concurrently(200, async (n) => {
      const hash = randomBytes(32);
      created.push(hash);
      const redeem =
        n % 2 === 0
          ? { ...exchange, lineageId: randomUUID(), refreshTokenHash: hash }
          : { ...refresh, successorHash: hash };
      try {
        const [result] = await commit(redeem);
        if (result.minted !== undefined) minted[redeem.kind] += 1;
      } catch (error) {
        expect(String(error)).to.match(/aborted: (code|refresh_token)_already_spent of operation 0/);
      }
    });
    expect(minted).to.deep.equal({ redeemCode: 1, redeemRefreshToken: 1 });
    const found = await Promise.all(created.map((tokenHash) => commit(findToken(tokenHash))));
    expect(found.flat().filter((token) => token !== undefined)).to.have.length(2);
  });

  it('a revocation wins against concurrent redemptions: afterwards nothing in the lineage is valid (HC-25, HC-28)', async () => {
    for (let round = 0; round < 4; round++) {
      const each = await Promise.all(Array.from({ length: 6 }, () => aRedeemableToken()));
      await concurrently(12, async (n) => {
        const { token, redeem } = each[n >> 1]!;
        const isRevocation = n % 2 === round % 2;
        await attempt(isRevocation ? { kind: 'revokeLineage', lineageId: token.lineageId, at: NOW } : redeem);
      });
      for (const { token, redeem } of each) {
        const found = await commit(findToken(token.tokenHash), findToken(redeem.successorHash));
        for (const one of found) if (one !== undefined) expect(one.lineageRevoked).to.equal(true);
        expect(await abort(aMint({ lineageId: token.lineageId }))).to.equal('0 lineage_revoked');
      }
    }
  });
}
