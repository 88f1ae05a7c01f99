/** Limits on requests. The page respects these limits, and the daemon rejects requests that exceed them. */

/** Bytes of a record or of the values of a settings screen: forms are not meant for articles with images as data URLs. */
export const MAX_RECORD_BYTES = 2 * 1024 * 1024;
/** Bytes of a login and a password. */
export const MAX_SIGN_IN_BYTES = 4096;
/** Bytes of a body with MAX_IDS ids of 255 characters, each of four bytes. */
export const MAX_IDS_BYTES = 256 * 1024;
/** Bytes of a body that Gatehouse ignores. */
export const MAX_IGNORED_BYTES = 64 * 1024;

/** Records that one request deletes, links, unlinks or names in `ids[]`. */
export const MAX_IDS = 200;

/** Characters of a text in an export: as many as a cell of a spreadsheet holds. */
export const MAX_EXPORTED_TEXT = 32_767;

/** Bytes of a file to import. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;
/** Rows of a file below its headings; the contract allows more. One transaction creates them all. */
export const MAX_IMPORT_ROWS = 1000;
/** Columns of a file to import. */
export const MAX_IMPORT_COLUMNS = 100;
/** Characters of one value of a file: as many as a cell of a spreadsheet holds, and as an export has. */
export const MAX_IMPORT_TEXT = 32_767;
/** Different choices in a file that the host has to find. */
export const MAX_IMPORT_CHOICES = 2000;
/** Characters of the label of a choice; the contract has the same limit. */
export const MAX_LABEL_CHARACTERS = 500;
/** Problems of a file in one answer. */
export const MAX_IMPORT_PROBLEMS = 200;

/** Related records in one form field; the contract has the same limit. */
export const MAX_RELATED_IN_FIELD = 1000;

/** Permission codes that one field grants. */
export const MAX_PERMISSION_CODES = 1000;

/** Tags or items in one field, unless the YAML sets fewer, and characters of a tag. */
export const MAX_ITEMS = 200;
export const MAX_TAG_CHARACTERS = 255;

/** Characters of a password that an administrator chooses on a page; bytes of any password. */
export const MIN_PASSWORD_CHARACTERS = 8;
export const MAX_PASSWORD_BYTES = 72;

/** Bytes of a preference; the contract has the same limit. */
export const MAX_PREFERENCE_BYTES = 16 * 1024;
/** Preferences in one request; the contract has the same limit. */
export const MAX_PREFERENCE_KEYS = 50;
/** Characters of the name of a saved view, and bytes of its query; the contract has the same limits. */
export const MAX_VIEW_NAME_CHARACTERS = 100;
export const MAX_VIEW_QUERY_BYTES = 4096;
/** Bytes of a body with a view whose characters are all escaped. */
export const MAX_VIEW_BYTES = 32 * 1024;
/** Characters of a display name; the contract has the same limit. */
export const MAX_NAME_CHARACTERS = 200;

/** Values of one filter. */
export const MAX_FILTER_VALUES = 200;
/** Characters of a search, and of a text filter in the page. */
export const MAX_SEARCH_CHARACTERS = 200;
/**
 * Characters of a text filter. Databases compare each one in every spelling: PostgreSQL needs a second to compile a pattern of
 * 8,000 letters, and SQLite refuses it.
 */
export const MAX_FILTER_CHARACTERS = 1000;
/** Words of a search, the limit of a query in the contract. */
export const MAX_SEARCH_TERMS = 20;
/** Columns to sort by. */
export const MAX_SORTS = 5;
/** Parameters of a query. Several filters with MAX_FILTER_VALUES each exceed the size limit of a request's head. */
export const MAX_QUERY_PARAMETERS = 1000;

export const MAX_PAGE = 1_000_000;
/** Records before the end of a page. A database reads the records before a page, too, if only to skip them. */
export const MAX_DEPTH = 100_000;

/**
 * Maximum of a count unless the query contains `total=exact`. Otherwise each page of a longer list would wait seconds for its
 * count.
 */
export const MAX_COUNTED = 10_000;

export interface PageSizes {
  readonly default: number;
  readonly maximum: number;
}

/** Records on a page of a list or relation manager; `default` applies if the YAML sets no number. */
export const RECORDS_PER_PAGE: PageSizes = { default: 20, maximum: 200 };
/** Choices on a page of options: as many as a user can take in at a glance. */
export const OPTIONS_PER_PAGE: PageSizes = { default: 50, maximum: 100 };
