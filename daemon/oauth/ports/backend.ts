import { ContractViolation } from '../../core/faults.js';
import type { CallContext } from '../../core/runtime.js';
import type { AuthMethod, Client } from '../model/client.js';
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
   * host to call, and ContractViolation for an invalid answer: UnusableTokens if it says that tokens were issued.
   */
  transact<const T extends readonly Operation[]>(operations: T, call: CallContext): Promise<Outcome<T>>;

  /**
   * Counts and logs an answer that only its caller can recognize as a violation of the contract. Returns the fault to throw.
   */
  violation(problem: string, call: CallContext): ContractViolation;
}

/**
 * The host has committed tokens, and the rest of its answer breaks the contract. No client gets them, so their lineage has to
 * be revoked.
 */
export class UnusableTokens extends ContractViolation {
  constructor(
    { rpc, problem }: ContractViolation,
    /** Undefined if the answer does not name it: it is that of the presented refresh token. */
    readonly lineageId: string | undefined,
  ) {
    super(rpc, problem);
  }
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
  | { readonly kind: 'findAccessToken'; readonly accessToken: string }
  | RedeemCode
  | RedeemRefreshToken;

/** The credentials that a client sent; the hash of its secret is absent for a public client. */
export interface HashedCredentials {
  readonly clientId: string;
  readonly authMethod: AuthMethod;
  readonly secretHash?: Buffer;
}

/** A code exchange in one operation: what the records must be like, and what to make of them. */
export interface RedeemCode {
  readonly kind: 'redeemCode';
  readonly credentials: HashedCredentials;
  readonly codeHash: Buffer;
  /** Absent: the request has none. */
  readonly redirectUri?: string;
  readonly codeChallenge: string;
  readonly lineageId: string;
  readonly at: number;
  readonly accessTokenExpiresAt: number;
  readonly refreshTokenHash: Buffer;
  readonly refreshTokenExpiresAt: number;
}

/** A refresh in one operation. */
export interface RedeemRefreshToken {
  readonly kind: 'redeemRefreshToken';
  readonly credentials: HashedCredentials;
  readonly tokenHash: Buffer;
  /** Empty: all scopes of the token. */
  readonly scopes: readonly Scope[];
  /** Absent: lineages have no maximum age. */
  readonly lineageStartedAfter?: number;
  readonly at: number;
  readonly accessTokenExpiresAt: number;
  readonly successorHash: Buffer;
  readonly successorExpiresAt: number;
}

export type Redeem = RedeemCode | RedeemRefreshToken;

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
  mintAccessToken: MintedToken;
  findAccessToken: { readonly lineageId: string; readonly clientId: string; readonly userId: string } | undefined;
  redeemCode: Redeemed<Code>;
  redeemRefreshToken: Redeemed<RefreshToken>;
}

export interface MintedToken {
  readonly accessToken: string;
  readonly expiresAt: number;
}

/** The records as they were found, and the access token if everything held that the operation expects. */
export interface Redeemed<Token extends Code | RefreshToken> {
  readonly client: Client | undefined;
  readonly token: Token | undefined;
  readonly minted: MintedToken | undefined;
  /** Lineage of the minted token; undefined without a refresh token that has one. */
  readonly lineageId: string | undefined;
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
