import type { RecordBody, SettingsBody } from '../../admin/api/answers.js';
import type { AdminErrorCode, ErrorBody } from '../../admin/api/errors.js';

/**
 * The daemon's codes and three of the page: "network" if there was no answer, "defect" if the page failed to send the
 * request, "no_cookie" if the browser did not keep the session of a sign-in.
 */
export type ErrorCode = AdminErrorCode | 'network' | 'defect' | 'no_cookie';

/** An error answer of the daemon, or the page's substitute for one. */
export interface Refusal {
  readonly error: Omit<ErrorBody['error'], 'code'> & { readonly code: ErrorCode };
  readonly data?: ErrorBody['data'];
}

/** The daemon answered with an error or did not answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** For the user to quote to the operator, who finds it in the log. */
  readonly requestId: string | undefined;
  /** Of a conflict: the current record. */
  readonly current: RecordBody | SettingsBody | undefined;

  constructor(
    /** 0 if there was no answer. */
    readonly status: number,
    { error, data }: Refusal,
    /** Number of seconds to wait before a retry. */
    readonly retryAfter?: number,
    /** The HTTP status of an answer that is not the daemon's, such as the page of a proxy. */
    readonly foreignStatus?: number,
  ) {
    super(error.message);
    this.code = error.code;
    this.fields = error.fields ?? {};
    this.requestId = error.request_id === '' ? undefined : error.request_id;
    this.current = data;
  }

  /** Whether a retry makes sense once this page's administrator has a session again. */
  get wantsSession(): boolean {
    return this.status === 401 || this.code === 'administrator_changed';
  }

  /** Whether a retry may succeed without any other action. */
  get isPassing(): boolean {
    return this.code === 'network' || this.status === 503;
  }
}

/**
 * There was no answer, or it did not come from the API (a proxy's page). The message is the browser's.
 * @param foreignStatus of an answer of another origin than the API, if it says more than that there was none
 */
export function networkError(cause: unknown, foreignStatus?: number): ApiError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ApiError(0, { error: { code: 'network', message, request_id: '' } }, undefined, foreignStatus);
}

type Say = (key: 'errors.network' | 'errors.foreign_answer', parameters?: Readonly<Record<string, number>>) => string;

/**
 * The message for an error, in one sentence. Without an answer it is ours: the browser's is technical and in its own language.
 * For the answer of a proxy, the user's connection is not to blame.
 */
export function errorTitle(error: Error, say: Say): string {
  if (!(error instanceof ApiError && error.code === 'network')) return error.message;
  const { foreignStatus } = error;
  return foreignStatus === undefined ? say('errors.network') : say('errors.foreign_answer', { status: foreignStatus });
}

/** The message for an error, in one or a few sentences. For a rejected value, its own message says more than the general one. */
export function errorText(error: Error, say: Say): string {
  if (!(error instanceof ApiError)) return error.message;
  const texts = [...new Set(Object.values(error.fields).flat())];
  return texts.length === 0 ? errorTitle(error, say) : texts.join(' ');
}

type SayLost = (key: 'errors.may_have_run') => string;

/** The message for an action that must not run twice by mistake: without its answer, the page cannot know whether it has run. */
export function actionText(error: Error, say: Say & SayLost): string {
  const text = errorText(error, say);
  return error instanceof ApiError && error.isPassing ? `${text} ${say('errors.may_have_run')}` : text;
}

type SayWait = (
  key: 'account.try_again_in' | 'account.try_again_in_minutes' | 'account.try_again_in_hours',
  parameters: Readonly<Record<string, number>>,
) => string;

/** How long to wait before another attempt: in seconds only as long as people count them. */
export function waitText(seconds: number, say: SayWait): string {
  if (seconds <= 120) return say('account.try_again_in', { seconds });
  if (seconds <= 7200) return say('account.try_again_in_minutes', { count: Math.ceil(seconds / 60) });
  return say('account.try_again_in_hours', { count: Math.ceil(seconds / 3600) });
}

type SayNoCookie = (key: 'errors.no_cookie') => string;

/** The message for a rejected password or code: also how long to wait, if attempts are limited. */
export function attemptText(error: ApiError, say: Say & SayWait & SayNoCookie): string {
  if (error.code === 'no_cookie') return say('errors.no_cookie');
  const title = errorTitle(error, say);
  return error.retryAfter === undefined ? title : `${title} ${waitText(error.retryAfter, say)}`;
}

/** There is no session, and the page knows it. */
export function noSession(): ApiError {
  return new ApiError(401, { error: { code: 'unauthenticated', message: '', request_id: '' } });
}

export type Answered<Answer> =
  | { readonly answer: Answer; readonly refusal?: undefined }
  | { readonly answer?: undefined; readonly refusal: ApiError };

/**
 * Returns the daemon's answer or its error. Wrap only the request in it: a failure afterwards is a defect of the page, and
 * must not look as if the daemon had rejected the request. An exception while sending is returned with its own message and
 * logged to the console.
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
