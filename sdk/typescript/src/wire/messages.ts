/**
 * The messages of gatehouse.host.v1 as they come off the wire, narrowed to what proto-loader makes of them: an absent
 * message is null, an absent list empty, an enum its name, or a number when this SDK does not know it. Nothing outside
 * wire/, host/ and consent/ sees these; the converters beside this file are the border.
 */
export interface WireTime {
  readonly seconds: number;
  readonly nanos: number;
}

export interface WireClient {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUris: readonly string[];
  readonly tokenEndpointAuthMethod: string | number;
  readonly secretHash: Uint8Array;
  readonly scopes: readonly string[];
  readonly grantTypes: readonly string[];
  readonly registeredAt: WireTime | null;
  readonly consentedAt: WireTime | null;
  readonly revokedAt: WireTime | null;
  readonly selfRegistered: boolean;
  readonly metadataJson: string;
}

export interface WireCode {
  readonly codeHash: Uint8Array;
  readonly clientId: string;
  readonly userId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly issuedAt: WireTime | null;
  readonly expiresAt: WireTime | null;
  readonly grantContext: Uint8Array;
  readonly spentAt: WireTime | null;
  readonly lineageId: string;
}

export interface WireRefreshToken {
  readonly tokenHash: Uint8Array;
  readonly lineageId: string;
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly issuedAt: WireTime | null;
  readonly expiresAt: WireTime | null;
  readonly lineageStartedAt: WireTime | null;
  readonly grantContext: Uint8Array;
  readonly spentAt: WireTime | null;
  readonly lineageRevoked: boolean;
}

/** Payload of each kind of operation. */
export interface WireOperations {
  findClient: { readonly clientId: string };
  createClient: {
    readonly client: WireClient | null;
    readonly cap: number;
    readonly evictOldestUnconsented: boolean;
    readonly replaceExisting: boolean;
  };
  sweepUnconsentedClients: { readonly registeredBefore: WireTime | null };
  stampConsent: { readonly clientId: string; readonly at: WireTime | null };
  createCode: { readonly code: WireCode | null };
  findCode: { readonly codeHash: Uint8Array };
  spendCode: { readonly codeHash: Uint8Array; readonly lineageId: string; readonly at: WireTime | null };
  createRefreshToken: { readonly refreshToken: WireRefreshToken | null };
  findRefreshToken: { readonly tokenHash: Uint8Array };
  spendRefreshToken: { readonly tokenHash: Uint8Array; readonly at: WireTime | null };
  revokeLineage: { readonly lineageId: string; readonly at: WireTime | null };
  sweepExpired: { readonly before: WireTime | null };
  mintAccessToken: {
    readonly userId: string;
    readonly clientId: string;
    readonly scopes: readonly string[];
    readonly resource: string;
    readonly lineageId: string;
    readonly expiresAt: WireTime | null;
    readonly grantContext: Uint8Array;
    readonly at: WireTime | null;
  };
  findAccessToken: { readonly accessToken: string };
}

/** Result of each kind of operation. */
export interface WireResults {
  findClient: { readonly client?: WireClient };
  createClient: { readonly clientCount: number };
  sweepUnconsentedClients: { readonly removed: number };
  stampConsent: object;
  createCode: object;
  findCode: { readonly code?: WireCode };
  spendCode: object;
  createRefreshToken: object;
  findRefreshToken: { readonly refreshToken?: WireRefreshToken };
  spendRefreshToken: object;
  revokeLineage: { readonly newlyRevoked: boolean };
  sweepExpired: { readonly codesRemoved: number; readonly refreshTokensRemoved: number };
  mintAccessToken: { readonly accessToken: string; readonly expiresAt?: WireTime };
  findAccessToken: {
    readonly accessToken?: { readonly lineageId: string; readonly clientId: string; readonly userId: string };
  };
}

export type OperationKind = keyof WireOperations;

/** `operation` names the member that is set; undefined when none is, or one that this SDK does not know. */
export type WireOperation = { readonly operation?: OperationKind } & {
  readonly [Kind in OperationKind]?: WireOperations[Kind] | null;
};

export type WireResult = { readonly [Kind in OperationKind]?: WireResults[Kind] };

export interface WireTransactRequest {
  readonly operations: readonly WireOperation[];
}

export interface WireTransactResponse {
  readonly committed?: { readonly results: readonly WireResult[] };
  readonly aborted?: {
    readonly operationIndex: number;
    readonly reason: string;
    readonly publicReason: string;
  };
}

export interface WireStreamRequest {
  readonly transactions: readonly WireStreamedTransaction[];
}

export interface WireStreamedTransaction {
  readonly id: number;
  readonly request: WireTransactRequest | null;
  readonly timeout: WireTime | null;
  readonly requestId: string;
  readonly traceparent: string;
  readonly tracestate: string;
}

export interface WireStreamResponse {
  readonly outcomes: readonly WireStreamedOutcome[];
  readonly closing?: WireStreamClosing;
}

export interface WireStreamClosing {
  readonly taken: readonly number[];
}

export interface WireStreamedOutcome {
  readonly id: number;
  readonly response?: WireTransactResponse;
  readonly fault?: { readonly code: number; readonly message: string };
}
