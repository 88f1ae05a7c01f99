import type { ClientRequest } from 'node:http';
import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

/** Shorter than the daemon's idle timeout, so that no request is sent on a connection that is just closing. */
const IDLE_MS = 4000;

/**
 * The connections to Gatehouse, which all clients of the application share, one after the other. A connection goes to the
 * next request only after a clean end: the complete request was sent, then its complete answer arrived, and not a byte
 * more. In all other cases the connection closes; node:http would reuse it in some of them.
 */
export class UpstreamAgent extends Agent {
  readonly #distrusted = new WeakSet<Duplex>();

  /** @param maxSockets maximum number of connections; requests wait in Places, not here */
  constructor(maxSockets: number) {
    super({ keepAlive: true, timeout: IDLE_MS, maxSockets });
  }

  /** Something unexpected happened on this connection: it closes after the current exchange. */
  distrust(socket: Duplex): void {
    this.#distrusted.add(socket);
  }

  /** Called by node:http between two requests. */
  override keepSocketAlive(socket: Duplex): boolean {
    if (this.#distrusted.has(socket)) return false;
    // The types declare void, but it returns whether the server's Keep-Alive header leaves time for another request.
    const keepSocketAlive: (socket: Duplex) => unknown = super.keepSocketAlive.bind(this);
    if (keepSocketAlive(socket) === false) return false;
    // No request is pending: bytes that arrive now would be read as the answer to the next request.
    socket.on('data', destroy);
    return true;
  }

  /** Called by node:http before a request is sent on a kept connection. */
  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    socket.off('data', destroy);
    super.reuseSocket(socket, request);
  }
}

function destroy(this: Duplex): void {
  this.destroy();
}

/** A request that waits for a connection to Gatehouse. */
export interface Applicant {
  /** There is a place. Call `release` to return it; further calls have no effect. */
  admitted(release: () => void): void;
  /**
   * There is no place, and none will be free in time. `reason` is a clause for a log: "256 requests are under way and …".
   */
  refused(reason: string): void;
  /**
   * Called every second while others wait for places. A request must end if it keeps its place only because its client
   * does not read the answer.
   */
  makeWay?(): void;
}

/** How often requests with a place are asked to free it while others wait. */
const ASK_MS = 1000;

/**
 * Limits the requests in progress at Gatehouse. Further requests wait, first come first served; as many may wait as there
 * are places, and none longer than `patienceMs`.
 *
 * Requests whose body is incomplete (`partial`) get half of the places and of the queue. A client that announces a body
 * and sends none occupies a place for nothing, and must not keep out requests that are complete.
 */
export class Places {
  #taken = 0;
  #takenByPartial = 0;
  readonly #countForPartial: number;
  readonly #admitted = new Set<Applicant>();
  readonly #waiting = new Map<Applicant, { readonly timer: NodeJS.Timeout; readonly partial: boolean }>();
  #asking: NodeJS.Timeout | undefined;

  constructor(
    private readonly count: number,
    private readonly patienceMs: number,
  ) {
    this.#countForPartial = Math.ceil(count / 2);
  }

  /** Whether a request with an incomplete body would be admitted immediately. */
  get hasRoomForPartial(): boolean {
    return this.#hasRoom(true);
  }

  apply(applicant: Applicant, partial = false): void {
    if (this.#hasRoom(partial)) {
      this.#admit(applicant, partial);
      return;
    }
    const [count, requests] = partial
      ? [this.#countForPartial, 'requests whose body is still arriving']
      : [this.count, 'requests'];
    if (this.#waiting.size >= this.count || (partial && this.#countWaitingPartial() >= count)) {
      applicant.refused(`${count} ${requests} are in progress and as many are waiting`);
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(applicant);
      applicant.refused(`none of ${count} ${requests} in progress finished within ${this.patienceMs} ms`);
    }, this.patienceMs);
    this.#waiting.set(applicant, { timer, partial });
    this.#asking ??= setInterval(() => this.#askToMakeWay(), ASK_MS);
  }

  /** The applicant no longer wants a place. */
  withdraw(applicant: Applicant): void {
    clearTimeout(this.#waiting.get(applicant)?.timer);
    this.#waiting.delete(applicant);
  }

  #askToMakeWay(): void {
    if (this.#waiting.size > 0) {
      for (const applicant of this.#admitted) applicant.makeWay?.();
      return;
    }
    clearInterval(this.#asking);
    this.#asking = undefined;
  }

  #countWaitingPartial(): number {
    return [...this.#waiting.values()].filter(({ partial }) => partial).length;
  }

  #hasRoom(partial: boolean): boolean {
    return this.#taken < this.count && !(partial && this.#takenByPartial >= this.#countForPartial);
  }

  #admit(applicant: Applicant, partial: boolean): void {
    this.#taken += 1;
    if (partial) this.#takenByPartial += 1;
    this.#admitted.add(applicant);
    let released = false;
    applicant.admitted(() => {
      if (released) return;
      released = true;
      this.#admitted.delete(applicant);
      this.#taken -= 1;
      if (partial) this.#takenByPartial -= 1;
      const next = [...this.#waiting].find(([, waiting]) => this.#hasRoom(waiting.partial));
      if (next === undefined) return;
      this.withdraw(next[0]);
      this.#admit(next[0], next[1].partial);
    });
  }
}
