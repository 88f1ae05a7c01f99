import type { Backend as SdkBackend, Client as SdkClient, TransactionBundle } from '@gatehouse/host';
import { Abort } from '@gatehouse/host';
import { ContractViolation } from '../../daemon/core/faults.js';
import type { Client } from '../../daemon/oauth/model/client.js';
import type { Code, RefreshToken } from '../../daemon/oauth/model/tokens.js';
import type { Backend, Operation, Outcome, Results } from '../../daemon/oauth/ports/backend.js';
import { CALL_MS } from './sdk-host-link.js';

/**
 * The SDK's port Backend, called directly: the parts without gRPC behave the same. The daemon's records have numbers
 * where the SDK's have Dates, so this only converts.
 */
export function inProcess(backend: SdkBackend): Backend {
  return {
    async transact<const T extends readonly Operation[]>(operations: T): Promise<Outcome<T>> {
      let index = 0;
      try {
        const results = await backend.transaction(
          async (bundle) => {
            const done: unknown[] = [];
            for (const operation of operations) {
              index = done.length;
              done.push(await run(operation, bundle));
            }
            return done;
          },
          { readOnly: false, deadline: new Date(Date.now() + CALL_MS) },
        );
        return { committed: true, results } as unknown as Outcome<T>;
      } catch (error) {
        if (!(error instanceof Abort)) throw error;
        const { reason, publicReason } = error;
        return { committed: false, operationIndex: index, reason, publicReason };
      }
    },
    violation: (problem) => new ContractViolation('none', problem),
  };
}

type Result = Results[Operation['kind']];

async function run(operation: Operation, bundle: TransactionBundle): Promise<Result> {
  const { clients, codes, refreshTokens, accessTokens } = bundle;
  switch (operation.kind) {
    case 'findClient':
      return fromSdkClient(await clients.find(operation.clientId));
    case 'createClient': {
      const { authMethod, ...client } = operation.client;
      return clients.create(dates({ ...client, tokenEndpointAuthMethod: authMethod }), operation);
    }
    case 'sweepUnconsentedClients':
      return { removed: await clients.sweepUnconsented(new Date(operation.registeredBefore)) };
    case 'stampConsent':
      return nothing(clients.stampConsent(operation.clientId, new Date(operation.at)));
    case 'createCode':
      return nothing(codes.create(dates(operation.code)));
    case 'findCode':
      return numbers(await codes.find(operation.codeHash)) as Code | undefined;
    case 'spendCode':
      return nothing(codes.spend(operation.codeHash, operation.lineageId, new Date(operation.at)));
    case 'createRefreshToken':
      return nothing(refreshTokens.create(dates(operation.refreshToken)));
    case 'findRefreshToken':
      return numbers(await refreshTokens.find(operation.tokenHash)) as RefreshToken | undefined;
    case 'spendRefreshToken':
      return nothing(refreshTokens.spend(operation.tokenHash, new Date(operation.at)));
    case 'revokeLineage': {
      const at = new Date(operation.at);
      const newlyRevoked = await refreshTokens.revokeLineage(operation.lineageId, at);
      await accessTokens.revokeLineage(operation.lineageId, at);
      return { newlyRevoked };
    }
    case 'sweepExpired': {
      const before = new Date(operation.before);
      const codesRemoved = await codes.sweepExpired(before, 1000);
      const left = 1000 - codesRemoved;
      return { codesRemoved, refreshTokensRemoved: left > 0 ? await refreshTokens.sweepExpired(before, left) : 0 };
    }
    case 'mintAccessToken': {
      const { accessToken, expiresAt } = await accessTokens.mint(dates(operation));
      return { accessToken, expiresAt: expiresAt?.getTime() ?? operation.expiresAt };
    }
    case 'findAccessToken': {
      const info = await accessTokens.find(operation.accessToken);
      return info && { lineageId: info.lineageId, clientId: info.clientId, userId: info.userId };
    }
    case 'redeemCode':
    case 'redeemRefreshToken':
      throw new Error(`${operation.kind} is no method of a port: createHost composes it of them`);
  }
}

async function nothing(done: Promise<void>): Promise<undefined> {
  await done;
  return undefined;
}

/** A new code is unspent: `spent` needs no conversion. */
type Dated<T> = {
  [K in keyof T]: K extends 'at' | `${string}At` ? Date : K extends 'spent' ? never : T[K];
};

function dates<T extends object>(record: T): Dated<T> {
  const entries = Object.entries(record) as [string, unknown][];
  const dated = entries.map(([name, value]) => [name, isMoment(name) ? new Date(value as number) : value]);
  return Object.fromEntries(dated) as Dated<T>;
}

function numbers(record: object | undefined): object | undefined {
  if (record === undefined) return undefined;
  const entries = Object.entries(record) as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (value instanceof Date) return [name, value.getTime()];
      return [name, name === 'spent' ? numbers(value as object) : value];
    }),
  );
}

function fromSdkClient(client: SdkClient | undefined): Client | undefined {
  if (client === undefined) return undefined;
  const { tokenEndpointAuthMethod, ...rest } = client;
  return { ...numbers(rest), authMethod: tokenEndpointAuthMethod } as Client;
}

function isMoment(name: string): boolean {
  return name === 'at' || name.endsWith('At');
}
