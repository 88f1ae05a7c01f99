import type { Answer } from '../support/http-client.js';
import type { OAuthFlow, RegisteredClient, Tokens } from '../support/oauth-flow.js';
import type { Ledger } from './ledger.js';

/** One request with a credential of a connection. Holds only names and times, never the value of a credential. */
export interface Use {
  /** "the code", "refresh token 3". */
  readonly credential: string;
  readonly from: number;
  readonly to: number;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly outcome: string;
  readonly requestId: string | undefined;
}

/** A client's connection: its history, and why it may have ended. */
export class Lineage {
  readonly uses: Use[] = [];
  tokens: Tokens | undefined;
  #refreshes = 0;

  constructor(
    readonly flow: OAuthFlow,
    readonly client: RegisteredClient,
    readonly ledger: Ledger,
  ) {}

  /** Presents the code, once or twice at the same time. Returns whether the client has tokens now. */
  async exchange(code: Parameters<OAuthFlow['exchange']>[1], times: 1 | 2): Promise<boolean> {
    const uses = await this.#present('the code', times, () => this.flow.exchange(this.client, code));
    const good = uses.filter(({ status }) => status === 200);
    if (good.length > 1) this.ledger.usedTwice.push(`a code\n${this.trace()}`);
    this.tokens = good[0]?.tokens;
    return this.tokens !== undefined;
  }

  /** Presents the refresh token, once or twice at the same time. */
  async refresh(times: 1 | 2): Promise<'refreshed' | 'again' | 'ended'> {
    const uses = await this.#present(this.#credential, times, () =>
      this.flow.refresh(this.client, this.tokens!.refresh_token),
    );
    const good = uses.flatMap(({ tokens }) => tokens ?? []);
    if (new Set(good.map(({ refresh_token }) => refresh_token)).size > 1) {
      this.ledger.usedTwice.push(`a refresh token\n${this.trace()}`);
    }
    if (uses.some(({ status }) => status >= 400 && status < 500)) return 'ended';
    if (good[0] === undefined) return 'again';
    this.tokens = good[0];
    this.#refreshes++;
    if (this.#codeIsSpentTwice) {
      this.ledger.usedTwice.push(`tokens of a code whose second use was refused as reuse\n${this.trace()}`);
    }
    return 'refreshed';
  }

  /** The reason for which the documents allow the last refusal, or undefined if they do not allow it. */
  whyEnded(): string | undefined {
    const code = this.uses.filter(({ credential }) => credential === 'the code');
    const codeAt = Math.max(...code.map(({ to }) => to));
    const current = this.uses.filter(({ credential }) => credential === this.#credential);
    if (code.length > 1) {
      // RFC 6749 §4.1.2: using a code more than once revokes the tokens that were issued for it.
      if (this.#codeIsSpentTwice) return 'its code was presented twice (RFC 6749 §4.1.2)';
      const lastGood = this.uses.filter(({ status, credential }) => status === 200 && credential !== 'the code').at(-1);
      // After a lost answer, the daemon may still finish its work for the request: one read and one write.
      const finishedAt = codeAt + 2 * this.ledger.hostDeadlineMs;
      if (code.some(isUnanswered) && (lastGood?.from ?? codeAt) < finishedAt) {
        return 'its code was presented twice, and the second answer was lost (RFC 6749 §4.1.2)';
      }
    }
    // docs/operations.md, "When a part is down": without Redis, retry windows fail, and those that Redis lost are gone.
    // So only a token that was presented more than once, with Redis down in between, may count as reused.
    const before = this.uses.filter(({ credential }) => credential === `refresh token ${this.#refreshes}`);
    const retried = before.some(isUnanswered) ? [...before, ...current] : current;
    const from = Math.min(...retried.map((use) => use.from));
    const to = Math.max(...retried.map((use) => use.to));
    if (retried.length > 1 && this.ledger.wasDown('Redis', from, to)) {
      return 'a refresh token was presented again while Redis was away, or after it lost the retry window';
    }
    return undefined;
  }

  trace(): string {
    const lines = this.uses.map(({ credential, from, to, outcome, requestId }) => {
      const faults = this.ledger.faultsBetween(from, to).join(', ') || 'nothing';
      return `    ${this.ledger.time(from)} to ${this.ledger.time(to)}  ${credential}: ${outcome}  [${faults}]  ${requestId ?? ''}`;
    });
    const ids = new Set(this.uses.flatMap(({ requestId }) => requestId ?? []));
    const isOfThis = (line: string): boolean =>
      line.includes(this.client.clientId) || [...ids].some((id) => line.includes(id));
    const log = this.ledger.logs().flatMap((text) => text.split('\n').filter(isOfThis));
    return [`    client ${this.client.clientId}`, ...lines, ...log.map((line) => `    log: ${line}`)].join('\n');
  }

  get #credential(): string {
    return `refresh token ${this.#refreshes + 1}`;
  }

  /** Its second use was rejected as reuse, so the revocation happened before that answer. */
  get #codeIsSpentTwice(): boolean {
    return this.uses.some(
      ({ credential, outcome }) => credential === 'the code' && outcome.includes('was already used'),
    );
  }

  async #present(
    credential: string,
    times: 1 | 2,
    call: () => Promise<Answer>,
  ): Promise<(Use & { tokens?: Tokens })[]> {
    const one = async (): Promise<Use & { tokens?: Tokens }> => {
      const from = performance.now();
      const outcome = await call().catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      this.ledger.request(credential === 'the code' ? 'exchange' : 'refresh', outcome, from);
      const use = { credential, from, to: performance.now(), ...said(outcome) };
      this.uses.push(use);
      const isGood = !(outcome instanceof Error) && outcome.status === 200;
      return isGood ? { ...use, tokens: outcome.json() as unknown as Tokens } : use;
    };
    return Promise.all(Array.from({ length: times }, one));
  }
}

function isUnanswered({ status }: Use): boolean {
  return status === 0 || status >= 500;
}

/** Quotes an error answer. Never quotes a successful answer, because it holds tokens. */
function said(outcome: Answer | Error): Pick<Use, 'status' | 'outcome' | 'requestId'> {
  if (outcome instanceof Error) return { status: 0, outcome: `no answer: ${outcome.message}`, requestId: undefined };
  const { status, body, headers } = outcome;
  const requestId = headers['x-request-id'];
  return {
    status,
    outcome: status === 200 ? '200' : `${status} ${body.slice(0, 200).replaceAll('\n', ' ')}`,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}
