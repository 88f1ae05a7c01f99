import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Component } from '../core/component.js';
import type { Logger } from '../core/logger.js';
import { messageOf } from '../core/message-of.js';

export interface MetricsSource {
  /** Text in the form that contentType says. */
  metrics(): Promise<string>;
  readonly contentType: string;
}

/** A registry with what every process tells: CPU, memory, event loop, garbage collection, and which version it is. */
export function createRegistry(version: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'gatehouse_build_info',
    help: 'Always 1; the version stands in the label.',
    labelNames: ['version'],
    registers: [registry],
    aggregator: 'first',
  }).set({ version }, 1);
  return registry;
}

/** In a worker process: hands the registry's metrics to the primary whenever that is asked for metrics. */
export function shareWithPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  // Its constructor starts to listen for the primary's question.
  new AggregatorRegistry();
}

/** In the primary process: the metrics of all workers, added up. */
export function metricsOfWorkers(): MetricsSource {
  const aggregator = new AggregatorRegistry();
  return { metrics: () => aggregator.clusterMetrics(), contentType: aggregator.contentType };
}

export interface MetricsListener extends Component {
  /** The port that it listens on; 0 before start and when it is off. */
  port(): number;
}

/** GET /metrics, on a listener of its own, so that metrics are never public by accident. Port 0 turns it off. */
export function createMetricsListener(
  address: { readonly host: string; readonly port: number },
  source: MetricsSource,
  logger: Logger,
): MetricsListener {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else {
      source.metrics().then(
        (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
        (error: unknown) => {
          logger.error({ err: error }, 'metrics could not be collected');
          response.writeHead(500).end();
        },
      );
    }
  });

  return {
    name: 'metrics',
    port: () => (server.listening ? (server.address() as AddressInfo).port : 0),
    start() {
      if (address.port === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        server.once('error', (error) =>
          reject(new Error(`metrics cannot listen on ${address.host}:${address.port}: ${messageOf(error)}`)),
        );
        server.listen({ ...address, exclusive: true }, resolve);
      });
    },
    stop() {
      if (!server.listening) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        server.close(() => resolve(undefined));
        // A scraper keeps its connection open for the next time.
        server.closeAllConnections();
      });
    },
  };
}
