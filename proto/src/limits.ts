/**
 * The limits that the .proto files state, for both sides that check them. Characters are Unicode code points. Whoever changes one
 * changes the comment of its field too; what is released only ever grows.
 */

/** `protocol_version` of Describe. */
export const PROTOCOL_VERSION = 1;

/** Of every SHA-256 hash: secrets of clients, codes, refresh tokens. */
export const HASH_BYTES = 32;

// backend.proto
/** Operations of a TransactRequest. */
export const MAX_OPERATIONS = 16;
export const MAX_CLIENT_ID = 2048;
/** Bytes of a client's `metadata_json`. */
export const MAX_METADATA_BYTES = 16 * 1024;
/** consent.proto too. */
export const MAX_GRANT_CONTEXT_BYTES = 4096;
/** Characters of RFC 6750 §2.1. */
export const MAX_ACCESS_TOKEN = 8192;
/** Characters of the text with ABORT_REASON_MINT_REFUSED. */
export const MAX_PUBLIC_REASON = 200;
/** Rows that one sweep removes, of clients, codes and refresh tokens, or blacklisted admin tokens. */
export const MAX_SWEPT = 1000;
/** Transactions or outcomes in one message of TransactStream, which so stays below the 4 MB that gRPC takes by default. */
export const MAX_TRANSACTIONS_PER_MESSAGE = 64;

// host.proto, sign_in.proto, consent.proto
export const MAX_APPLICATION_NAME = 100;
export const MAX_USER_ID = 255;
/** Of a user, and of an administrator. */
export const MAX_DISPLAY_NAME = 200;

// admin_directory.proto, admin_record.proto, admin_cell.proto
/** Ids of administrators, logins, e-mail addresses; ids and versions of records; names of fields. */
export const MAX_ADMIN_NAME = 255;
/** What a host says to an administrator; a text of the registration. */
export const MAX_ADMIN_TEXT = 500;
/** Of InvalidValue: what is longer is cut. */
export const MAX_RAW_VALUE = 500;
export const MAX_DECIMAL_LENGTH = 1000;
/** Levels of a JSON text in a cell. */
export const MAX_JSON_DEPTH = 512;
/** Lists and maps in each other in a view model. */
export const MAX_VIEW_DEPTH = 32;
/** Records of a page, and ids of one call. */
export const MAX_PAGE_SIZE = 200;

// admin_stream.proto
/** Calls or answers in one message of AdminStream. A longer request goes by a unary call. */
export const MAX_STREAM_MESSAGE_BYTES = 1024 * 1024;
/** One answer, which so stays below the 4 MB that gRPC takes by default. */
export const MAX_STREAM_ANSWER_BYTES = 3 * 1024 * 1024;
