import type { RecordBody, SettingsBody } from '../../admin/api/answers.js';
import type { AdminErrorCode, ErrorBody } from '../../admin/api/errors.js';

/** The daemon's codes, and the page's own: "network" where there was no answer, "defect" where the page could not ask. */
export type ErrorCode = AdminErrorCode | 'network' | 'defect';

/** An answer of the daemon, or what the page says instead of one. */
export interface Refusal {
  readonly error: Omit<ErrorBody['error'], 'code'> & { readonly code: ErrorCode };
  readonly data?: ErrorBody['data'];
}

/** The daemon's answer was an error, or there was none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** To be quoted to whoever runs the daemon: it stands in the log. */
  readonly requestId: string | undefined;
  /** Of a conflict: the record as it is now. */
  readonly current: RecordBody | SettingsBody | undefined;

  constructor(
    /** 0 where there was no answer. */
    readonly status: number,
    { error, data }: Refusal,
    /** Seconds after which it is worth trying again. */
    readonly retryAfter?: number,
  ) {
    super(error.message);
    this.code = error.code;
    this.fields = error.fields ?? {};
    this.requestId = error.request_id === '' ? undefined : error.request_id;
    this.current = data;
  }

  /** Worth asking once more when there is a session of the page's own administrator again. */
  get wantsSession(): boolean {
    return this.status === 401 || this.code === 'administrator_changed';
  }

  /** Worth asking once more without anybody doing anything. */
  get isPassing(): boolean {
    return this.code === 'network' || this.status === 503;
  }
}

/** There was no answer at all, or not one of the API (a proxy's page). The message is in the browser's words. */
export function networkError(cause: unknown): ApiError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ApiError(0, { error: { code: 'network', message, request_id: '' } });
}

/** What went wrong, in a sentence or a few: of a refused value its own text says more than that some value is not valid. */
export function errorText(error: ApiError, say: (key: 'errors.network') => string): string {
  if (error.code === 'network') return say('errors.network');
  const texts = [...new Set(Object.values(error.fields).flat())];
  return texts.length === 0 ? error.message : texts.join(' ');
}

export type Answered<Answer> =
  | { readonly answer: Answer; readonly refusal?: undefined }
  | { readonly answer?: undefined; readonly refusal: ApiError };

/**
 * What came of asking the daemon to do something. Only of the asking: what goes wrong afterwards is a defect of the page, and
 * must not be told as if the daemon had not done it. A defect while asking is told in its own words, and is on the console.
 */
export async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answered<Answer>> {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error };
    reportError(error);
    return { refusal: new ApiError(0, { error: { code: 'defect', message: String(error), request_id: '' } }) };
  }
}
