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
  /** Of a body that is sent as it is; absent: the body becomes JSON. */
  readonly contentType?: string;
  readonly signal?: AbortSignal;
  /** A language that overrides the client's; empty: the client's. */
  readonly language?: string;
  /** Ends as a network error after LONGEST_AWAITED_MS. For a request that later ones of the page wait for; it must be a short one. */
  readonly isAwaited?: boolean;
  /** Names the administrator that the page shows. The daemon rejects the request if the cookie now belongs to another one. */
  readonly isNamed?: boolean;
}

/**
 * Browsers wait for an answer as long as the connection exists, which a network that swallows packets leaves open. A daemon answers
 * a short request within a few calls to the host, of five seconds each unless the operator allows more, up to a minute.
 */
const LONGEST_MS = 180_000;
const LONGEST_AWAITED_MS = 30_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Renews the session for requests whose session has ended or has switched to another administrator. */
export interface SessionKeeper {
  /** Id of the administrator that the page was loaded for; undefined if no one is signed in. */
  readonly believed: string | undefined;
  /** Resolves once there is a session again. Rejects if there will be none. */
  renew(): Promise<void>;
}

/**
 * Client of the JSON API. The session is a cookie that scripts cannot read. The header shows that the request comes from
 * this page (AD-113). If the session has ended, the request waits for a new one and is then repeated once.
 */
export class ApiClient {
  #keeper: SessionKeeper | undefined;
  /** Receives the application build of the daemon that answered, for every answer. */
  onBuild: (build: string | null) => void = () => undefined;
  /** Languages for answers, in the format of Accept-Language; empty: the browser's. */
  language = '';

  constructor(
    private readonly base: string,
    private readonly longestMs = LONGEST_MS,
    private readonly longestAwaitedMs = LONGEST_AWAITED_MS,
  ) {}

  keepSessionWith(keeper: SessionKeeper): void {
    this.#keeper = keeper;
  }

  async get<Data, Meta = undefined>(path: string, call: Omit<Call, 'body'> = {}): Promise<SuccessBody<Data, Meta>> {
    return this.#send('GET', path, call);
  }

  async post<Data>(path: string, body: unknown, call: Omit<Call, 'body'> = {}): Promise<SuccessBody<Data>> {
    return this.#send('POST', path, { ...call, body });
  }

  async put<Data>(path: string, body: unknown, call: Omit<Call, 'body'> = {}): Promise<SuccessBody<Data>> {
    return this.#send('PUT', path, { ...call, body });
  }

  async delete<Data>(path: string): Promise<SuccessBody<Data>> {
    return this.#send('DELETE', path, {});
  }

  /** Sends a request without renewing the session, for signing in and out: in turns, so that each is awaited. */
  async once<Data>(method: Method, path: string, call: Call = {}): Promise<SuccessBody<Data>> {
    return this.#request(method, path, { ...call, isAwaited: true });
  }

  async #send<Data, Meta>(method: Method, path: string, call: Call): Promise<SuccessBody<Data, Meta>> {
    const named = { ...call, isNamed: true };
    const believed = this.#keeper?.believed;
    try {
      return await this.#request<Data, Meta>(method, path, named);
    } catch (error) {
      if (!(error instanceof ApiError && error.wantsSession) || this.#keeper === undefined) throw error;
      await this.#keeper.renew();
      // Another administrator has signed in while the request was on its way: it is not repeated in their name.
      if (believed !== undefined && this.#keeper.believed !== believed) throw error;
      return this.#request<Data, Meta>(method, path, named);
    }
  }

  async #request<Data, Meta>(method: Method, path: string, call: Call): Promise<SuccessBody<Data, Meta>> {
    const signals = [call.signal, this.#deadline(call)].filter((one) => one !== undefined);
    const response = await this.#fetch(method, path, call, AbortSignal.any(signals));
    this.onBuild(response.headers.get(BUILD_HEADER));
    const body = await jsonOf(response, call.signal);
    if (isSuccess<Data, Meta>(body)) return body;
    if (!isError(body)) throw foreign(response);
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new ApiError(response.status, body, Number.isNaN(retryAfter) ? undefined : retryAfter);
  }

  /** Undefined for a file, which takes as long as the network does. */
  #deadline({ isAwaited = false, contentType }: Call): AbortSignal | undefined {
    if (contentType !== undefined) return undefined;
    return AbortSignal.timeout(isAwaited ? this.longestAwaitedMs : this.longestMs);
  }

  async #fetch(method: Method, path: string, call: Call, ending: AbortSignal): Promise<Response> {
    const { query, body, contentType, signal, language = '', isNamed = false } = call;
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
          ...(body !== undefined && { 'Content-Type': contentType ?? 'application/json' }),
        },
        ...(body !== undefined && { body: contentType === undefined ? JSON.stringify(body) : (body as BodyInit) }),
        signal: ending,
      });
    } catch (error) {
      throw noAnswer(error, signal);
    }
  }
}

/**
 * Checks the envelope, because a proxy may answer with JSON of its own. The content needs no check: it comes from the
 * daemon build that this page was built with, or else the page reloads (decisions: libraries).
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
    // JSON that ends too early is an answer of the daemon that was cut off.
    throw error instanceof SyntaxError && !isJson(response) ? foreign(response) : noAnswer(error, signal);
  }
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.includes('json') === true;
}

/** Something between page and daemon has answered: a proxy, or a portal of the network. */
function foreign({ status }: Response): ApiError {
  return networkError(`HTTP ${String(status)}: the response is not JSON of the API`, status);
}

/** Keeps the reason of an aborted request, because an abort is not a network error. */
function noAnswer(error: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? error : networkError(error);
}

function parametersOf(query: Query): URLSearchParams {
  if (query instanceof URLSearchParams) return query;
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
