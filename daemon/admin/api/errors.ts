import type { RecordBody, SettingsBody } from './answers.js';

/**
 * A problem with a value, before it becomes text: `rule` selects the phrase `backend::lang.validation.<rule>`, and the
 * parameters are those of that phrase.
 */
export interface FieldProblem {
  readonly rule: ValidationRule;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/**
 * A value, or the problem with its input. All code below the use cases reports problems this way and tests for them with
 * isProblem.
 */
export type Checked<T> = T | FieldProblem;

export function isProblem(checked: object): checked is FieldProblem {
  return 'rule' in checked;
}

export const VALIDATION_RULES = [
  'required',
  'not_nullable',
  'bool',
  'integer',
  'integer_range',
  'number',
  'number_range',
  'number_minimum',
  'number_maximum',
  'exact_number',
  'number_step',
  'decimal',
  'decimal_digits',
  'string',
  'string_characters',
  'string_length',
  'email',
  'color',
  'html_content',
  'html_depth',
  'date',
  'date_range',
  'date_minimum',
  'date_maximum',
  'time',
  'timestamp',
  'json',
  'json_depth',
  'json_repeated',
  'bytes',
  'bytes_length',
  'list',
  'choice',
  'tags',
  'unknown',
  'repeated',
  'list_length',
  'list_minimum',
  'object',
  'partly_hidden',
  'id_list',
  'search_terms',
  'page_depth',
  'page_bytes',
  'password_wrong',
  'password_same',
  'password_short',
  'password_long',
  'preference_key',
  'preference_size',
  'preference_count',
  'locale',
  'code_wrong',
  'view_size',
  'view_count',
  'import_encoding',
  'import_empty',
  'import_heading',
  'import_rows',
  'import_columns',
  'import_quotes',
  'import_cells',
  'import_text',
  'import_partial',
  'import_size',
  'import_unmapped',
  'import_number',
  'import_bool',
  'import_date',
  'import_time',
  'import_timestamp',
  'import_choice',
  'import_ambiguous',
  'import_choices',
  'import_key_unmapped',
  'import_key_empty',
  'import_key_missing',
  'import_key_repeated',
  'import_key_ambiguous',
  'import_gone',
  'import_changed',
] as const;

export type ValidationRule = (typeof VALIDATION_RULES)[number];

/** The problem of a value outside its bounds, which names only the bounds that exist. */
export function outsideOf(
  what: 'number' | 'date',
  minimum: string | number | undefined,
  maximum: string | number | undefined,
): FieldProblem {
  if (maximum === undefined) return { rule: `${what}_minimum`, parameters: { minimum: minimum ?? '' } };
  if (minimum === undefined) return { rule: `${what}_maximum`, parameters: { maximum } };
  return { rule: `${what}_range`, parameters: { minimum, maximum } };
}

/**
 * Every error code of the JSON API with its status, in one list so that no code is added in passing. The texts are phrases of
 * the backend (`backend::lang.errors.<code>`), in the language of the request.
 */
export const ADMIN_ERROR_STATUS = {
  bad_request: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_invalid: 401,
  token_expired: 401,
  forbidden: 403,
  csrf_header_required: 403,
  password_change_required: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  administrator_changed: 409,
  passkey_registered: 409,
  passkey_limit: 409,
  second_factor_exists: 409,
  link_invalid: 410,
  second_factor_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  passkey_copied: 422,
  passkey_refused: 422,
  passkey_unknown: 422,
  passkey_wrong_site: 422,
  validation_failed: 422,
  too_many_attempts: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type AdminErrorCode = keyof typeof ADMIN_ERROR_STATUS;

/** The body of every error answer. */
export interface ErrorBody {
  readonly success: false;
  readonly error: {
    readonly code: AdminErrorCode;
    readonly message: string;
    /** Only for `validation_failed`: messages by field. */
    readonly fields?: Readonly<Record<string, readonly string[]>>;
    readonly request_id: string;
  };
  /** Only for `conflict`: the current record or settings. */
  readonly data?: RecordBody | SettingsBody;
}

/** An error answer: use cases return it, and the envelope is built from it. */
export class AdminError {
  constructor(
    readonly code: AdminErrorCode,
    readonly details: AdminErrorDetails = {},
  ) {}
}

/** The error for one invalid value: a field of a body, or a parameter of a query. */
export function invalid(name: string, problem: FieldProblem): AdminError {
  return new AdminError('validation_failed', { fields: { [name]: [problem] } });
}

export interface AdminErrorDetails {
  /** In the caller's language; if absent, the phrase of the code applies. */
  readonly message?: string;
  /**
   * For validation_failed: the problems of each field. A string is the host's own message, already in the caller's language.
   */
  readonly fields?: Readonly<Record<string, readonly (string | FieldProblem)[]>>;
  /** For conflict: the current record. */
  readonly current?: RecordBody | SettingsBody;
  /** For too_many_attempts and service_unavailable. */
  readonly retryAfterSeconds?: number;
  /** For method_not_allowed: the allowed methods. */
  readonly allow?: readonly string[];
}
