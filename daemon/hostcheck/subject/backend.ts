import type { AbortReason } from '@gatehouse/proto/generated/gatehouse/host/v1/AbortReason';
import type { AccessTokenInfo__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AccessTokenInfo';
import type { Client__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Client';
import type { Code__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Code';
import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { RefreshToken__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RefreshToken';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { fromTimestamp } from '@gatehouse/proto/time';
import { status } from '@grpc/grpc-js';
import type { Transport } from './connection.js';
import { RpcStatus } from './connection.js';
import { CheckFailure, expectThat, Unanswered } from './expectations.js';
import type { Leftovers } from './leftovers.js';
import type { Identity } from './operations.js';
import {
  findAccessToken,
  findClient,
  findCode,
  findRefreshToken,
  mintAccessToken,
  newCode,
  newMint,
  newRefreshToken,
} from './operations.js';

/**
 * The host's backend as the checks use it, over either transport. A contract violation immediately becomes a CheckFailure.
 */
export class Backend {
  /** The last transaction sent, to help with diagnosing a failure. */
  lastSent: readonly Operation[] | undefined;

  constructor(
    readonly transport: Transport,
    private readonly leftovers: Leftovers,
    private readonly identity: Identity,
  ) {}

  newCode(overrides?: Parameters<typeof newCode>[1]): ReturnType<typeof newCode> {
    return newCode(this.identity, overrides);
  }

  newRefreshToken(overrides?: Parameters<typeof newRefreshToken>[1]): ReturnType<typeof newRefreshToken> {
    return newRefreshToken(this.identity, overrides);
  }

  newMint(overrides?: Parameters<typeof newMint>[1]): ReturnType<typeof newMint> {
    return newMint(this.identity, overrides);
  }

  /** Committed or aborted; any gRPC status is a failure. */
  async outcome(operations: readonly Operation[]): Promise<TransactResponse__Output> {
    try {
      return await this.#send(operations);
    } catch (error) {
      if (!(error instanceof RpcStatus)) throw error;
      throw unexpectedStatus(error);
    }
  }

  /** Runs operations that must take effect. */
  async commit(...operations: readonly Operation[]): Promise<readonly OperationResult__Output[]> {
    const { committed, aborted } = await this.outcome(operations);
    if (aborted) {
      const got = `aborted at operation ${aborted.operationIndex} with ${aborted.reason}`;
      throw new CheckFailure('committed', got, 'No precondition of these operations failed, so do not abort.');
    }
    expectThat(!!committed, 'an outcome', 'neither committed nor aborted', 'Set one of the two.');
    const kinds = committed.results.map(({ result }) => result ?? 'nothing').join(', ');
    const expected = operations.map((operation) => Object.keys(operation)[0]).join(', ');
    expectThat(
      kinds === expected,
      `results ${expected}`,
      kinds,
      'Return one result for each operation, in order and of the matching kind.',
    );
    return committed.results;
  }

  /** Runs operations of which one must abort the whole transaction. */
  async abort(operations: readonly Operation[], index: number, reason: AbortReason): Promise<void> {
    const { aborted } = await this.outcome(operations);
    expectThat(
      !!aborted,
      `aborted with ${reason}`,
      'committed',
      'A precondition of an operation failed, so nothing may take effect.',
    );
    expectThat(
      aborted.operationIndex === index && aborted.reason === reason,
      `aborted at operation ${index} with ${reason}`,
      `aborted at operation ${aborted.operationIndex} with ${aborted.reason}`,
      'Return the zero-based index of the first operation whose precondition failed, and its reason.',
    );
  }

  /** The gRPC status of the answer to a request, including OK. */
  async status(operations: readonly Operation[]): Promise<number> {
    try {
      await this.#send(operations);
      return status.OK;
    } catch (error) {
      if (error instanceof RpcStatus) return error.code;
      throw error;
    }
  }

  async client(clientId: string): Promise<Client__Output | null> {
    return (await this.commit(findClient(clientId)))[0]?.findClient?.client ?? null;
  }

  async code(codeHash: Buffer): Promise<Code__Output | null> {
    return (await this.commit(findCode(codeHash)))[0]?.findCode?.code ?? null;
  }

  async refreshToken(tokenHash: Buffer): Promise<RefreshToken__Output | null> {
    return (await this.commit(findRefreshToken(tokenHash)))[0]?.findRefreshToken?.refreshToken ?? null;
  }

  async accessToken(accessToken: string): Promise<AccessTokenInfo__Output | null> {
    return (await this.commit(findAccessToken(accessToken)))[0]?.findAccessToken?.accessToken ?? null;
  }

  /** Mints a token that the end of the run revokes. */
  async mint(overrides?: Parameters<typeof newMint>[1]): Promise<{
    accessToken: string;
    /** Epoch milliseconds; absent: as requested. */
    expiresAt: number | undefined;
    asked: ReturnType<typeof newMint>;
  }> {
    const asked = this.newMint(overrides);
    const minted = (await this.commit(mintAccessToken(asked)))[0]?.mintAccessToken;
    return {
      accessToken: minted?.accessToken ?? '',
      expiresAt: minted?.expiresAt ? fromTimestamp(minted.expiresAt) : undefined,
      asked,
    };
  }

  /** For operations sent without this class that may have been committed: the end of the run cleans them up. */
  note(operations: readonly Operation[]): void {
    this.leftovers.note(operations);
  }

  async #send(operations: readonly Operation[]): Promise<TransactResponse__Output> {
    this.lastSent = operations;
    const answer = await this.transport.send({ operations: [...operations] });
    if (answer.committed) this.note(operations);
    return answer;
  }
}

const SILENCE: ReadonlySet<number> = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED]);

/** For a call that could only end with OK. */
export function unexpectedStatus(error: RpcStatus): CheckFailure {
  const expected = 'gRPC status OK';
  if (SILENCE.has(error.code)) {
    return new Unanswered(
      expected,
      nameOf(error),
      'Check whether the host is still running or hangs, and read its log.',
    );
  }
  return new CheckFailure(expected, nameOf(error), STATUS_ADVICE[error.code] ?? OUTCOME_ADVICE);
}

const OUTCOME_ADVICE = 'Return expected outcomes in the response, not in the status.';

/** By the status of a call that obeys the contract. */
const STATUS_ADVICE: Readonly<Record<number, string>> = {
  [status.INTERNAL]: 'The host failed. Read its log; the tables may be missing, or the database rejects the values.',
  [status.UNKNOWN]:
    'The host threw an exception. Read its log; the tables may be missing, or the database rejects the values.',
  [status.INVALID_ARGUMENT]:
    'The request obeys the contract, so the host checks too strictly. The status message says what it rejects.',
  [status.UNIMPLEMENTED]: 'Implement the rpc or the operation, and register its service.',
  [status.UNAUTHENTICATED]: "Pass the host's shared token with --token-file.",
  [status.PERMISSION_DENIED]: 'Pass the credentials that the host requires: --token-file, or --tls-cert and --tls-key.',
  [status.RESOURCE_EXHAUSTED]: 'A host at capacity makes the caller wait; it rejects nothing until the deadline.',
};

export function nameOf({ code, details }: RpcStatus): string {
  return `${statusName(code)} (${details})`;
}

export function statusName(code: number): string {
  return status[code] ?? `gRPC status ${code}`;
}

/** `about` names the case: "for 17 operations". */
export function expectStatus(got: number, expected: status, about: string, advice: string): void {
  expectThat(got === (expected as number), `${statusName(expected)} ${about}`, statusName(got), advice);
}
