import type { DescribeResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { Ports } from '../../admin/ports/ports.js';
import type { Backend } from './backend.js';
import type { Connection, HostCheckOptions } from './connection.js';
import type { AdminTransport } from './transports.js';

/**
 * One rule of the contract, held against the host.
 *
 * - host: once;
 * - transactions: over unary calls, and over the stream where the host offers it;
 * - unary, stream: over that one only;
 * - sign-in: where the host offers it;
 * - admin: where the host has an admin registration, over unary calls and over the stream where the host offers it;
 * - admin-stream: over that one only;
 * - token: where a shared token is configured;
 * - refused-user: where a user is named for whom the application refuses to mint.
 */
export interface Check {
  /** "code/spend-once": what it is about, then what is held. */
  readonly name: string;
  /** Where the contract says so. */
  readonly citation: string;
  readonly on:
    'host' | 'transactions' | 'unary' | 'stream' | 'sign-in' | 'admin' | 'admin-stream' | 'token' | 'refused-user';
  /** Rejects with CheckFailure when it does not hold. */
  run(subject: Subject): Promise<void>;
}

/** What a check works with. */
export interface Subject {
  readonly connection: Connection;
  readonly description: DescribeResponse__Output;
  /** Over the transport that the check is run on; over unary calls for the checks that are no transactions. */
  readonly backend: Backend;
  /** The admin services, as the daemon's own ports, over the transport that the check is run on. */
  readonly admin: Ports;
  /** What those ports send their calls by. */
  readonly adminTransport: AdminTransport;
  readonly options: HostCheckOptions;
}
