import type { CallContext } from '../../core/runtime.js';
import type { Client } from '../model/client.js';
import type { Scope } from '../model/scope.js';
import type { Code, RefreshToken } from '../model/tokens.js';

/**
 * The host's transaction backend: transactions, the three stores and the access-token issuer in one call.
 * proto/gatehouse/host/v1/backend.proto specifies the operations; these are their TypeScript types. Hashes are 32 bytes,
 * times epoch milliseconds.
 */
export interface Backend {
  /**
   * Runs the operations in order inside one transaction: all take effect, or none. Throws Unavailable if the host did not
   * answer; it is then unknown whether a write took effect, and it is never sent twice. Throws BackendMissing if there is no
   * host to call, and ContractViolation for an invalid answer.
   */
  transact<const T extends readonly Operation[]>(operations: T, call: CallContext): Promise<Outcome<T>>;
}

export type Operation =
  | { readonly kind: 'findClient'; readonly clientId: string }
  | {
      readonly kind: 'createClient';
      readonly client: Client;
      /** 0: no limit. */
      readonly cap: number;
      readonly evictOldestUnconsented: boolean;
      readonly replaceExisting: boolean;
    }
  | { readonly kind: 'sweepUnconsentedClients'; readonly registeredBefore: number }
  | { readonly kind: 'stampConsent'; readonly clientId: string; readonly at: number }
  | { readonly kind: 'createCode'; readonly code: Code }
  | { readonly kind: 'findCode'; readonly codeHash: Buffer }
  | { readonly kind: 'spendCode'; readonly codeHash: Buffer; readonly lineageId: string; readonly at: number }
  | { readonly kind: 'createRefreshToken'; readonly refreshToken: RefreshToken }
  | { readonly kind: 'findRefreshToken'; readonly tokenHash: Buffer }
  | { readonly kind: 'spendRefreshToken'; readonly tokenHash: Buffer; readonly at: number }
  | { readonly kind: 'revokeLineage'; readonly lineageId: string; readonly at: number }
  | { readonly kind: 'sweepExpired'; readonly before: number }
  | {
      readonly kind: 'mintAccessToken';
      readonly userId: string;
      readonly clientId: string;
      readonly scopes: readonly Scope[];
      readonly resource: string;
      readonly lineageId: string;
      readonly expiresAt: number;
      readonly grantContext: Buffer;
      readonly at: number;
    }
  | { readonly kind: 'findAccessToken'; readonly accessToken: string };

export type OperationKind = Operation['kind'];

/** The result of each operation of a committed transaction. */
export interface Results {
  findClient: Client | undefined;
  createClient: { readonly clientCount: number };
  sweepUnconsentedClients: { readonly removed: number };
  stampConsent: undefined;
  createCode: undefined;
  findCode: Code | undefined;
  spendCode: undefined;
  createRefreshToken: undefined;
  findRefreshToken: RefreshToken | undefined;
  spendRefreshToken: undefined;
  revokeLineage: { readonly newlyRevoked: boolean };
  sweepExpired: { readonly codesRemoved: number; readonly refreshTokensRemoved: number };
  mintAccessToken: { readonly accessToken: string; readonly expiresAt: number };
  findAccessToken: { readonly lineageId: string; readonly clientId: string; readonly userId: string } | undefined;
}

export type AbortReason =
  | 'client_cap_reached'
  | 'client_not_found'
  | 'client_already_exists'
  | 'code_not_found'
  | 'code_already_spent'
  | 'refresh_token_not_found'
  | 'refresh_token_already_spent'
  | 'lineage_revoked'
  | 'mint_refused';

export type Outcome<T extends readonly Operation[]> =
  | { readonly committed: true; readonly results: { readonly [I in keyof T]: Results[T[I]['kind']] } }
  | {
      readonly committed: false;
      readonly operationIndex: number;
      readonly reason: AbortReason;
      /** For mint_refused: printable ASCII that the client may see. Otherwise empty. */
      readonly publicReason: string;
    };
