import type { SuccessBody } from '../../admin/api/answers.js';
import type { ErrorBody } from '../../admin/api/errors.js';
import {
  ADMINISTRATOR_HEADER,
  BUILD_HEADER,
  REQUESTED_WITH_HEADER,
  REQUESTED_WITH_PAGE,
} from '../../admin/api/page.js';
import { ApiError, networkError } from './errors.js';

export type Query = URLSearchParams | Readonly<Record<string, string | number | undefined>>;

export interface Call {
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Another language than the client's; empty: the client's. */
  readonly language?: string;
  /** Names the administrator whom the page shows: the daemon refuses when the cookie is another's by now. */
  readonly isNamed?: boolean;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Where requests that need a session get one when theirs has ended, or has become another administrator's. */
export interface SessionKeeper {
  /** Id of the administrator whom the page was loaded for; undefined where nobody is signed in. */
  readonly believed: string | undefined;
  /** Resolves once there is a session again; rejects where there will be none. */
  renew(): Promise<void>;
}

/**
 * The JSON API. The session is a cookie that no script sees; the header says that the request comes from this page (AD-113).
 * A request that finds its session ended waits for a new one and is then made again, once.
 */
export class ApiClient {
  #keeper: SessionKeeper | undefined;
  /** Told of every answer which build of the application the daemon has that gave it. */
  onBuild: (build: string | null) => void = () => undefined;
  /** Languages to answer in, as Accept-Language has them; empty: the browser's. */
  language = '';

  constructor(private readonly base: string) {}

  keepSessionWith(keeper: SessionKeeper): void {
    this.#keeper = keeper;
  }

  async get<Data, Meta = undefined>(path: string, call: Omit<Call, 'body'> = {}): Promise<SuccessBody<Data, Meta>> {
    return this.#send('GET', path, call);
  }

  async post<Data>(path: string, body: unknown, call: Omit<Call, 'body'> = {}): Promise<SuccessBody<Data>> {
    return this.#send('POST', path, { ...call, body });
  }

  async put<Data>(path: string, body: unknown): Promise<SuccessBody<Data>> {
    return this.#send('PUT', path, { body });
  }

  async delete<Data>(path: string): Promise<SuccessBody<Data>> {
    return this.#send('DELETE', path, {});
  }

  /** Without renewing a session: what signs in and out asks like this. */
  async once<Data>(method: Method, path: string, call: Call = {}): Promise<SuccessBody<Data>> {
    return this.#request(method, path, call);
  }

  async #send<Data, Meta>(method: Method, path: string, call: Call): Promise<SuccessBody<Data, Meta>> {
    const named = { ...call, isNamed: true };
    try {
      return await this.#request<Data, Meta>(method, path, named);
    } catch (error) {
      if (!(error instanceof ApiError && error.wantsSession) || this.#keeper === undefined) throw error;
      await this.#keeper.renew();
      return this.#request<Data, Meta>(method, path, named);
    }
  }

  async #request<Data, Meta>(method: Method, path: string, call: Call): Promise<SuccessBody<Data, Meta>> {
    const response = await this.#fetch(method, path, call);
    this.onBuild(response.headers.get(BUILD_HEADER));
    const body = await jsonOf(response, call.signal);
    if (isSuccess<Data, Meta>(body)) return body;
    if (!isError(body)) throw networkError(`HTTP ${String(response.status)}: the JSON is none of the API`);
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new ApiError(response.status, body, Number.isNaN(retryAfter) ? undefined : retryAfter);
  }

  async #fetch(method: Method, path: string, call: Call): Promise<Response> {
    const { query, body, signal, language = '', isNamed = false } = call;
    const believed = isNamed ? this.#keeper?.believed : undefined;
    const accepted = language === '' ? this.language : language;
    const search = query === undefined ? '' : `?${parametersOf(query).toString()}`;
    try {
      return await fetch(this.base + path + (search === '?' ? '' : search), {
        method,
        credentials: 'same-origin',
        headers: {
          Accept: 'application/json',
          [REQUESTED_WITH_HEADER]: REQUESTED_WITH_PAGE,
          ...(believed !== undefined && { [ADMINISTRATOR_HEADER]: encodeURIComponent(believed) }),
          ...(accepted !== '' && { 'Accept-Language': accepted }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      });
    } catch (error) {
      throw noAnswer(error, signal);
    }
  }
}

/**
 * The envelope is checked here, since a proxy answers JSON of its own. What is in it is not: it comes from the build of the
 * daemon that this page was built with, or the page is loaded anew (decisions: libraries).
 */
function isSuccess<Data, Meta>(body: unknown): body is SuccessBody<Data, Meta> {
  return isObject(body) && body['success'] === true && 'data' in body;
}

function isError(body: unknown): body is ErrorBody {
  if (!isObject(body) || body['success'] !== false || !isObject(body['error'])) return false;
  return typeof body['error']['code'] === 'string' && typeof body['error']['message'] === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

async function jsonOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch (error) {
    throw noAnswer(error, signal);
  }
}

/** Whoever aborted a request knows why: that is no failure of the network. */
function noAnswer(error: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? error : networkError(error);
}

function parametersOf(query: Query): URLSearchParams {
  if (query instanceof URLSearchParams) return query;
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
