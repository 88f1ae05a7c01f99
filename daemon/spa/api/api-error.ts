import type { ErrorBody, RecordBody, SettingsBody } from '../../admin/model/answers.js';

/** The daemon's answer was an error, or there was none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** "not_found", "validation_failed", …; "network" where there was no answer, "defect" where the page could not ask. */
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** To be quoted to whoever runs the daemon: it stands in the log. */
  readonly requestId: string | undefined;
  /** Of a conflict: the record as it is now. */
  readonly current: RecordBody | SettingsBody | undefined;

  constructor(
    /** 0 where there was no answer. */
    readonly status: number,
    { error, data }: Pick<ErrorBody, 'error' | 'data'>,
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
