import type { AdminBackend, ServedAdmin } from './admin/backend.js';
import type { Served } from './attachment.js';
import { Attachment, FirstDescription } from './attachment.js';
import { createClientDocuments } from './client-documents/client-documents.js';
import { certificateWarnings } from './config/certificate-dates.js';
import { configWarnings } from './config/checks.js';
import { openFilesWarnings } from './config/open-files.js';
import { adminSettingsOf, consentConfigOf, hostConfigOf, redisOptionsOf } from './config/peers.js';
import type { Config } from './config/schema.js';
import { createConsentServer } from './consent/server.js';
import { messageOf } from './core/faults.js';
import type { Component } from './core/runtime.js';
import { systemClock } from './core/runtime.js';
import type { HostDescription } from './host/from-proto/description.js';
import { connectHost } from './host/link.js';
import { ClientAddresses } from './http/client-address.js';
import type { RunningServer, StartServer } from './http/server.js';
import type { Daemon, ComposeDependencies } from './lifecycle.js';
import { createHealth } from './observability/health.js';
import { createMetricsListener, createRegistry } from './observability/metrics-listener.js';
import { createHostMetrics, createHttpMetrics, createOAuthMetrics } from './observability/metrics.js';
import { traced } from './observability/tracing.js';
import { createAuthorizationServer, unattachedRoutes } from './oauth/server.js';
import { createMemoryState } from './state/memory/state.js';
import type { State } from './state/state.js';
import { VERSION } from './version.js';
import { answerPrimary } from './worker-channel.js';

/**
 * Loads the chosen engine. uWebSockets.js is loaded only on demand: its binary does not load on every platform, and the
 * other engine must still start there. Rejects with what to do instead.
 */
async function loadEngine(name: 'uws' | 'node'): Promise<StartServer> {
  if (name === 'node') return (await import('./http/node-adapter.js')).startNodeServer;
  try {
    return (await import('./http/uws-adapter.js')).startUwsServer;
  } catch (cause) {
    const [reason] = messageOf(cause).split('\n');
    throw new Error(`cannot load uWebSockets.js (${reason ?? ''}); set http.engine to "node"`, { cause });
  }
}

const NO_ADMIN: ServedAdmin = { routes: [], warnings: [] };
const NO_BACKEND = 'the host does not offer CAPABILITY_BACKEND: every endpoint that needs storage returns 500';

/**
 * The composition root: the one place that constructs adapters and connects them. It starts nothing, and decides nothing
 * except which adapter to use.
 */
export async function compose(
  config: Config,
  { logger, worker, onAttached, fail }: ComposeDependencies,
): Promise<Daemon> {
  // Loaded while the host describes itself. The component that uses it reports a failure.
  const engine = loadEngine(config.http.engine);
  engine.catch(() => undefined);
  const registry = createRegistry(VERSION);
  const httpMetrics = createHttpMetrics(registry);
  const state = await openState();
  const firstDescription = new FirstDescription(() => host.settled());
  const host = connectHost(hostConfigOf(config), {
    logger,
    ...createHostMetrics(registry),
    gatehouseVersion: VERSION,
    furtherProblems: async () => (await openAdmin()).problemsOfFiles(),
    async onDescription(description) {
      try {
        attachment.replace(await served(description));
      } catch (error) {
        // A daemon that has never served anything has nothing to lose: it exits and reports every error that needs fixing.
        if (host.status().description === undefined) fail(error);
        throw error;
      }
      consent.setServing(attachment.consent !== undefined);
      onAttached();
      firstDescription.came();
    },
  });
  const settings = [...configWarnings(config), ...openFilesWarnings(config)];
  const certificates = certificateWarnings(config);
  const health = createHealth({
    checks: [
      { name: 'host', problem: async () => host.status().problem || host.checkHealth({ requestId: 'readyz' }) },
      { name: 'state', problem: () => state.ping().then(() => '') },
    ],
    warnings: () => [
      ...settings,
      ...certificates(),
      ...state.warnings(),
      ...host.status().warnings,
      ...attachment.warnings,
    ],
    clock: systemClock,
  });
  const addresses = new ClientAddresses(config.http.trustedProxies, (address) =>
    logger.warn(
      { address },
      'received X-Forwarded-For from an internal address that is not in http.trusted_proxies; if this is your proxy, add it there, otherwise Gatehouse throttles all of its clients as one',
    ),
  );
  let admin: AdminBackend | undefined;
  const oauth = {
    limits: config.throttle,
    backend: host.backend,
    signIn: host.signIn,
    clientDocuments: createClientDocuments({ throttle: state.throttle, limits: config.throttle, logger }),
    ...state,
    telemetry: createOAuthMetrics(registry),
    logger,
    clock: systemClock,
  };
  const attachment = new Attachment({
    unattached: [...health.routes, ...unattachedRoutes(addresses)],
    observer: httpMetrics,
    logger,
  });
  const consent = createConsentServer(consentConfigOf(config), { operations: () => attachment.consent, logger });

  let server: RunningServer | undefined;
  httpMetrics.countConnections(() => server?.connections ?? 0);
  if (worker) {
    answerPrimary({ readiness: () => health.ready(), metrics: () => registry.getMetricsAsJSON() }, logger);
  }
  return {
    components: [
      // Before the components that wait and after those that drain, so that probes always get an answer.
      ...(worker ? [] : [createMetricsListener(config.metrics, registry, () => health.ready(), logger)]),
      stateComponent(),
      host,
      firstDescription,
      consent,
      httpComponent(),
    ],
    beginDraining: () => {
      health.beginDraining();
      server?.announceClose();
      consent.setServing(false);
    },
  };

  /**
   * Everything that the daemon serves for one description of the host. Throws if its registration does not fit the plugins'
   * files.
   */
  async function served(description: HostDescription): Promise<Served> {
    const { applicationName, oauth: options, admin: registration, capabilities } = description;
    const backend =
      registration === undefined
        ? NO_ADMIN
        : (await openAdmin()).serve(registration, {
            features: {
              accounts: capabilities.adminAccounts,
              sessionList: capabilities.adminSessionList,
              secondFactor: capabilities.adminSecondFactor,
            },
            applicationName,
            passkeys: capabilities.adminPasskeys,
            bulk: capabilities.adminBulk,
            search: capabilities.adminSearch,
            views: capabilities.adminViews,
            imports: capabilities.adminImport,
            importsUpdate: capabilities.adminImportUpdate,
            hostAuthenticatesReads: capabilities.adminSession,
          });
    if (options === undefined) {
      logger.info({}, 'host requested no authorization server; OAuth endpoints disabled');
      return { routes: [...health.routes, ...backend.routes], consent: undefined, warnings: backend.warnings };
    }
    const server = createAuthorizationServer(
      { ...oauth, applicationName, options, hostRedeems: capabilities.redeem },
      addresses,
    );
    logger.info({ issuer: options.issuer, resource: options.resource }, 'authorization server started');
    return {
      routes: [...health.routes, ...server.routes, ...backend.routes],
      consent: capabilities.backend ? server.consent : undefined,
      warnings: [...backend.warnings, ...(capabilities.backend ? [] : [NO_BACKEND]), ...server.warnings],
    };
  }

  /** Loads the admin backend when a host offers one: it is a third of the daemon's code. */
  async function openAdmin(): Promise<AdminBackend> {
    if (admin !== undefined) return admin;
    const { AdminBackend: Backend } = await import('./admin/backend.js');
    const { readApplication } = await import('./admin/routes/files.js');
    const { readBrand } = await import('./admin/brand/brand.js');
    const brand = await readBrand(config.admin.brand, config.backend.uri);
    admin = new Backend(adminSettingsOf(config), {
      ports: host.admin,
      throttle: state.signInThrottle,
      addresses,
      clock: systemClock,
      logger,
      application: readApplication(),
      brand,
    });
    return admin;
  }

  async function openState(): Promise<State> {
    if (config.redis.url !== '') {
      // Imported only where it is used: merely loading the Redis client takes memory.
      const { connectRedisState } = await import('./state/redis/state.js');
      return connectRedisState(redisOptionsOf(config), logger);
    }
    logger.warn(
      {},
      'redis.url is not set: pending requests and throttle counters are kept in the memory of this process',
    );
    return createMemoryState();
  }

  function stateComponent(): Component {
    return {
      name: 'state',
      start: () => Promise.resolve(),
      stop: () => {
        state.close();
        return Promise.resolve(undefined);
      },
    };
  }

  function httpComponent(): Component {
    return {
      name: 'http',
      async start() {
        const startServer = await engine;
        server = await startServer(
          {
            host: config.http.host,
            port: config.http.port,
            sharePort: worker,
            bodyTimeoutMs: config.http.bodyTimeoutMs,
            maxConnections: config.http.maxConnections,
            events: {
              refused: (refusal) => httpMetrics.refused(refusal),
              connectionRefused: () => httpMetrics.connectionRefused(),
              faulted(error) {
                httpMetrics.faulted();
                logger.error({ err: error }, 'request aborted by an internal error');
              },
            },
          },
          traced(attachment.dispatcher),
        );
        logger.info({ host: config.http.host, port: server.port, engine: config.http.engine }, 'listening for HTTP');
      },
      async stop(timeoutMs) {
        const cut = (await server?.drain(timeoutMs)) ?? 0;
        return cut === 0 ? undefined : `${String(cut)} HTTP requests`;
      },
    };
  }
}
