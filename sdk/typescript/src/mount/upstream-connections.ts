import type { ClientRequest } from 'node:http';
import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

/** Shorter than the daemon keeps an idle connection, so that no request is sent on one that is just being closed. */
const IDLE_MS = 4000;

/**
 * The connections to Gatehouse, which all clients of the application share one after the other. A connection goes to the
 * next request only after a quiet end: the request was sent whole, then its whole answer came, and not a byte more.
 * Whatever happened otherwise, the connection is closed; node:http would reuse it in some of these cases.
 */
export class UpstreamAgent extends Agent {
  readonly #distrusted = new WeakSet<Duplex>();

  /** @param maxSockets connections at the same time; Places is what makes requests wait */
  constructor(maxSockets: number) {
    super({ keepAlive: true, timeout: IDLE_MS, maxSockets });
  }

  /** Something unexpected was seen on this connection: it ends with the exchange that is on it now. */
  distrust(socket: Duplex): void {
    this.#distrusted.add(socket);
  }

  /** Called by node:http between two requests. */
  override keepSocketAlive(socket: Duplex): boolean {
    if (this.#distrusted.has(socket)) return false;
    // The types say void; it returns whether the server's Keep-Alive header leaves time for another request.
    const keepSocketAlive: (socket: Duplex) => unknown = super.keepSocketAlive.bind(this);
    if (keepSocketAlive(socket) === false) return false;
    // Nobody asked anything: bytes that come now would be read as the answer to the next request.
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

/** Somebody who wants a connection to Gatehouse. */
export interface Applicant {
  /** There is a place. To be given back by calling `release`, which may be called again without effect. */
  admitted(release: () => void): void;
  /** There is none, and will not be in time. `reason` is a clause for a log: "256 requests are under way and …". */
  refused(reason: string): void;
  /**
   * Others wait for places: said every second. It ends where only a client that does not read its answer keeps its place.
   */
  makeWay?(): void;
}

/** How often those who have a place are asked to make way while others wait. */
const ASK_MS = 1000;

/**
 * How many requests may be under way at Gatehouse. Whoever comes beyond waits, the longest first; as many may wait as there
 * are places, and none longer than `patienceMs`.
 *
 * Requests whose body is still coming (`partial`) have half of the places, and of the queue. A client that announces a body
 * and sends none holds its place for nothing, and must not keep out those who have sent theirs.
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

  /** Whether a request whose body is still coming would be admitted at once. */
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

  /** The applicant does not want a place any more. */
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
