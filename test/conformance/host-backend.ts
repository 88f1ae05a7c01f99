import { expect } from 'chai';
import type { Backend } from '../../daemon/oauth/ports/backend.js';
import { hostClientStore } from './host-client-store.js';
import { hostCodeStore } from './host-code-store.js';
import { hostLineages } from './host-lineages.js';
import { hostRefreshTokenStore } from './host-refresh-token-store.js';
import type { Subject } from './host-subject.js';
import { hostRedemptions } from './host-redemptions.js';
import { hostTransactions } from './host-transactions.js';

/** A host's empty backend, over one of several connections. */
export interface BackendUnderTest {
  readonly backend: Backend;
  close(): Promise<void>;
}

const CALL = { requestId: 'conformance' };

/**
 * The rules of proto/gatehouse/host/v1/backend.proto. `open` is called before each test, for an empty backend.
 *
 * @param redeems whether it has RedeemCode and RedeemRefreshToken
 */
export function hostBackendConformance(open: () => Promise<BackendUnderTest>, redeems: boolean): void {
  let opened: BackendUnderTest;

  const subject: Subject = {
    async commit(...operations) {
      const outcome = await opened.backend.transact(operations, CALL);
      if (!outcome.committed) expect.fail(`aborted: ${outcome.reason} of operation ${outcome.operationIndex}`);
      return outcome.results;
    },
    async abort(...operations) {
      const outcome = await opened.backend.transact(operations, CALL);
      if (outcome.committed) expect.fail('committed');
      return `${outcome.operationIndex} ${outcome.reason}`;
    },
    async attempt(...operations) {
      const outcome = await opened.backend.transact(operations, CALL);
      return outcome.committed ? 'committed' : outcome.reason;
    },
  };

  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  describe('clients', () => hostClientStore(subject));
  describe('codes', () => hostCodeStore(subject));
  describe('refresh tokens', () => hostRefreshTokenStore(subject));
  describe('lineages and access tokens', () => hostLineages(subject));
  describe('transactions', () => hostTransactions(subject));
  if (redeems) describe('redemptions', () => hostRedemptions(subject));
}
