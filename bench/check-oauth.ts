import type { Contender, Running } from './contender.js';
import type { PreparedRequest } from './measure/load.js';
import { FORM, REDIRECT_URI, SCOPE, VERIFIER, type OAuthScenario, type Scenario } from './peers/peer.js';

interface Reply {
  readonly status: number;
  readonly location: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Checks that a contender really does what is measured before it is measured: complete answers, and refusals of what has to be
 * refused. The load generator checks only statuses.
 *
 * @throws {Error} naming the contender and what it answered
 */
export async function checkOAuth(scenario: Scenario, running: Running, contender: Contender): Promise<void> {
  const checks: Partial<Record<Scenario, (subject: Subject) => Promise<void>>> = CHECKS;
  await checks[scenario]?.(new Subject(running, contender));
}

const CHECKS: Readonly<Record<OAuthScenario, (subject: Subject) => Promise<void>>> = {
  async metadata(subject) {
    const answer = await subject.send(await subject.request('metadata'));
    subject.expect('metadata', answer, answer.status === 200 && typeof answer.body['issuer'] === 'string');
  },

  async register(subject) {
    const request = await subject.request('register');
    const answer = await subject.send(request);
    const { client_id: id, redirect_uris: uris } = answer.body;
    const isComplete = typeof id === 'string' && id !== '' && JSON.stringify(uris) === JSON.stringify([REDIRECT_URI]);
    subject.expect('a registration', answer, answer.status === 201 && isComplete);
    const body = JSON.stringify({ redirect_uris: ['javascript:alert(1)'] });
    const refused = await subject.send({ ...request, body });
    subject.expect('a registration with a script as its redirect URI', refused, refused.status === 400);
  },

  async authorize(subject) {
    const request = await subject.request('authorize');
    const answer = await subject.send(request);
    subject.expect('an authorization request', answer, answer.location.includes('/connect?request='));
    for (const [what, from, to] of [
      ['another redirect URI', encodeURIComponent(REDIRECT_URI), encodeURIComponent('http://127.0.0.1:9/elsewhere')],
      ['another method of PKCE', 'code_challenge_method=S256', 'code_challenge_method=plain'],
    ] as const) {
      const refused = await subject.send({ ...request, path: request.path.replace(from, to) });
      const isRefused = refused.status >= 300 && !refused.location.includes('/connect?request=');
      subject.expect(`a request with ${what}`, refused, isRefused);
    }
  },

  async exchange(subject) {
    const [request, other, third] = await subject.requests('exchange', 3);
    const wrongVerifier = await subject.send(changed(other, 'code_verifier', VERIFIER.replace('d', 'e')));
    subject.expectRefusal('a code with a wrong code_verifier', wrongVerifier);
    const wrongUri = await subject.send(changed(third, 'redirect_uri', 'http://127.0.0.1:9/elsewhere'));
    subject.expectRefusal('a code with another redirect_uri', wrongUri);
    const answer = await subject.send(request);
    subject.expectTokens('an exchange', answer);
    await subject.expectUse(request, answer, 'a code');
    await subject.expectExpiry('exchange');
  },

  async refresh(subject) {
    const [request] = await subject.requests('refresh', 1);
    const answer = await subject.send(request);
    subject.expectTokens('a refresh', answer);
    await subject.expectUse(request, answer, 'a refresh token');
    await subject.expectExpiry('refresh');
  },
};

/** A contender with its requests and the complaints about its answers. */
class Subject {
  constructor(
    private readonly running: Running,
    private readonly contender: Contender,
  ) {}

  async request(scenario: OAuthScenario): Promise<PreparedRequest> {
    return (await this.requests(scenario, 1))[0];
  }

  async requests(scenario: OAuthScenario, count: number): Promise<[PreparedRequest, PreparedRequest, PreparedRequest]> {
    const prepared = await this.running.prepare(scenario, count);
    return prepared as [PreparedRequest, PreparedRequest, PreparedRequest];
  }

  async send({ method, path, contentType, body }: PreparedRequest): Promise<Reply> {
    const response = await fetch(`http://127.0.0.1:${String(this.running.ports[0])}${path}`, {
      method,
      redirect: 'manual',
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    };
  }

  expect(what: string, answer: Reply, isRight: boolean): void {
    if (isRight) return;
    throw new Error(`${this.contender.name} answers ${what} with ${JSON.stringify(answer)}`);
  }

  expectTokens(what: string, answer: Reply): void {
    const { access_token: access, refresh_token: refresh, token_type: type, expires_in: seconds, scope } = answer.body;
    const isComplete =
      typeof access === 'string' &&
      typeof refresh === 'string' &&
      String(type).toLowerCase() === 'bearer' &&
      Number(seconds) > 0 &&
      (scope === undefined || scope === SCOPE);
    this.expect(what, answer, answer.status === 200 && isComplete);
  }

  expectRefusal(what: string, answer: Reply): void {
    // The MCP SDK's router passes neither redirect_uri nor the error of a provider on as a refusal of its own.
    if (!this.contender.checksEverything && answer.status >= 400) return;
    if (!this.contender.checksEverything && what.includes('redirect_uri')) return;
    this.expect(what, answer, answer.status === 400 && answer.body['error'] === 'invalid_grant');
  }

  /**
   * Spent codes and tokens are refused, or the same answer is replayed (Gatehouse does that for a client that lost it). What
   * checks everything also revokes their grant when they come back.
   */
  async expectUse(request: PreparedRequest, first: Reply, what: string): Promise<void> {
    const again = await this.send(request);
    const isReplay = again.status === 200 && JSON.stringify(again.body) === JSON.stringify(first.body);
    if (isReplay && this.contender.checksEverything) return;
    this.expectRefusal(`${what} that was used before`, again);
    if (!this.contender.checksEverything) return;
    const refresh = { grant_type: 'refresh_token', refresh_token: String(first.body['refresh_token']) };
    const clientId = new URLSearchParams(request.body).get('client_id') ?? '';
    const body = new URLSearchParams({ ...refresh, client_id: clientId }).toString();
    this.expectRefusal(
      `the refresh token that came from ${what} that was used twice`,
      await this.send({ ...request, contentType: FORM, body }),
    );
  }

  async expectExpiry(scenario: 'exchange' | 'refresh'): Promise<void> {
    if (!this.contender.checksEverything) return;
    const [request] = await this.running.prepare(scenario, 1, { expired: true });
    if (request === undefined) throw new Error(`no ${scenario} was prepared`);
    this.expectRefusal(`an expired ${scenario}`, await this.send(request));
  }
}

function changed(request: PreparedRequest, parameter: string, value: string): PreparedRequest {
  const parameters = new URLSearchParams(request.body);
  parameters.set(parameter, value);
  return { ...request, body: parameters.toString() };
}
