import type { DescribeResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { Ports } from '../../admin/ports/ports.js';
import type { Backend } from './backend.js';
import type { Connection, HostCheckOptions } from './connection.js';
import type { Leftovers } from './leftovers.js';
import type { AdminTransport } from './transports.js';

/**
 * One rule of the contract that a host is checked against.
 *
 * - host: once;
 * - grpc: once, over gRPC;
 * - transactions: over unary calls, and over the stream if the host offers it;
 * - unary, stream: over that one only;
 * - stream-socket: once, if the host offers one;
 * - sign-in: if the host offers it;
 * - admin: if the host has an admin registration, over unary calls and over the stream if the host offers it;
 * - admin-unary, admin-stream: over that one only;
 * - token: if a shared token is configured;
 * - refused-user: if a user is named for whom the application refuses to mint.
 */
export type Check = CheckFacts & (ImmediateCheck | WaitingCheck);

interface CheckFacts {
  /** "code/spend-once": the subject, then the rule. */
  readonly name: string;
  /** The section of the contract that contains the rule. */
  readonly citation: string;
  readonly on:
    | 'host'
    | 'grpc'
    | 'transactions'
    | 'unary'
    | 'stream'
    | 'stream-socket'
    | 'sign-in'
    | 'admin'
    | 'admin-unary'
    | 'admin-stream'
    | 'token'
    | 'refused-user';
  /** Left out if the host does not offer it. */
  readonly capability?:
    | 'CAPABILITY_REDEEM'
    | 'CAPABILITY_ADMIN_SESSION'
    | 'CAPABILITY_ADMIN_ACCOUNTS'
    | 'CAPABILITY_ADMIN_SESSION_LIST'
    | 'CAPABILITY_ADMIN_SECOND_FACTOR'
    | 'CAPABILITY_ADMIN_PASSKEYS'
    | 'CAPABILITY_ADMIN_BULK'
    | 'CAPABILITY_ADMIN_IMPORT'
    | 'CAPABILITY_ADMIN_IMPORT_UPDATE'
    | 'CAPABILITY_ADMIN_SEARCH'
    | 'CAPABILITY_ADMIN_VIEWS';
  /** Writes to the application's own data: only with the option `scratch`. */
  readonly scratch?: true;
  /** Left out without this option, in which the caller names something of the application. */
  readonly needs?: 'inactiveAdministrator';
}

interface ImmediateCheck {
  /** Rejects with CheckFailure if the host breaks the rule. */
  run(subject: Subject): Promise<void>;
}

/** Other checks run while it waits. */
interface WaitingCheck {
  /** As `run`. */
  start(subject: Subject): Promise<Later>;
}

export interface Later {
  /** Milliseconds from the end of `start`. */
  readonly afterMs: number;
  /** As `run`. It runs unless the host no longer answers. */
  verify(): Promise<void>;
}

/** The host under test, as a check uses it. */
export interface Subject {
  readonly connection: Connection;
  readonly description: DescribeResponse__Output;
  /** Over the transport that the check runs on; over unary calls for checks that are not about transactions. */
  readonly backend: Backend;
  /** The admin services, as the daemon's own ports, over the transport that the check runs on. */
  readonly admin: Ports;
  /** The transport of those ports. */
  readonly adminTransport: AdminTransport;
  readonly options: HostCheckOptions;
  readonly leftovers: Leftovers;
}
