/**
 * Limits of the contract that code needs by name. Those that are rules of fields (options.proto) are checked by rules.ts; a test
 * compares them. Characters are Unicode code points. A released limit may only grow.
 */

/** `protocol_version` of Describe. */
export const PROTOCOL_VERSION = 1;

// backend.proto
/** Operations of a TransactRequest. */
export const MAX_OPERATIONS = 16;
/** Bytes of a client's `metadata_json`. */
export const MAX_METADATA_BYTES = 16 * 1024;
/** Also in consent.proto. */
export const MAX_GRANT_CONTEXT_BYTES = 4096;
/** Characters of RFC 6750 §2.1. */
export const MAX_ACCESS_TOKEN = 8192;
/** Characters of the text with ABORT_REASON_MINT_REFUSED. */
export const MAX_PUBLIC_REASON = 200;
/** Rows that one sweep removes: clients, codes and refresh tokens, or blacklisted admin tokens. */
export const MAX_SWEPT = 1000;
/** Sessions of one administrator (admin_session.proto). */
export const MAX_SESSIONS = 100;
/** Transactions or outcomes in one message of TransactStream. They keep the message below gRPC's default limit of 4 MB. */
export const MAX_TRANSACTIONS_PER_MESSAGE = 64;

// host.proto, sign_in.proto, consent.proto
export const MAX_APPLICATION_NAME = 100;
export const MAX_USER_ID = 255;
/** For users and administrators. */
export const MAX_DISPLAY_NAME = 200;

// admin_directory.proto, admin_record.proto, admin_cell.proto
/** A message from the host to an administrator; a text of the registration. */
export const MAX_ADMIN_TEXT = 500;
/** For InvalidValue: longer values are truncated. */
export const MAX_RAW_VALUE = 500;
export const MAX_DECIMAL_LENGTH = 1000;
/** Levels of a JSON text in a cell. */
export const MAX_JSON_DEPTH = 512;
/** Nesting depth of lists and maps in a view model. */
export const MAX_VIEW_DEPTH = 32;
/** Records on a page, and ids in one call. */
export const MAX_PAGE_SIZE = 200;

// admin_stream.proto
/** Calls or answers in one message of AdminStream. Gatehouse sends a longer request as a unary call. */
export const MAX_STREAM_MESSAGE_BYTES = 1024 * 1024;
/** One answer. The limit keeps its message below gRPC's default limit of 4 MB. */
export const MAX_STREAM_ANSWER_BYTES = 3 * 1024 * 1024;
