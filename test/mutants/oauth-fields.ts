import type { ContractField } from '@gatehouse/proto/contract';
import { contractMessage } from '@gatehouse/proto/contract';
import type { OperationResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { newSqlite } from '../conformance/sdk-databases.js';
import { startProxy } from '../broken/proxy.js';
import { serve } from '../broken/serve.js';
import type { Mutant } from './mutant.js';

/** Mutants of "records come back as they were created": each loses or changes one field of one record. */

interface Found {
  readonly operation: NonNullable<OperationResult__Output['result']>;
  readonly member: string;
  readonly message: string;
  readonly likely: readonly string[];
}

const FOUND: readonly Found[] = [
  { operation: 'findClient', member: 'client', message: 'Client', likely: ['client/r'] },
  { operation: 'findCode', member: 'code', message: 'Code', likely: ['code/round-trip', 'code/spend'] },
  {
    operation: 'findRefreshToken',
    member: 'refreshToken',
    message: 'RefreshToken',
    likely: ['refresh-token/round-trip', 'refresh-token/spend', 'lineage/revoke'],
  },
  { operation: 'findAccessToken', member: 'accessToken', message: 'AccessTokenInfo', likely: ['access-token/find'] },
];

export const FIELD_MUTANTS: readonly Mutant[] = FOUND.flatMap(({ operation, member, message, likely }) =>
  contractMessage(`gatehouse.host.v1.${message}`).fields.map((field): Mutant => {
    const change = changeOf(field);
    return {
      half: 'oauth',
      name: `${message}.${field.protoName} ${change.what}`,
      likely,
      serve: async () =>
        startProxy(await serve(newSqlite), {
          response: (response) => changed(response, operation, member, field.name, change.apply),
        }),
    };
  }),
);

interface Change {
  readonly what: string;
  readonly apply: (value: unknown) => unknown;
}

/** The least change of a value that is still valid. */
function changeOf(field: ContractField): Change {
  if (field.repeated) return { what: 'loses its last item', apply: (value) => (value as unknown[]).slice(0, -1) };
  switch (field.kind) {
    case 'text':
      return { what: 'comes back in lower case', apply: (value) => lowered(String(value)) };
    case 'bytes':
      return { what: 'comes back with another byte', apply: (value) => flipped(value as Buffer) };
    case 'bool':
      return { what: 'comes back inverted', apply: (value) => value !== true };
    case 'message':
      return { what: 'comes back a millisecond later', apply: later };
    case 'enum':
      return {
        what: 'comes back as client_secret_post',
        apply: () => 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
      };
    case 'number':
      return { what: 'comes back one greater', apply: (value) => Number(value) + 1 };
  }
}

/** A text without capital letters gets one instead. */
function lowered(text: string): string {
  return text === text.toLowerCase() ? text.replace(/[a-z]/, (letter) => letter.toUpperCase()) : text.toLowerCase();
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) copy[0] = copy.readUInt8(0) ^ 1;
  return copy;
}

function later(value: unknown): unknown {
  if (value === null) return null;
  const { seconds, nanos } = value as { seconds: string; nanos: number };
  return { seconds, nanos: nanos >= 999_000_000 ? nanos - 1_000_000 : nanos + 1_000_000 };
}

function changed(
  response: TransactResponse__Output,
  operation: string,
  member: string,
  field: string,
  apply: (value: unknown) => unknown,
): TransactResponse__Output {
  for (const result of response.committed?.results ?? []) {
    if (result.result !== operation) continue;
    const record = (result as Record<string, Record<string, Record<string, unknown> | null> | undefined>)[operation]?.[
      member
    ];
    if (record) record[field] = apply(record[field]);
  }
  return response;
}
