import type { DescribeResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { Operation } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { PROTOCOL_VERSION } from '@gatehouse/proto/limits';
import { networkNamespace } from '@gatehouse/proto/network-namespace';
import { rpcOf } from '@gatehouse/proto/rpc';
import { hostService } from '@gatehouse/proto/services';
import { probedAddress, probedUrl, tlsMismatch } from '@gatehouse/proto/tls-probe';
import { toTimestamp } from '@gatehouse/proto/time';
import { status } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../core/timing.js';
import { adminPorts, CALL } from './subject/admin.js';
import { AdminStreamTransport, StreamTransport, UnaryTransport } from './subject/transports.js';
import { Backend, unexpectedStatus } from './subject/backend.js';
import type { Check, Subject } from './subject/check.js';
import { Connection, RpcStatus } from './subject/connection.js';
import { CheckFailure, shownOperations, Unanswered } from './subject/expectations.js';
import { firstRecordsFor } from './subject/first-records.js';
import { Leftovers } from './subject/leftovers.js';
import { CHECKS } from './list.js';
import { createClient, newClient, newId, OLD_END } from './subject/operations.js';
import type { HostCheckOptions } from './subject/connection.js';
import type { Identity } from './subject/operations.js';
import type { CheckResult, Failure, Report } from './report.js';

/**
 * The black-box suite behind `gatehouse check-host`: checks a host, in any language, against the contract's tables.
 *
 * Every record it creates has a random id, and every sweep and eviction it requests concerns a time before all real records.
 * Codes and tokens name one client, created first, and one user, so that a host may have foreign keys to both. It leaves
 * behind clients called "gatehouse check-host" that received consent or are revoked (fewer than twenty; the report counts them), and codes and
 * revoked refresh tokens that expire within ten minutes. It tests the client cap with the existing clients, so no other
 * client should register meanwhile: run it against a dedicated host, not against production. In the admin backend it leaves
 * administrators called "Check-Host-…" without any permission, and it changes no record unless the host violates the
 * contract. With `scratch` it also writes records, links and settings of the application, and runs its actions: it
 * restores all of it, but not what hooks and actions of the application did besides.
 */
export async function runHostCheck(
  options: HostCheckOptions,
  onResult: (result: CheckResult) => void = () => undefined,
  /** Told before the results: what the run needs, or has created. */
  onNotice: (notice: string) => void = () => undefined,
): Promise<Report> {
  const connection = new Connection(options);
  const leftovers = new Leftovers();
  const results: CheckResult[] = [];
  const strays: unknown[] = [];
  const stray = (reason: unknown): number => strays.push(reason);
  process.on('unhandledRejection', stray);
  const note = (result: CheckResult): void => {
    results.push(result);
    onResult(result);
  };
  try {
    const { description, result } = await describe(connection, options);
    const planned = plan(options, description);
    const names = planned.map(({ check }) => check.name);
    const firstRecords = firstRecordsFor(names, adminPorts(connection), description, leftovers);
    if (firstRecords !== undefined) {
      const prepare = async (): Promise<void> => {
        for (const notice of await firstRecords.prepare(options.scratch === true)) onNotice(notice);
      };
      await beside('records', prepare, note);
    }
    note(result);
    const identity = newIdentity(options);
    await beside('identity', () => create(identity, connection, leftovers), note);
    // Without its tables, every check of the admin backend would fail for this one reason.
    const migrates = planned.some(({ check }) => check.name === MIGRATES);
    if (!migrates && description?.capabilities.includes('CAPABILITY_ADMIN') === true) {
      await beside('migrate', () => migrate(connection), note);
    }
    let unanswered = 0;
    let later: Unverified[] = [];
    const verify = async (which: (one: Unverified) => boolean): Promise<void> => {
      const due = later.filter(which);
      later = later.filter((one) => !which(one));
      for (const { check, name, verify } of due) {
        const { citation } = check;
        note(unanswered >= PATIENCE ? { name, citation, ms: 0, notRun: SILENT } : await verify());
      }
    };
    for (const one of planned) {
      // An action of the application may change every record, which must not look like a late write.
      if (one.check.scratch === true) await verify(({ check }) => check.scratch === true && check !== one.check);
      const silent: Pick<Planned, 'missing'> = unanswered >= PATIENCE ? { missing: SILENT } : {};
      const result = await runOne({ ...one, ...silent }, { connection, options, description, leftovers, identity });
      if ('verify' in result) {
        later.push(result);
        unanswered = 0;
        continue;
      }
      unanswered = result.failure?.unanswered === true ? unanswered + 1 : 0;
      if (silent.missing !== undefined) unanswered = PATIENCE;
      note(result);
    }
    await verify(() => true);
    if (firstRecords !== undefined && unanswered < PATIENCE) {
      await beside('records', () => firstRecords.remove(), note);
    }
    if (description !== undefined && unanswered < PATIENCE) {
      await beside('clean-up', () => leftovers.cleanUp(new UnaryTransport(connection)), note);
    }
    if (strays.length > 0) note(ownFailure('unobserved', strays[0]));
    return reportOf(options, description, results, leftovers);
  } finally {
    connection.close();
    process.off('unhandledRejection', stray);
  }
}

/**
 * Runs setup and cleanup around the checks. The checks report the host's mistakes in it, and their results do not depend on
 * its outcome. An error of our own must be reported here, or it would go unnoticed.
 */
async function beside(name: string, work: () => Promise<void>, note: (result: CheckResult) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isHosts = error instanceof RpcStatus || error instanceof CheckFailure;
    if (!isHosts) note(ownFailure(name, error));
  }
}

/**
 * `unobserved`: a check started calls and ended before it looked at all of them. Their rejections must not end the process.
 */
function ownFailure(name: string, error: unknown): CheckResult {
  return { name: `check-host/${name}`, citation: 'none', ms: 0, failure: failureOf(error) };
}

interface Planned {
  readonly name: string;
  readonly check: Check;
  readonly stream: boolean;
  /** Why it cannot run: a missing prerequisite is a failure, not a skip. */
  readonly missing?: string;
}

/** How many checks in a row the host may leave unanswered; each of them has waited for the full timeout of a call. */
const PATIENCE = 3;
const SILENT = `the host did not respond to ${PATIENCE} checks in a row`;
const NO_DESCRIPTION = 'no response to Describe';

interface Needed {
  readonly capability: 'CAPABILITY_BACKEND' | 'CAPABILITY_ADMIN';
  /** A host that wants only one of the two backends does not fail because of the other one. */
  wantedBy(description: DescribeResponse__Output): boolean;
}

const BACKEND: Needed = {
  capability: 'CAPABILITY_BACKEND',
  wantedBy: ({ oauth, capabilities }) => oauth !== null || capabilities.includes('CAPABILITY_BACKEND'),
};
const ADMIN: Needed = {
  capability: 'CAPABILITY_ADMIN',
  wantedBy: ({ admin, capabilities }) => admin !== null || capabilities.includes('CAPABILITY_ADMIN'),
};

/** The capability that each kind of check needs. */
const NEEDED: Partial<Record<Check['on'], Needed>> = {
  transactions: BACKEND,
  unary: BACKEND,
  'refused-user': BACKEND,
  stream: BACKEND,
  admin: ADMIN,
  'admin-unary': ADMIN,
  'admin-stream': ADMIN,
};

/** Nothing can run before the host answers Describe, which says what to check. */
async function describe(
  connection: Connection,
  options: HostCheckOptions,
): Promise<{ description: DescribeResponse__Output | undefined; result: CheckResult }> {
  const startedAt = performance.now();
  const name = 'describe/answers';
  const citation = 'host.proto: Describe';
  const request = { gatehouseVersion: 'check-host', protocolVersion: PROTOCOL_VERSION };
  try {
    const description = await connection.call(rpcOf(hostService.Describe), request);
    return { description, result: { name, citation, ms: performance.now() - startedAt } };
  } catch (error) {
    const failure = await describeFailure(error, options);
    return { description: undefined, result: { name, citation, ms: performance.now() - startedAt, failure } };
  }
}

function plan(options: HostCheckOptions, description: DescribeResponse__Output | undefined): Planned[] {
  const offers = (capability: DescribeResponse__Output['capabilities'][number]): boolean =>
    description?.capabilities.includes(capability) === true;
  const overGrpc = options.url === undefined;
  const offersStream = overGrpc && offers('CAPABILITY_TRANSACT_STREAM');
  const offersAdminStream = overGrpc && offers('CAPABILITY_ADMIN_STREAM');
  // In another network namespace, the address may belong to another process.
  const hasSocket = overGrpc && description?.streamSocket?.network === networkNamespace();
  const planned = CHECKS.flatMap((check): Planned[] => {
    const { name, on, capability, scratch, needs } = check;
    const needed = NEEDED[on];
    if (description !== undefined && needed !== undefined && !needed.wantedBy(description)) return [];
    const missing =
      description === undefined
        ? NO_DESCRIPTION
        : needed !== undefined && !offers(needed.capability)
          ? `the host does not offer ${needed.capability}`
          : undefined;
    const once: Planned = { name, check, stream: on === 'stream', ...(missing !== undefined && { missing }) };
    if (scratch === true && options.scratch !== true) return [];
    if (needs !== undefined && options[needs] === undefined) return [];
    if (on === 'grpc') return overGrpc ? [once] : [];
    if (description !== undefined && capability !== undefined && !offers(capability)) return [];
    if (on === 'token') return options.token === undefined ? [] : [once];
    if (on === 'refused-user') return options.refusedUser === undefined ? [] : [once];
    if (on === 'sign-in') return offers('CAPABILITY_SIGN_IN') ? [once] : [];
    if (on === 'stream') return offersStream ? [once] : [];
    if (on === 'stream-socket') return hasSocket ? [once] : [];
    if (on === 'admin-stream') return offersAdminStream ? [once] : [];
    const twice = (on === 'transactions' && offersStream) || (on === 'admin' && offersAdminStream);
    if (twice) return [once, { ...once, name: `${name} (stream)`, stream: true }];
    return [once];
  });
  const { only = [] } = options;
  if (only.length === 0) return planned;
  const chosen = planned.filter(({ name }) => only.some((part) => name.includes(part)));
  if (chosen.length === 0 && description !== undefined) {
    throw new Error(`no check of this host has a name containing ${only.map((part) => `"${part}"`).join(' or ')}`);
  }
  return chosen;
}

/**
 * The client and the user that codes and tokens of the run name. A host may have foreign keys to both. The client is dated
 * after all records that sweeps and evictions are tested on, so that only the sweep at the end of the run removes it.
 */
function newIdentity({ user }: HostCheckOptions): Identity {
  return { clientId: newId(), userId: user ?? ` Ünïcode 用户 🗝️ ${newId()} ` };
}

async function create({ clientId }: Identity, connection: Connection, leftovers: Leftovers): Promise<void> {
  const operations = [createClient(newClient({ clientId, registeredAt: toTimestamp(OLD_END) }))];
  await new UnaryTransport(connection).send({ operations });
  leftovers.note(operations);
}

/** The check that creates the tables of the admin backend, before all others of it. */
const MIGRATES = 'directory/migrate';

async function migrate(connection: Connection): Promise<void> {
  await adminPorts(connection).directory.migrate(CALL);
}

/** A check that hangs has failed; the longest takes a few seconds on a slow machine. */
const LONGEST_CHECK_MS = 120_000;

interface Run {
  readonly connection: Connection;
  readonly options: HostCheckOptions;
  readonly description: DescribeResponse__Output | undefined;
  readonly leftovers: Leftovers;
  readonly identity: Identity;
}

/** A check that waits. Its result has the time of its work, without the wait. */
interface Unverified extends Pick<Planned, 'name' | 'check'> {
  verify(): Promise<CheckResult>;
}

async function runOne(
  { name, check, stream, missing }: Planned,
  { connection, options, description, leftovers, identity }: Run,
): Promise<CheckResult | Unverified> {
  const { citation } = check;
  if (missing !== undefined || description === undefined) {
    return { name, citation, ms: 0, notRun: missing ?? NO_DESCRIPTION };
  }
  const admin = stream && check.on === 'admin' ? new AdminStreamTransport(connection) : undefined;
  const transport = stream && admin === undefined ? new StreamTransport(connection) : new UnaryTransport(connection);
  const backend = new Backend(transport, leftovers, identity);
  const adminTransport = admin ?? connection;
  const subject: Subject = {
    connection,
    description,
    options,
    backend,
    admin: adminPorts(adminTransport),
    adminTransport,
    leftovers,
  };
  let ms = 0;
  const finish = (failure?: Failure): CheckResult => {
    if (transport instanceof StreamTransport) transport.close();
    admin?.close();
    return { name, citation, ms, ...(failure !== undefined && { failure }) };
  };
  /** The value of the work, or its failure. */
  const timed = async <T>(work: () => Promise<T>): Promise<{ readonly value: T } | Failure> => {
    const startedAt = performance.now();
    const outcome = await within(LONGEST_CHECK_MS, work(), tooLong).then(
      (value) => ({ value }),
      (error: unknown) => failureOf(error, backend.lastSent),
    );
    ms += performance.now() - startedAt;
    return outcome;
  };
  if ('run' in check) {
    const outcome = await timed(() => check.run(subject));
    return 'value' in outcome ? finish() : finish(outcome);
  }
  const started = await timed(() => check.start(subject));
  if (!('value' in started)) return finish(started);
  const { value: later } = started;
  const dueAt = performance.now() + later.afterMs;
  const verify = async (): Promise<CheckResult> => {
    await sleep(Math.max(0, dueAt - performance.now()));
    const last = await timed(() => later.verify());
    return 'value' in last ? finish() : finish(last);
  };
  return { name, check, verify };
}

function tooLong(): never {
  throw new CheckFailure('an end', `none within ${LONGEST_CHECK_MS / 1000} s`, 'The host hangs or is far too slow.');
}

function failureOf(error: unknown, sent?: readonly Operation[]): Failure {
  if (error instanceof CheckFailure) {
    const { expected, got, advice } = error;
    const unanswered = error instanceof Unanswered;
    return { expected, got, advice, unanswered, ...(sent !== undefined && { sent: shownOperations(sent) }) };
  }
  if (error instanceof RpcStatus) return failureOf(unexpectedStatus(error), sent);
  // No behavior of the host may end the run: the other checks still have results to report.
  const got = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { expected: 'the check to finish', got, advice: 'This is a bug in check-host. Please report it.' };
}

/** Before Describe has answered, a status says more about the connection than about the host. */
async function describeFailure(error: unknown, { address, url, tls }: HostCheckOptions): Promise<Failure> {
  const failure = failureOf(error);
  if (!(error instanceof RpcStatus)) return failure;
  const probed = url === undefined ? probedAddress(address ?? '', tls !== undefined) : probedUrl(url);
  const isAway = error.code === (status.UNAVAILABLE as number) || error.code === (status.DEADLINE_EXCEEDED as number);
  const mismatch = isAway && probed ? await tlsMismatch(probed, PROBE_MS) : undefined;
  const advice = mismatch === undefined ? WAY_TO_THE_HOST[error.code] : `Here, ${mismatch}.`;
  return { ...failure, ...(advice !== undefined && { advice }) };
}

/** How long the reason of a call without an answer may take. */
const PROBE_MS = 2000;

const WAY_TO_THE_HOST: Readonly<Record<number, string>> = {
  [status.UNAVAILABLE]:
    'Check that the host is running, that the address is correct, and that both sides use TLS or neither does.',
  [status.DEADLINE_EXCEEDED]:
    'The connection opens but gets no response. Check that the address belongs to a gRPC server and whether it requires TLS.',
  [status.UNIMPLEMENTED]:
    'The server does not implement gatehouse.host.v1.HostService. Register that service; over HTTP, check the path in --url.',
  [status.UNAUTHENTICATED]: "Pass the host's shared token with --token-file.",
  [status.PERMISSION_DENIED]: 'Pass the credentials that the host requires: --token-file, or --tls-cert and --tls-key.',
};

function reportOf(
  options: HostCheckOptions,
  description: DescribeResponse__Output | undefined,
  results: readonly CheckResult[],
  { staying, changes }: Leftovers,
): Report {
  const optional = [
    'CAPABILITY_BACKEND',
    'CAPABILITY_TRANSACT_STREAM',
    'CAPABILITY_REDEEM',
    'CAPABILITY_SIGN_IN',
    'CAPABILITY_ADMIN',
    'CAPABILITY_ADMIN_STREAM',
    'CAPABILITY_ADMIN_SESSION',
    'CAPABILITY_ADMIN_ACCOUNTS',
    'CAPABILITY_ADMIN_BULK',
    'CAPABILITY_ADMIN_SESSION_LIST',
    'CAPABILITY_ADMIN_SECOND_FACTOR',
    'CAPABILITY_ADMIN_PASSKEYS',
    'CAPABILITY_ADMIN_SEARCH',
    'CAPABILITY_ADMIN_VIEWS',
    'CAPABILITY_ADMIN_IMPORT',
    'CAPABILITY_ADMIN_IMPORT_UPDATE',
  ] as const;
  const notOffered =
    description === undefined ? [] : optional.filter((capability) => !description.capabilities.includes(capability));
  const withoutScratch =
    options.scratch !== true && description?.capabilities.includes('CAPABILITY_ADMIN') === true
      ? CHECKS.filter(({ scratch, needs }) => scratch === true && needs === undefined).length
      : 0;
  const address = options.url ?? options.address ?? '';
  const applicationName = description?.applicationName ?? '';
  return { address, applicationName, results, notOffered, withoutScratch, staying, changes };
}
