import type { CallContext, Component, Logger } from '../core/runtime.js';
import type { Ports } from '../admin/ports/ports.js';
import type { Backend } from '../oauth/ports/backend.js';
import type { SignIn } from '../oauth/ports/sign-in.js';
import { createAdminCalls } from './admin/calls.js';
import { InvalidValues } from './admin/invalid-values.js';
import { createAccounts } from './admin/accounts.js';
import { createViews } from './admin/views.js';
import { createActions } from './admin/actions.js';
import { createBulk } from './admin/bulk.js';
import { createDirectory } from './admin/directory.js';
import { createOptionSource } from './admin/option-source.js';
import { createPartialData } from './admin/partial-data.js';
import { createPasskeys } from './admin/passkeys.js';
import { createRecordSearch } from './admin/record-search.js';
import { createRecordStore } from './admin/record-store.js';
import { createRelationStore } from './admin/relation-store.js';
import { createSecondFactors } from './admin/second-factors.js';
import { createSessionList } from './admin/session-list.js';
import { createSettingsStore } from './admin/settings-store.js';
import { HostBackend } from './backend.js';
import { Caller, CallLimit } from './channel/call.js';
import type { HostConfig, HostTarget } from './channel/connection.js';
import type { FurtherProblems } from './describe.js';
import { requireSafe } from './channel/open-connection.js';
import { Fleet } from './fleet/fleet.js';
import { NO_SERIES, type HostSeries } from './fleet/member.js';
import type { Resolve } from './fleet/records.js';
import { Records } from './fleet/records.js';
import type { HostDescription } from './from-proto/description.js';
import { Reporter } from './channel/reporter.js';
import { createSignIn } from './sign-in.js';
import type { HostTelemetry } from './channel/reporter.js';

/** How to reach the hosts of the application. They are used in turn. */
export interface HostsConfig extends Omit<HostConfig, 'at'> {
  readonly at: HostTarget | readonly HostTarget[];
  /** Each name stands for the hosts at all of its addresses. Default: the transport chooses one of them. */
  readonly everyRecord?: boolean;
}

/**
 * The daemon's view of its hosts: the ports that the host implements, its description, and its status. Only the files of this
 * folder speak to it, and only channel/ and the streams know over what; the generated types end at to-proto/ and from-proto/.
 */
export interface HostLink extends Component {
  /** Throws BackendMissing until the host has described itself with CAPABILITY_BACKEND. */
  readonly backend: Backend;
  readonly signIn: SignIn;
  /** Every method throws Unavailable until the host has described itself with CAPABILITY_ADMIN. */
  readonly admin: Ports;
  status(): HostStatus;
  /** Resolves when the calls for descriptions that are under way have ended; each ends within its deadline. */
  settled(): Promise<void>;
  /**
   * Asks whether a host serves: over gRPC its grpc.health.v1 about the server as a whole, over HTTP Describe. Returns why
   * not; an empty string if one does.
   */
  checkHealth(call: CallContext): Promise<string>;
}

export interface HostStatus {
  readonly connected: boolean;
  /** The current description; absent before the first valid one. */
  readonly description?: HostDescription;
  /** Why the host makes the daemon unready, in words for /readyz; empty if it does not. */
  readonly problem: string;
  /** Hosts that get no requests, while others do. */
  readonly warnings: readonly string[];
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
  /** The metrics of the host with that address or URL. Default: none. */
  readonly seriesOf?: (target: string) => HostSeries;
  /** For how long one of several hosts that only fails is left out, the first time. Default: ten seconds. */
  readonly leftOutMs?: number;
  /** For `everyRecord`. Default: as the operating system resolves names. */
  readonly resolve?: Resolve;
}

/** Throws if the configuration would be insecure; connects on start(). */
export function connectHost(config: HostsConfig, dependencies: HostLinkDependencies): HostLink {
  const { at, everyRecord = false } = config;
  const targets = 'length' in at ? at : [at];
  const reporter = new Reporter(dependencies.telemetry, dependencies.logger);
  const fleet = new Fleet(config, {
    reporter,
    logger: dependencies.logger,
    gatehouseVersion: dependencies.gatehouseVersion,
    seriesOf: dependencies.seriesOf ?? (() => NO_SERIES),
    onDescription: dependencies.onDescription,
    ...(dependencies.furtherProblems && { furtherProblems: dependencies.furtherProblems }),
    ...(dependencies.leftOutMs !== undefined && { leftOutMs: dependencies.leftOutMs }),
  });
  // Throws here, before anything starts, if the configuration would be insecure.
  for (const target of targets) requireSafe({ ...config, at: target });
  const records = everyRecord
    ? new Records(targets, (found) => fleet.setTargets(found), dependencies.logger, dependencies.resolve)
    : undefined;
  if (records === undefined) fleet.setTargets(targets);
  const caller = new Caller(fleet, config.timeoutMs, reporter);
  const callLimit = new CallLimit(config.maxInFlight);
  const backend = new HostBackend(caller, fleet.transactions, {
    isAttached: () => fleet.description?.capabilities.backend === true,
    callLimit,
    reports: reporter,
  });
  const adminCalls = createAdminCalls(
    caller,
    fleet.adminCalls,
    callLimit,
    new InvalidValues(dependencies.telemetry, dependencies.logger),
    () => fleet.description?.capabilities.admin === true,
  );

  return {
    name: 'host',
    backend,
    signIn: createSignIn(caller, callLimit),
    admin: {
      directory: createDirectory(adminCalls),
      accounts: createAccounts(adminCalls),
      sessions: createSessionList(adminCalls),
      secondFactors: createSecondFactors(adminCalls),
      passkeys: createPasskeys(adminCalls),
      views: createViews(adminCalls),
      records: createRecordStore(adminCalls),
      bulk: createBulk(adminCalls),
      recordSearch: createRecordSearch(adminCalls),
      relations: createRelationStore(adminCalls),
      options: createOptionSource(adminCalls),
      settings: createSettingsStore(adminCalls),
      actions: createActions(adminCalls),
      partialData: createPartialData(adminCalls),
    },
    start: async () => {
      await records?.start();
      fleet.start();
    },
    stop: async (timeoutMs) => {
      records?.stop();
      fleet.stopDescribing();
      const lost = await callLimit.settled(timeoutMs);
      fleet.close();
      return lost === 0 ? undefined : `${lost} calls of the host`;
    },
    status: () => {
      const { description, problem, warnings, isConnected } = fleet;
      return { connected: isConnected, ...(description !== undefined && { description }), problem, warnings };
    },
    settled: () => fleet.settled(),
    checkHealth: (call) => fleet.checkHealth(call),
  };
}
