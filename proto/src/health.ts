import type { sendUnaryData, Server, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { HealthCheckRequest, HealthCheckResponse, HealthListResponse } from './services.js';
import { healthService } from './services.js';

export type ServingStatus = 'SERVING' | 'NOT_SERVING';

type Watcher = ServerWritableStream<HealthCheckRequest, HealthCheckResponse>;

/** grpc.health.v1 of a server: the status of each of its services, and of the server as a whole under the name "". */
export class Health {
  readonly #statuses: Map<string, ServingStatus>;
  readonly #watchers = new Map<string, Set<Watcher>>();
  #isShutDown = false;

  constructor(statuses: Readonly<Record<string, ServingStatus>>) {
    this.#statuses = new Map(Object.entries(statuses));
  }

  setStatus(service: string, status: ServingStatus): void {
    this.#statuses.set(service, status);
    for (const watcher of this.#watchers.get(service) ?? []) watcher.write({ status });
  }

  /** Nothing serves any more. Ends the streams of all watchers, for which the server would wait before it closes. */
  shutDown(): void {
    this.#isShutDown = true;
    for (const service of this.#statuses.keys()) this.setStatus(service, 'NOT_SERVING');
    for (const watchers of this.#watchers.values()) for (const watcher of watchers) watcher.end();
  }

  addToServer(server: Server): void {
    server.addService(healthService, {
      Check: this.#check.bind(this),
      Watch: this.#watch.bind(this),
      List: this.#list.bind(this),
    });
  }

  #check(
    { request: { service } }: ServerUnaryCall<HealthCheckRequest, HealthCheckResponse>,
    answer: sendUnaryData<HealthCheckResponse>,
  ): void {
    const known = this.#statuses.get(service);
    if (known !== undefined) answer(null, { status: known });
    else answer({ code: status.NOT_FOUND, details: `this server has no service ${JSON.stringify(service)}` });
  }

  #watch(call: Watcher): void {
    const { service } = call.request;
    const watchers = this.#watchers.get(service) ?? new Set();
    this.#watchers.set(service, watchers.add(call));
    call.on('cancelled', () => {
      watchers.delete(call);
      if (watchers.size === 0) this.#watchers.delete(service);
    });
    call.write({ status: this.#statuses.get(service) ?? 'SERVICE_UNKNOWN' });
    if (this.#isShutDown) call.end();
  }

  #list(_call: ServerUnaryCall<object, HealthListResponse>, answer: sendUnaryData<HealthListResponse>): void {
    const statuses = [...this.#statuses].map(([service, known]) => [service, { status: known }] as const);
    answer(null, { statuses: Object.fromEntries(statuses) });
  }
}
