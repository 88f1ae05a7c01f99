import { createHash, randomBytes } from 'node:crypto';
import type { ConsentAnswer, ConsentClient } from './consent-client.js';
import { eventually } from './eventually.js';
import { query, send, sendForm, sendJson, type Answer, type Pairs } from './http-client.js';

/** A client as in the registration answer. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly secret?: string;
  readonly authMethod: 'none' | 'client_secret_post' | 'client_secret_basic';
  readonly redirectUri: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

export interface Pending {
  readonly requestId: string;
  readonly verifier: string;
}

export const USER = 'ada';
export const ALL_SCOPES = ['read', 'write', 'ai', 'offline_access'];

/**
 * The steps of the authorization-code flow against a running daemon, as separate functions, so that a test writes only
 * the step that it is about. `changes` to a request: a value replaces the parameter, undefined leaves it out.
 */
export class OAuthFlow {
  /** Every secret that passed through: none of them may appear in a log. */
  readonly secrets = new Set<string>();

  constructor(
    readonly origin: string,
    readonly consent: ConsentClient,
  ) {}

  url(endpoint: 'authorize' | 'token' | 'register' | 'revoke'): string {
    return `${this.origin}/oauth/mcp/${endpoint}`;
  }

  /** Resolves when the host responds: /readyz may lag behind. */
  async untilHostAnswers(): Promise<void> {
    await eventually(async () => {
      const { status } = await send(`${this.url('authorize')}?client_id=nobody&redirect_uri=https://client.example/`);
      if (status !== 400) throw new Error(`authorize answers ${status}`);
    });
  }

  async register(metadata: Readonly<Record<string, unknown>> = {}): Promise<RegisteredClient> {
    const answer = await sendJson(this.url('register'), {
      redirect_uris: ['https://client.example/callback'],
      token_endpoint_auth_method: 'none',
      client_name: 'Test client',
      ...metadata,
    });
    if (answer.status !== 201) throw new Error(`registration answers ${answer.status}: ${answer.body}`);
    const client = answer.json();
    const secret = client.client_secret as string | undefined;
    if (secret !== undefined) {
      this.secrets.add(secret).add(basic(client.client_id as string, secret).authorization!.slice('Basic '.length));
    }
    return {
      clientId: client.client_id as string,
      ...(secret === undefined ? {} : { secret }),
      authMethod: client.token_endpoint_auth_method as RegisteredClient['authMethod'],
      redirectUri: (client.redirect_uris as string[])[0] ?? '',
    };
  }

  /** A valid authorization request, with its verifier. */
  authorizeRequest(
    client: RegisteredClient,
    changes: Readonly<Record<string, string | undefined>> = {},
  ): { url: string; parameters: Record<string, string>; verifier: string } {
    const verifier = randomBytes(32).toString('base64url');
    const parameters = changed(
      {
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'state-1',
      },
      changes,
    );
    return { url: `${this.url('authorize')}?${query(parameters)}`, parameters, verifier };
  }

  authorize(client: RegisteredClient, changes: Readonly<Record<string, string | undefined>> = {}): Promise<Answer> {
    return send(this.authorizeRequest(client, changes).url);
  }

  async pending(
    client: RegisteredClient,
    changes: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Pending> {
    const { url, verifier } = this.authorizeRequest(client, changes);
    const answer = await send(url);
    const requestId = new URL(answer.headers.location ?? 'about:blank').searchParams.get('request');
    if (requestId === null)
      throw new Error(`authorize answers ${answer.status} ${answer.headers.location ?? answer.body}`);
    this.secrets.add(requestId).add(verifier);
    return { requestId, verifier };
  }

  grant(requestId: string, userId = USER, grantedScopes: readonly string[] = ALL_SCOPES): Promise<ConsentAnswer> {
    return this.consent.issueCode({ requestId, userId, grantedScopes });
  }

  async code(
    client: RegisteredClient,
    changes: Readonly<Record<string, string | undefined>> = {},
    userId = USER,
  ): Promise<{ code: string; verifier: string }> {
    return this.issuedCode(await this.pending(client, changes), userId);
  }

  /** Consent to a pending request. */
  async issuedCode({ requestId, verifier }: Pending, userId = USER): Promise<{ code: string; verifier: string }> {
    const code = codeOf(await this.grant(requestId, userId));
    this.secrets.add(code);
    return { code, verifier };
  }

  /** A token request with the client's credentials from its registration. */
  async token(client: RegisteredClient, pairs: Pairs, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const [credentials, authorization] = credentialsOf(client);
    const answer = await sendForm(this.url('token'), [...asList(credentials), ...asList(pairs)], {
      ...authorization,
      ...headers,
    });
    if (answer.status === 200) {
      const { access_token, refresh_token } = answer.json() as unknown as Tokens;
      this.secrets.add(access_token).add(refresh_token);
    }
    return answer;
  }

  exchange(
    client: RegisteredClient,
    { code, verifier }: { code: string; verifier: string },
    changes: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answer> {
    const parameters = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: client.redirectUri,
    };
    return this.token(client, changed(parameters, changes));
  }

  refresh(
    client: RegisteredClient,
    refreshToken: string,
    changes: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answer> {
    return this.token(client, changed({ grant_type: 'refresh_token', refresh_token: refreshToken }, changes));
  }

  async tokens(client: RegisteredClient, changes: Readonly<Record<string, string | undefined>> = {}): Promise<Tokens> {
    return tokensOf(await this.exchange(client, await this.code(client, changes)));
  }

  revoke(client: RegisteredClient, token: string, changes: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const [credentials, authorization] = credentialsOf(client);
    return sendForm(this.url('revoke'), { ...credentials, token, ...changes }, authorization);
  }
}

/** Repeats a request while it is answered with 503, as clients do: a host that has just resumed may take fresh ones for late (HC-6). */
export function untilAnswered(request: () => Promise<Answer>): Promise<Answer> {
  return eventually(async () => {
    const answer = await request();
    if (answer.status === 503) throw new Error(`still answered with 503: ${answer.body}`);
    return answer;
  });
}

export function tokensOf(answer: Answer): Tokens {
  if (answer.status !== 200) throw new Error(`the token endpoint answers ${answer.status}: ${answer.body}`);
  return answer.json() as unknown as Tokens;
}

export function codeOf(answer: ConsentAnswer): string {
  const code = new URL(answer.redirectUrl ?? 'about:blank').searchParams.get('code');
  if (code === null) throw new Error(`no code was issued: ${answer.error ?? ''} ${answer.redirectUrl ?? ''}`);
  return code;
}

export function basic(clientId: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` };
}

function credentialsOf({
  clientId,
  secret = '',
  authMethod,
}: RegisteredClient): [Record<string, string>, Record<string, string>] {
  switch (authMethod) {
    case 'none':
      return [{ client_id: clientId }, {}];
    case 'client_secret_post':
      return [{ client_id: clientId, client_secret: secret }, {}];
    case 'client_secret_basic':
      return [{}, basic(clientId, secret)];
  }
}

function changed(
  parameters: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries({ ...parameters, ...changes });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function asList(pairs: Pairs): readonly (readonly [string, string])[] {
  return Array.isArray(pairs) ? (pairs as readonly (readonly [string, string])[]) : Object.entries(pairs);
}
