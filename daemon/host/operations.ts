import type { Aborted__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Aborted';
import type { Operation as ProtoOperation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { TransactRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { toTimestamp } from '@gatehouse/proto/time';
import { ContractViolation } from '../core/faults.js';
import type { AbortReason, Operation, OperationKind, Outcome, Results } from '../oauth/ports/backend.js';
import { UnusableTokens } from '../oauth/ports/backend.js';
import { checkAnswer, present, violation } from './from-proto/checks.js';
import { fromClient, fromCode, fromFindAccessToken, fromMint, fromRefreshToken } from './from-proto/oauth-records.js';
import { toClient, toCode, toRefreshToken } from './to-proto/oauth-records.js';
import { issuedLineage, redeemCode, redeemRefreshToken } from './redeem.js';

/** The rules of backend.proto for one operation, and its way to the host and back. All facts about it are in this value. */
interface OperationType<Kind extends OperationKind> {
  /** A transaction of only such operations changes nothing, so it may be retried once. */
  readonly readOnly: boolean;
  /** The reasons for which it may abort. */
  readonly aborts: readonly AbortReason[];
  toProto(operation: Extract<Operation, { kind: Kind }>): NonNullable<ProtoOperation[Kind]>;
  fromProto(
    result: NonNullable<OperationResult__Output[Kind]>,
    operation: Extract<Operation, { kind: Kind }>,
    rpc: string,
  ): Results[Kind];
}

const READ = { readOnly: true, aborts: [] } as const;
const writes = (...aborts: AbortReason[]) => ({ readOnly: false, aborts });
const NO_RESULT = { fromProto: () => undefined };

const OPERATIONS: { readonly [Kind in OperationKind]: OperationType<Kind> } = {
  findClient: {
    ...READ,
    toProto: ({ clientId }) => ({ clientId }),
    fromProto: ({ client }, { clientId }, rpc) =>
      client ? fromClient(rpc, 'find_client.client', client, clientId) : undefined,
  },
  createClient: {
    ...writes('client_cap_reached', 'client_already_exists'),
    toProto: ({ client, cap, evictOldestUnconsented, replaceExisting }) => ({
      client: toClient(client),
      cap,
      evictOldestUnconsented,
      replaceExisting,
    }),
    fromProto: ({ clientCount }) => ({ clientCount }),
  },
  sweepUnconsentedClients: {
    ...writes(),
    toProto: ({ registeredBefore }) => ({ registeredBefore: toTimestamp(registeredBefore) }),
    fromProto: ({ removed }) => ({ removed }),
  },
  stampConsent: {
    ...writes('client_not_found'),
    ...NO_RESULT,
    toProto: ({ clientId, at }) => ({ clientId, at: toTimestamp(at) }),
  },
  createCode: { ...writes(), ...NO_RESULT, toProto: ({ code }) => ({ code: toCode(code) }) },
  findCode: {
    ...READ,
    toProto: ({ codeHash }) => ({ codeHash }),
    fromProto: ({ code }, { codeHash }, rpc) => (code ? fromCode(rpc, 'find_code.code', code, codeHash) : undefined),
  },
  spendCode: {
    ...writes('code_not_found', 'code_already_spent'),
    ...NO_RESULT,
    toProto: ({ codeHash, lineageId, at }) => ({ codeHash, lineageId, at: toTimestamp(at) }),
  },
  createRefreshToken: {
    ...writes('lineage_revoked'),
    ...NO_RESULT,
    toProto: ({ refreshToken }) => ({ refreshToken: toRefreshToken(refreshToken) }),
  },
  findRefreshToken: {
    ...READ,
    toProto: ({ tokenHash }) => ({ tokenHash }),
    fromProto: ({ refreshToken }, { tokenHash }, rpc) =>
      refreshToken ? fromRefreshToken(rpc, 'find_refresh_token.refresh_token', refreshToken, tokenHash) : undefined,
  },
  spendRefreshToken: {
    ...writes('refresh_token_not_found', 'refresh_token_already_spent', 'lineage_revoked'),
    ...NO_RESULT,
    toProto: ({ tokenHash, at }) => ({ tokenHash, at: toTimestamp(at) }),
  },
  revokeLineage: {
    ...writes(),
    toProto: ({ lineageId, at }) => ({ lineageId, at: toTimestamp(at) }),
    fromProto: ({ newlyRevoked }) => ({ newlyRevoked }),
  },
  sweepExpired: {
    ...writes(),
    toProto: ({ before }) => ({ before: toTimestamp(before) }),
    fromProto: ({ codesRemoved, refreshTokensRemoved }) => ({ codesRemoved, refreshTokensRemoved }),
  },
  mintAccessToken: {
    ...writes('mint_refused', 'lineage_revoked'),
    toProto: ({ userId, clientId, scopes, resource, lineageId, expiresAt, grantContext, at }) => ({
      userId,
      clientId,
      scopes: [...scopes],
      resource,
      lineageId,
      expiresAt: toTimestamp(expiresAt),
      grantContext,
      at: toTimestamp(at),
    }),
    fromProto: (result, mint, rpc) => fromMint(rpc, 'mint_access_token', result, mint),
  },
  findAccessToken: {
    ...READ,
    toProto: ({ accessToken }) => ({ accessToken }),
    fromProto: (result) => fromFindAccessToken(result),
  },
  redeemCode: {
    ...writes('code_not_found', 'code_already_spent', 'mint_refused', 'lineage_revoked'),
    ...redeemCode,
  },
  redeemRefreshToken: {
    ...writes('refresh_token_not_found', 'refresh_token_already_spent', 'mint_refused', 'lineage_revoked'),
    ...redeemRefreshToken,
  },
};

/** The row of an operation's kind, for code that handles operations of every kind. */
function typeOf(operation: Operation): OperationType<OperationKind> {
  return OPERATIONS[operation.kind] as unknown as OperationType<OperationKind>;
}

/** Whether the operations change nothing. */
export function isRead(operations: readonly Operation[]): boolean {
  return operations.every((operation) => typeOf(operation).readOnly);
}

export function toTransactRequest(operations: readonly Operation[]): TransactRequest {
  return {
    operations: operations.map((operation) => ({ [operation.kind]: typeOf(operation).toProto(operation) })),
  };
}

const TRANSACT_RESPONSE = 'gatehouse.host.v1.TransactResponse';

type CommittedResults<T extends readonly Operation[]> = Extract<Outcome<T>, { committed: true }>['results'];

/**
 * Validates the answer of a transaction against its operations and converts it into the port's outcome. An invalid answer may
 * say nevertheless that tokens were issued.
 */
export function fromTransactResponse<const T extends readonly Operation[]>(
  rpc: string,
  operations: T,
  response: TransactResponse__Output,
): Outcome<T> {
  try {
    return validOutcome(rpc, operations, response);
  } catch (error) {
    const issued = error instanceof ContractViolation ? issuedLineage(operations, response) : undefined;
    throw issued === undefined ? error : new UnusableTokens(error as ContractViolation, issued.lineageId);
  }
}

function validOutcome<const T extends readonly Operation[]>(
  rpc: string,
  operations: T,
  response: TransactResponse__Output,
): Outcome<T> {
  checkAnswer({ name: rpc, responseName: TRANSACT_RESPONSE }, response);
  if (response.aborted) return fromAborted(rpc, operations, response.aborted);
  const { results } = present(response.committed);
  if (results.length !== operations.length) {
    throw violation(rpc, 'committed.results', `has ${results.length} results for ${operations.length} operations`);
  }
  const converted = operations.map((operation, index) => {
    const result = results[index];
    if (result?.result !== operation.kind) {
      throw violation(rpc, `committed.results[${index}]`, `is ${result?.result ?? 'empty'}, not ${operation.kind}`);
    }
    // The kinds are the same, so this member of the oneof is set.
    return typeOf(operation).fromProto(result[operation.kind] as never, operation, rpc);
  });
  return { committed: true, results: converted as unknown as CommittedResults<T> };
}

const ABORT_REASONS = new Map<unknown, AbortReason>([
  ['ABORT_REASON_CLIENT_CAP_REACHED', 'client_cap_reached'],
  ['ABORT_REASON_CLIENT_NOT_FOUND', 'client_not_found'],
  ['ABORT_REASON_CLIENT_ALREADY_EXISTS', 'client_already_exists'],
  ['ABORT_REASON_CODE_NOT_FOUND', 'code_not_found'],
  ['ABORT_REASON_CODE_ALREADY_SPENT', 'code_already_spent'],
  ['ABORT_REASON_REFRESH_TOKEN_NOT_FOUND', 'refresh_token_not_found'],
  ['ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT', 'refresh_token_already_spent'],
  ['ABORT_REASON_LINEAGE_REVOKED', 'lineage_revoked'],
  ['ABORT_REASON_MINT_REFUSED', 'mint_refused'],
]);

function fromAborted(rpc: string, operations: readonly Operation[], aborted: Aborted__Output) {
  const { operationIndex, publicReason } = aborted;
  const operation = operations[operationIndex];
  if (operation === undefined)
    throw violation(rpc, 'aborted.operation_index', `is ${operationIndex}, but there is no such operation`);
  const reason = ABORT_REASONS.get(aborted.reason);
  if (reason === undefined || !typeOf(operation).aborts.includes(reason)) {
    throw violation(rpc, 'aborted.reason', `is ${aborted.reason}, which ${operation.kind} must not return`);
  }
  if (reason !== 'mint_refused' && publicReason !== '') {
    throw violation(rpc, 'aborted.public_reason', 'is set although the reason is not MINT_REFUSED');
  }
  // It becomes an error_description, which excludes these two characters (RFC 6749 §5.2).
  return { committed: false as const, operationIndex, reason, publicReason: publicReason.replace(/["\\]/g, "'") };
}
