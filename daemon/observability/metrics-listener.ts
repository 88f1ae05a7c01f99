import type { ServerOptions } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Component, Logger } from '../core/runtime.js';
import { listenError } from '../http/server.js';
import { ALIVE } from './health.js';

export interface MetricsSource {
  /** Text in the format that contentType names. */
  metrics(): Promise<string>;
  readonly contentType: string;
}

/** A registry with the metrics of every process: CPU, memory, event loop, garbage collection and version. */
export function createRegistry(version: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'gatehouse_build_info',
    help: 'Always 1; the version is in the label.',
    labelNames: ['version'],
    registers: [registry],
    aggregator: 'first',
  }).set({ version }, 1);
  return registry;
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json';

/** A scrape is one small request. */
const TIMEOUTS: ServerOptions = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };
/** For a peer that does not read its answer. All workers give their metrics within seconds. */
const SILENCE_MS = 30_000;
/** Far more than scrapers and probes have. Without a limit, a peer could use up the file descriptors of the public port. */
const MAX_CONNECTIONS = 200;

export interface MetricsListener extends Component {
  /** The port that it listens on; 0 before start and when it is off. */
  port(): number;
}

/** The readiness of this process, or of all workers. Never rejects. */
export type ReadinessProbe = () => Promise<{ readonly status: number; readonly body: string }>;

/**
 * GET /metrics, /healthz and /readyz, on a separate listener: metrics are never public by accident, and probes get through
 * whatever clients do to the public port. Port 0 turns it off.
 */
export function createMetricsListener(
  address: { readonly host: string; readonly port: number },
  source: MetricsSource,
  ready: ReadinessProbe,
  logger: Logger,
): MetricsListener {
  const pages: Record<string, () => Promise<Page>> = {
    '/metrics': async () => ({ status: 200, type: source.contentType, body: await source.metrics() }),
    '/healthz': () => Promise.resolve({ status: 200, type: JSON_TYPE, body: `${JSON.stringify(ALIVE)}\n` }),
    '/readyz': async () => ({ type: JSON_TYPE, ...(await ready()) }),
  };
  const server = createServer(TIMEOUTS, (request, response) => {
    // Without the query, as on the public port: a scrape may have parameters.
    const [path = ''] = (request.url ?? '').split('?', 1);
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (page === undefined) {
      response.writeHead(404).end();
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else {
      page().then(
        ({ status, type, body }) =>
          response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
        (error: unknown) => {
          logger.error({ err: error }, 'failed to collect metrics');
          response.writeHead(500).end();
        },
      );
    }
  });
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAX_CONNECTIONS;

  return {
    name: 'metrics',
    port: () => (server.listening ? (server.address() as AddressInfo).port : 0),
    start() {
      if (address.port === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        // An error while it listens concerns one connection, which then does not arrive; it changes nothing here.
        server.on('error', (cause) => {
          reject(new Error(`metrics ${listenError(address, cause).message}`, { cause }));
        });
        server.listen({ ...address, exclusive: true }, resolve);
      });
    },
    stop() {
      if (!server.listening) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        server.close(() => resolve(undefined));
        // A scraper keeps its connection open for the next scrape.
        server.closeAllConnections();
      });
    },
  };
}
