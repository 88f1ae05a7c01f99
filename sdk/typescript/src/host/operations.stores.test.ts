import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { MAX_SWEPT } from '@gatehouse/proto/limits';
import { backendService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import type { Client, Code, RefreshToken } from '../ports/backend.js';
import type { AbortReason } from '../ports/errors.js';
import { toProtoClient, toProtoCode, toProtoRefreshToken } from '../wire/oauth-records.js';
import type { OperationKind } from './operation.js';
import { OPERATIONS } from './operations.js';
import { recordedStores } from './testing/recorded-stores.js';
import { parseTransaction } from './transactor.js';

const HASH = Buffer.alloc(32, 2);
const AT = new Date(5000);
const at = { seconds: 5, nanos: 0 };
const CLIENT: Client = {
  clientId: 'c',
  clientName: 'Client',
  redirectUris: ['https://client.example/callback'],
  tokenEndpointAuthMethod: 'none',
  scopes: ['read'],
  grantTypes: ['authorization_code'],
  registeredAt: AT,
  selfRegistered: true,
  metadata: {},
};
const GRANT = {
  clientId: 'c',
  userId: 'ada',
  scopes: ['read'],
  resource: 'https://notes.example/mcp',
  expiresAt: AT,
  grantContext: Buffer.from('tenant'),
};
const CODE: Code = {
  ...GRANT,
  codeHash: HASH,
  redirectUri: 'https://client.example/callback',
  codeChallenge: 'c'.repeat(43),
  issuedAt: AT,
};
const TOKEN: RefreshToken = {
  ...GRANT,
  tokenHash: HASH,
  lineageId: 'l',
  issuedAt: AT,
  lineageStartedAt: AT,
  lineageRevoked: false,
};
const HOW = { cap: 7, evictOldestUnconsented: true, replaceExisting: false };

interface Case {
  readonly sent: Operation;
  readonly calls: readonly (readonly unknown[])[];
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly result: object;
}

const CASES: readonly Case[] = [
  {
    sent: { findClient: { clientId: 'c' } },
    calls: [['clients.find', 'c']],
    answers: { 'clients.find': CLIENT },
    result: { client: toProtoClient(CLIENT) },
  },
  { sent: { findClient: { clientId: 'c' } }, calls: [['clients.find', 'c']], result: {} },
  {
    sent: { createClient: { client: toProtoClient(CLIENT), ...HOW } },
    calls: [['clients.create', CLIENT, HOW]],
    answers: { 'clients.create': { clientCount: 3 } },
    result: { clientCount: 3 },
  },
  {
    sent: { sweepUnconsentedClients: { registeredBefore: at } },
    calls: [['clients.sweepUnconsented', AT]],
    answers: { 'clients.sweepUnconsented': 4 },
    result: { removed: 4 },
  },
  { sent: { stampConsent: { clientId: 'c', at } }, calls: [['clients.stampConsent', 'c', AT]], result: {} },
  { sent: { createCode: { code: toProtoCode(CODE) } }, calls: [['codes.create', CODE]], result: {} },
  {
    sent: { findCode: { codeHash: HASH } },
    calls: [['codes.find', HASH]],
    answers: { 'codes.find': CODE },
    result: { code: toProtoCode(CODE) },
  },
  { sent: { findCode: { codeHash: HASH } }, calls: [['codes.find', HASH]], result: {} },
  {
    sent: { spendCode: { codeHash: HASH, lineageId: 'l', at } },
    calls: [['codes.spend', HASH, 'l', AT]],
    result: {},
  },
  {
    sent: { createRefreshToken: { refreshToken: toProtoRefreshToken(TOKEN) } },
    calls: [['refreshTokens.create', TOKEN]],
    result: {},
  },
  {
    sent: { findRefreshToken: { tokenHash: HASH } },
    calls: [['refreshTokens.find', HASH]],
    answers: { 'refreshTokens.find': TOKEN },
    result: { refreshToken: toProtoRefreshToken(TOKEN) },
  },
  { sent: { findRefreshToken: { tokenHash: HASH } }, calls: [['refreshTokens.find', HASH]], result: {} },
  { sent: { spendRefreshToken: { tokenHash: HASH, at } }, calls: [['refreshTokens.spend', HASH, AT]], result: {} },
  {
    sent: { revokeLineage: { lineageId: 'l', at } },
    calls: [
      ['refreshTokens.revokeLineage', 'l', AT],
      ['accessTokens.revokeLineage', 'l', AT],
    ],
    answers: { 'refreshTokens.revokeLineage': true },
    result: { newlyRevoked: true },
  },
  {
    sent: { mintAccessToken: { ...GRANT, expiresAt: at, lineageId: 'l', at } },
    calls: [['accessTokens.mint', { ...GRANT, lineageId: 'l', at: AT }]],
    answers: { 'accessTokens.mint': { accessToken: 'token' } },
    result: { accessToken: 'token', expiresAt: null },
  },
  {
    sent: { findAccessToken: { accessToken: 'token' } },
    calls: [['accessTokens.find', 'token']],
    answers: { 'accessTokens.find': { lineageId: 'l', clientId: 'c', userId: 'ada', of: 'the application' } },
    result: { accessToken: { lineageId: 'l', clientId: 'c', userId: 'ada' } },
  },
  { sent: { findAccessToken: { accessToken: 'token' } }, calls: [['accessTokens.find', 'token']], result: {} },
  {
    sent: { sweepExpired: { before: at } },
    calls: [
      ['codes.sweepExpired', AT, MAX_SWEPT],
      ['refreshTokens.sweepExpired', AT, MAX_SWEPT - 2],
      ['accessTokens.sweepExpired', AT, MAX_SWEPT],
    ],
    answers: { 'codes.sweepExpired': 2, 'refreshTokens.sweepExpired': 3 },
    result: { codesRemoved: 2, refreshTokensRemoved: 3 },
  },
];

describe('operations of Transact and the stores (backend.proto)', () => {
  for (const { sent, calls, answers, result } of CASES) {
    const kind = Object.keys(sent)[0] as OperationKind;
    it(`${kind} calls ${calls.map(([call]) => call).join(' and ')}${answers ? '' : ', also without a result'}`, async () => {
      const { requestSerialize, requestDeserialize } = backendService.Transact;
      const received = requestDeserialize(requestSerialize({ operations: [sent] }));
      const stores = recordedStores(answers);
      const [step] = parseTransaction(received).steps;
      expect(await step!.run(stores.bundle)).to.deep.equal({ [kind]: result });
      expect(stores.calls).to.deep.equal(calls);
    });
  }

  const spend = ['already_spent', 'not_found'];
  for (const [kind, reasons] of Object.entries<readonly string[]>({
    findClient: [],
    createClient: ['client_already_exists', 'client_cap_reached'],
    sweepUnconsentedClients: [],
    stampConsent: ['client_not_found'],
    createCode: [],
    findCode: [],
    spendCode: spend.map((end) => `code_${end}`),
    createRefreshToken: ['lineage_revoked'],
    findRefreshToken: [],
    spendRefreshToken: ['lineage_revoked', ...spend.map((end) => `refresh_token_${end}`)],
    revokeLineage: [],
    sweepExpired: [],
    mintAccessToken: ['lineage_revoked', 'mint_refused'],
    findAccessToken: [],
    redeemCode: [...spend.map((end) => `code_${end}`), 'lineage_revoked', 'mint_refused'],
    redeemRefreshToken: ['lineage_revoked', 'mint_refused', ...spend.map((end) => `refresh_token_${end}`)],
  } satisfies Record<OperationKind, readonly string[]>)) {
    it(`${kind} may abort for ${reasons.join(', ') || 'no reason'}`, () => {
      const known: readonly AbortReason[] = OPERATIONS[kind as OperationKind].aborts;
      expect(known).to.have.members(reasons);
    });
  }
});
