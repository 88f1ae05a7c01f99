import type { Aborted__Output } from '../../contract/generated/gatehouse/host/v1/Aborted.js';
import type { OperationResult__Output } from '../../contract/generated/gatehouse/host/v1/OperationResult.js';
import type { TransactResponse__Output } from '../../contract/generated/gatehouse/host/v1/TransactResponse.js';
import type { AbortReason, Operation, OperationKind, Outcome, Results } from '../../oauth/ports/backend.js';
import { fromFindAccessToken, fromMint } from './access-token.js';
import { violation } from './checks.js';
import { fromClient } from './client.js';
import { fromCode } from './code.js';
import { fromRefreshToken } from './refresh-token.js';

type CommittedResults<T extends readonly Operation[]> = Extract<Outcome<T>, { committed: true }>['results'];

/** Checks the answer of a transaction against its operations and turns it into the port's outcome. */
export function fromTransactResponse<const T extends readonly Operation[]>(
  rpc: string,
  operations: T,
  response: TransactResponse__Output,
): Outcome<T> {
  if (response.aborted) return fromAborted(rpc, operations, response.aborted);
  if (!response.committed) throw violation(rpc, 'outcome', 'is neither committed nor aborted');
  const { results } = response.committed;
  if (results.length !== operations.length) {
    throw violation(rpc, 'committed.results', `has ${results.length} results for ${operations.length} operations`);
  }
  const converted = operations.map((operation, index) => {
    const result = results[index];
    if (result?.result !== operation.kind) {
      throw violation(rpc, `committed.results[${index}]`, `is ${result?.result ?? 'empty'}, not ${operation.kind}`);
    }
    return fromResult(rpc, operation, result);
  });
  return { committed: true, results: converted as unknown as CommittedResults<T> };
}

/** The caller has made sure that the result is of the operation's kind. No default: a new operation must not compile. */
function fromResult(rpc: string, operation: Operation, result: OperationResult__Output): Results[OperationKind] {
  switch (operation.kind) {
    case 'findClient':
      return absentOr(result.findClient?.client, (client) => fromClient(rpc, client, operation.clientId));
    case 'createClient':
      return { clientCount: result.createClient?.clientCount ?? 0 };
    case 'sweepUnconsentedClients':
      return { removed: result.sweepUnconsentedClients?.removed ?? 0 };
    case 'findCode':
      return absentOr(result.findCode?.code, (code) => fromCode(rpc, code, operation.codeHash));
    case 'findRefreshToken':
      return absentOr(result.findRefreshToken?.refreshToken, (token) =>
        fromRefreshToken(rpc, token, operation.tokenHash),
      );
    case 'revokeLineage':
      return { newlyRevoked: result.revokeLineage?.newlyRevoked ?? false };
    case 'sweepExpired':
      return {
        codesRemoved: result.sweepExpired?.codesRemoved ?? 0,
        refreshTokensRemoved: result.sweepExpired?.refreshTokensRemoved ?? 0,
      };
    case 'mintAccessToken':
      return fromMint(rpc, result.mintAccessToken ?? { accessToken: '', expiresAt: null }, operation);
    case 'findAccessToken':
      return fromFindAccessToken(rpc, result.findAccessToken ?? { accessToken: null });
    case 'stampConsent':
    case 'createCode':
    case 'spendCode':
    case 'createRefreshToken':
    case 'spendRefreshToken':
      return undefined;
  }
}

function absentOr<Message, Model>(message: Message | null | undefined, convert: (message: Message) => Model) {
  return message === null || message === undefined ? undefined : convert(message);
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

/** Which reasons each operation may give (backend.proto); one that is not listed never aborts. */
const REASONS_OF: Partial<Record<OperationKind, readonly AbortReason[]>> = {
  createClient: ['client_cap_reached', 'client_already_exists'],
  stampConsent: ['client_not_found'],
  spendCode: ['code_not_found', 'code_already_spent'],
  createRefreshToken: ['lineage_revoked'],
  spendRefreshToken: ['refresh_token_not_found', 'refresh_token_already_spent', 'lineage_revoked'],
  mintAccessToken: ['mint_refused', 'lineage_revoked'],
};

function fromAborted(rpc: string, operations: readonly Operation[], aborted: Aborted__Output) {
  const { operationIndex, publicReason } = aborted;
  const operation = operations[operationIndex];
  if (operation === undefined)
    throw violation(rpc, 'aborted.operation_index', `is ${operationIndex}: no such operation`);
  const reason = ABORT_REASONS.get(aborted.reason);
  if (reason === undefined || REASONS_OF[operation.kind]?.includes(reason) !== true) {
    throw violation(rpc, 'aborted.reason', `is ${aborted.reason}, which ${operation.kind} may not give`);
  }
  if (reason !== 'mint_refused' && publicReason !== '') {
    throw violation(rpc, 'aborted.public_reason', 'is set although the reason is not MINT_REFUSED');
  }
  if (!/^[ -~]{0,200}$/.test(publicReason)) {
    throw violation(rpc, 'aborted.public_reason', 'is not printable ASCII of at most 200 characters');
  }
  // It becomes an error_description, whose characters exclude these two (RFC 6749 §5.2).
  return { committed: false as const, operationIndex, reason, publicReason: publicReason.replace(/["\\]/g, "'") };
}
