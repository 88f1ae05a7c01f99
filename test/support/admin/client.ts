import { send, type Answer } from '../http-client.js';

export interface ApiAnswer extends Answer {
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any -- whatever the endpoint answers
  readonly meta: Record<string, unknown>;
  /** From the error envelope; empty for a success. */
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export type RequestHeaders = Readonly<Record<string, string>>;

/** Sends requests to the JSON API with the same headers every time: those of one administrator, or none. */
export class ApiClient {
  constructor(
    /** "http://127.0.0.1:20123/backend/api/v1" */
    readonly base: string,
    readonly headers: RequestHeaders = {},
    /** Every token that an answer carried, in the body or as a cookie, and every password that was sent. */
    readonly secrets: Set<string> = new Set(),
  ) {}

  with(headers: RequestHeaders): ApiClient {
    return new ApiClient(this.base, { ...this.headers, ...headers }, this.secrets);
  }

  get(path: string): Promise<ApiAnswer> {
    return this.request('GET', path);
  }

  post(path: string, body?: unknown): Promise<ApiAnswer> {
    return this.request('POST', path, body);
  }

  put(path: string, body: unknown): Promise<ApiAnswer> {
    return this.request('PUT', path, body);
  }

  delete(path: string): Promise<ApiAnswer> {
    return this.request('DELETE', path);
  }

  /** @param body sends a string as it is, and anything else as JSON */
  async request(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const type: RequestHeaders = text === undefined ? {} : { 'content-type': 'application/json' };
    const empty: RequestHeaders =
      text === undefined && !['GET', 'HEAD'].includes(method) ? { 'content-length': '0' } : {};
    const answer = await send(this.base, {
      method,
      headers: { ...type, ...empty, ...this.headers },
      // Unchanged: a URL parser would resolve dot segments, even encoded ones.
      target: new URL(this.base).pathname + path,
      ...(text === undefined ? {} : { body: text }),
    });
    const read = apiAnswer(answer);
    this.#keepSecrets(body, read);
    return read;
  }

  #keepSecrets(sent: unknown, { data, headers }: ApiAnswer): void {
    const { password } = (sent ?? {}) as { readonly password?: unknown };
    const cookies = (headers['set-cookie'] ?? []).map((cookie) => /^backend_token=([^;]+)/.exec(cookie)?.[1]);
    for (const secret of [password, data?.token, ...cookies]) {
      // A short one could be a word of any message.
      if (typeof secret === 'string' && secret.length >= 12) this.secrets.add(secret);
    }
  }
}

function apiAnswer(answer: Answer): ApiAnswer {
  const json = answer.body === '' ? {} : answer.headers['content-type']?.includes('json') ? answer.json() : {};
  const error = (json['error'] ?? {}) as { code?: string; fields?: ApiAnswer['fields'] };
  return {
    ...answer,
    data: json['data'],
    meta: (json['meta'] ?? {}) as Record<string, unknown>,
    code: error.code ?? '',
    fields: error.fields ?? {},
  };
}
