import { toAuthMethod } from '@gatehouse/proto/auth-method';
import type { Capability } from '@gatehouse/proto/generated/gatehouse/host/v1/Capability';
import type { DescribeResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { HostServiceHandlers } from '@gatehouse/proto/generated/gatehouse/host/v1/HostService';
import type { OAuthOptions as ProtoOAuthOptions } from '@gatehouse/proto/generated/gatehouse/host/v1/OAuthOptions';
import { MAX_APPLICATION_NAME, PROTOCOL_VERSION } from '@gatehouse/proto/limits';
import { listOf, message } from '@gatehouse/proto/message';
import type { Methods, ReceivedRequest, SentResponse } from '@gatehouse/proto/rpc';
import {
  adminDirectoryService,
  adminRecordService,
  adminStreamService,
  backendService,
  hostService,
  signInService,
} from '@gatehouse/proto/services';
import type { ServedStream, StreamServerProtocol } from '@gatehouse/proto/stream-server';
import { AnswerStream } from '@gatehouse/proto/stream-server';
import type { Seconds } from '@gatehouse/proto/time';
import { toDuration } from '@gatehouse/proto/time';
import { removeStaleSocket } from '@gatehouse/proto/unix-socket';
import type { handleBidiStreamingCall, handleUnaryCall, ServerDuplexStream, ServiceDefinition } from '@grpc/grpc-js';
import { Server } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { registryOf } from '../admin/registry.js';
import { unaryHandlers } from '../admin/rpc/admin-rpc.js';
import { toProtoRegistration } from '../admin/rpc/registration.js';
import { adminStreamProtocol } from '../admin/rpc/serve-admin-stream.js';
import { serveDirectory } from '../admin/rpc/serve-directory.js';
import { serveRecords } from '../admin/rpc/serve-records.js';
import type { Duration } from '../shared/duration.js';
import { milliseconds } from '../shared/duration.js';
import { guardedLogger, stderrLogger } from '../shared/logger.js';
import type { Address } from '../wire/address.js';
import { loggedEncoding } from '../wire/logged-encoding.js';
import { requireToken, hostCredentials } from './authentication.js';
import type { HostOptions, OAuthOptions } from './host-options.js';
import { serveResolveUser, serveTransact, transactStreamProtocol } from './serve-oauth.js';
import { Transactor } from './transactor.js';

/** The answer never changes while the host runs, so it is made once. */
function describe(options: HostOptions): HostServiceHandlers['Describe'] {
  const { applicationName, oauth, backend, signIn, admin } = options;
  if (applicationName === '' || applicationName.length > MAX_APPLICATION_NAME) {
    throw new Error(`applicationName must have 1 to ${MAX_APPLICATION_NAME} characters`);
  }
  if (oauth?.builtinConsentPage === true && !signIn) throw new Error('oauth.builtinConsentPage needs signIn');
  const capabilities: Capability[] = [];
  if (backend) capabilities.push('CAPABILITY_BACKEND', 'CAPABILITY_TRANSACT_STREAM');
  if (signIn) capabilities.push('CAPABILITY_SIGN_IN');
  if (admin) capabilities.push('CAPABILITY_ADMIN', 'CAPABILITY_ADMIN_STREAM');
  const answer: DescribeResponse = {
    protocolVersion: PROTOCOL_VERSION,
    applicationName,
    capabilities,
    oauth: oauth ? toProtoOAuthOptions(oauth) : null,
    admin: admin ? toProtoRegistration(registryOf(admin), admin.defaultLocale ?? 'en') : null,
  };
  return (_call, callback) => {
    callback(null, answer);
  };
}

/** Every field of the contract; the generated type has members such as `_dcrClientCap` besides. */
type OAuthOptionFields = {
  readonly [Name in Exclude<keyof ProtoOAuthOptions, `_${string}`>]: ProtoOAuthOptions[Name] | undefined;
};

/** Absent options stay absent: the defaults are Gatehouse's. A field of the contract that is missing here does not compile. */
function toProtoOAuthOptions(options: OAuthOptions): ProtoOAuthOptions {
  const fields: OAuthOptionFields = {
    issuer: options.issuer,
    resource: options.resource,
    serviceDocumentationPath: options.serviceDocumentationPath,
    scopesSupported: listOf(options.scopesSupported ?? []),
    tokenEndpointAuthMethodsSupported: options.tokenEndpointAuthMethodsSupported?.map(toAuthMethod),
    authorizationResponseIssParameterSupported: options.authorizationResponseIssParameterSupported,
    dcrClientCap: options.dcrClientCap,
    dcrUnconsentedSweepAge: durationOf(options, 'dcrUnconsentedSweepAge'),
    registerMaxBodyBytes: options.registerMaxBodyBytes,
    pendingRequestTtl: durationOf(options, 'pendingRequestTtl'),
    codeTtl: durationOf(options, 'codeTtl'),
    accessTokenTtl: durationOf(options, 'accessTokenTtl'),
    refreshTokenTtl: durationOf(options, 'refreshTokenTtl'),
    refreshRetryWindow: durationOf(options, 'refreshRetryWindow'),
    loopbackPortFlexible: options.loopbackPortFlexible,
    privateUseRedirectSchemes: listOf(options.privateUseRedirectSchemes ?? []),
    evictOldestUnconsentedAtCap: options.evictOldestUnconsentedAtCap,
    clientIdMetadataDocuments: options.clientIdMetadataDocuments,
    builtinConsentPage: options.builtinConsentPage,
    refreshLineageMaxAge: durationOf(options, 'refreshLineageMaxAge'),
  };
  return message<ProtoOAuthOptions>(fields);
}

function durationOf(
  options: OAuthOptions,
  name: { [Name in keyof OAuthOptions]-?: Duration extends OAuthOptions[Name] ? Name : never }[keyof OAuthOptions],
): Seconds | undefined {
  const value = options[name];
  return value === undefined ? undefined : toDuration(milliseconds(value, `oauth.${name}`));
}

/** A host that has been created, and is still to listen. */
export interface Host {
  /** Resolves when Gatehouse can be served, with the address in use. Rejects when the address cannot be bound. */
  listen(): Promise<{ readonly address: Address }>;
  /** Takes nothing new, answers what was taken, then closes. Afterwards the host cannot be started again. */
  close(): Promise<void>;
}

/** A handler for each rpc of a service; one that is missing, or takes other messages, does not compile. */
type Handlers<Service> = {
  readonly [Name in keyof Methods<Service>]:
    | handleUnaryCall<ReceivedRequest<Service[Name]>, SentResponse<Service[Name]>>
    | handleBidiStreamingCall<ReceivedRequest<Service[Name]>, SentResponse<Service[Name]>>;
};

const MIN_TOKEN = 16;

/**
 * A gRPC server that makes an application a host of Gatehouse.
 *
 * @throws {Error} when an option is not valid, or when the address is reachable from other machines and neither `token`
 *   nor `tls.clientCa` says who may call
 */
export function createHost(options: HostOptions): Host {
  const { address, token, backend, signIn, admin } = options;
  if (token !== undefined && token.length < MIN_TOKEN)
    throw new Error(`token must have at least ${MIN_TOKEN} characters`);
  const logger = guardedLogger(options.logger ?? stderrLogger);
  const credentials = hostCredentials(address, token, options.tls);
  const drainMs = milliseconds(options.drainTimeout ?? '10s', 'drainTimeout');
  const server = new Server(token === undefined ? {} : { interceptors: [requireToken(token)] });
  const health = new HealthImplementation({ '': 'SERVING' });
  const streams = new Set<ServedStream>();

  /** grpc-js takes any handlers for any service: here the compiler compares them. */
  const serve = <Service extends ServiceDefinition>(service: Service, handlers: Handlers<Service>): void =>
    server.addService(loggedEncoding(service, logger), handlers);

  health.addToServer(server);
  serve(hostService, { Describe: describe(options) });
  if (signIn) serve(signInService, { ResolveUser: serveResolveUser(signIn, logger) });
  if (admin) {
    const directory = serveDirectory(admin.directory, logger);
    const records = serveRecords(registryOf(admin), admin.database, logger);
    serve(adminDirectoryService, unaryHandlers(directory));
    serve(adminRecordService, unaryHandlers(records));
    const protocol = adminStreamProtocol([...Object.values(directory), ...Object.values(records)]);
    serve(adminStreamService, { AdminStream: stream(protocol) });
  }
  if (backend) {
    const transactor = new Transactor(backend, logger);
    serve(backendService, {
      Transact: serveTransact(transactor),
      TransactStream: stream(transactStreamProtocol(transactor)),
    });
  }

  /** Serves an rpc of many answers, and remembers its streams until they are closed. */
  function stream<Request, Response, Item extends { readonly id: number }, Answer>(
    protocol: StreamServerProtocol<Request, Response, Item, Answer>,
  ) {
    return (call: ServerDuplexStream<Request, Response>): void => {
      const served = new AnswerStream(call, protocol, () => streams.delete(served));
      streams.add(served);
    };
  }

  return {
    async listen() {
      await removeStaleSocket(address);
      const port = await new Promise<number>((resolve, reject) => {
        server.bindAsync(address, credentials, (error, bound) => {
          if (error) reject(new Error(`cannot listen on ${address}: ${error.message}`, { cause: error }));
          else resolve(bound);
        });
      });
      const bound = address.startsWith('unix:') ? address : address.replace(/:\d+$/, `:${port}`);
      logger.info({ address: bound }, 'host listening for Gatehouse');
      return { address: bound };
    },

    async close() {
      health.setStatus('', 'NOT_SERVING');
      const drained = new Promise<void>((resolve) => {
        server.tryShutdown(() => {
          resolve();
        });
      });
      for (const served of streams) served.shutDown();
      const timer = setTimeout(() => {
        server.forceShutdown();
      }, drainMs);
      await drained;
      clearTimeout(timer);
    },
  };
}
