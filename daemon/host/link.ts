import { bearer } from '@gatehouse/proto/metadata';
import { healthCheck } from '@gatehouse/proto/rpc';
import type { CallContext, Component, Logger } from '../core/runtime.js';
import type { Ports } from '../admin/ports/ports.js';
import type { Backend } from '../oauth/ports/backend.js';
import type { SignIn } from '../oauth/ports/sign-in.js';
import { AdminStream, createAdminCalls, InvalidValues } from './admin/calls.js';
import { createActions } from './admin/actions.js';
import { createDirectory } from './admin/directory.js';
import { createOptionSource } from './admin/option-source.js';
import { createPartialData } from './admin/partial-data.js';
import { createRecordStore } from './admin/record-store.js';
import { createRelationStore } from './admin/relation-store.js';
import { createSettingsStore } from './admin/settings-store.js';
import { HostBackend, TransactStream } from './backend.js';
import { Caller, CallLimit } from './channel/call.js';
import type { HostConfig } from './channel/connection.js';
import { openConnection } from './channel/open-connection.js';
import type { FurtherProblems } from './describe.js';
import { Describer } from './describe.js';
import type { HostDescription } from './from-proto/description.js';
import { Reporter } from './channel/reporter.js';
import { createSignIn } from './sign-in.js';
import type { HostTelemetry } from './channel/reporter.js';

/**
 * The daemon's view of its host: the ports that the host implements, its description, and its status. Only the files of this
 * folder speak to it, and only channel/ and the streams know over what; the generated types end at to-proto/ and from-proto/.
 */
export interface HostLink extends Component {
  /** Throws BackendMissing until the host has described itself with CAPABILITY_BACKEND. */
  readonly backend: Backend;
  readonly signIn: SignIn;
  /** Every method throws Unavailable until the host has described itself with CAPABILITY_ADMIN. */
  readonly admin: Ports;
  status(): HostStatus;
  /**
   * Asks whether the host serves: over gRPC its grpc.health.v1 about the server as a whole, over HTTP Describe. Returns why
   * not; an empty string if it does.
   */
  checkHealth(call: CallContext): Promise<string>;
}

export interface HostStatus {
  readonly connected: boolean;
  /** The current description; absent before the first valid one. */
  readonly description?: HostDescription;
  /** Why the host makes the daemon unready, in words for /readyz; empty if it does not. */
  readonly problem: string;
}

export interface HostLinkDependencies {
  readonly logger: Logger;
  readonly telemetry: HostTelemetry;
  readonly gatehouseVersion: string;
  /**
   * Receives a valid description that differs from the current one. Build everything that depends on it beside the old, then
   * swap. If it throws, the old description stays current and status() reports why. Never called before start(), nor while
   * an earlier call has not settled.
   */
  readonly onDescription: (description: HostDescription) => void | Promise<void>;
  /** Other known problems, reported together with those of an invalid admin registration. */
  readonly furtherProblems?: FurtherProblems;
}

/** Throws if the configuration would be insecure; connects on start(). */
export function connectHost(config: HostConfig, dependencies: HostLinkDependencies): HostLink {
  const connection = openConnection(config);
  const authorization = bearer(config.token);
  const reporter = new Reporter(dependencies.telemetry, dependencies.logger);
  const caller = new Caller(connection, config.timeoutMs, reporter);
  const streaming = {
    timeoutMs: config.timeoutMs,
    maxOverdue: config.maxInFlight,
    authorization,
    onLost: () => describer.refresh(),
  };
  const stream = new TransactStream(connection, reporter, streaming);
  const adminStream = new AdminStream(connection, reporter, streaming);
  const callLimit = new CallLimit(config.maxInFlight);
  const describer = new Describer({
    caller,
    connection,
    logger: dependencies.logger,
    gatehouseVersion: dependencies.gatehouseVersion,
    onDescription: dependencies.onDescription,
    ...(dependencies.furtherProblems && { furtherProblems: dependencies.furtherProblems }),
    onAnswer: ({ capabilities }) => {
      stream.want(capabilities.transactStream);
      adminStream.want(capabilities.adminStream);
    },
  });
  const backend = new HostBackend(caller, stream, {
    isAttached: () => describer.description?.capabilities.backend === true,
    callLimit,
    reports: reporter,
  });
  const adminCalls = createAdminCalls(
    caller,
    adminStream,
    callLimit,
    new InvalidValues(dependencies.telemetry, dependencies.logger),
    () => describer.description?.capabilities.admin === true,
  );

  return {
    name: 'host',
    backend,
    signIn: createSignIn(caller),
    admin: {
      directory: createDirectory(adminCalls),
      records: createRecordStore(adminCalls),
      relations: createRelationStore(adminCalls),
      options: createOptionSource(adminCalls),
      settings: createSettingsStore(adminCalls),
      actions: createActions(adminCalls),
      partialData: createPartialData(adminCalls),
    },
    start: async () => {
      connection.connect();
      describer.start();
    },
    stop: async (timeoutMs) => {
      describer.stop();
      const lost = await callLimit.settled(timeoutMs);
      stream.close();
      adminStream.close();
      connection.close();
      return lost === 0 ? undefined : `${lost} calls of the host`;
    },
    status: () => {
      const connected = connection.isReady();
      const { description, problem } = describer;
      return {
        connected,
        ...(description !== undefined && { description }),
        problem: problem !== '' || connected ? problem : `not connected to the host at ${connection.target}`,
      };
    },
    checkHealth: (call) => (connection.streams === undefined ? describer.check() : grpcHealth(call)),
  };

  function grpcHealth(call: CallContext): Promise<string> {
    return caller
      .unary(healthCheck, { service: '' }, ({ status }) => status, { call, read: true })
      .then(
        (status) => (status === 'SERVING' ? '' : `the host reports its health as ${status}`),
        (error: unknown) => `the host's health is unknown: ${error instanceof Error ? error.message : String(error)}`,
      );
  }
}
