/** The most that a request may carry or ask for. The page keeps to these limits, and the daemon refuses what exceeds them. */

/** Bytes of a record or of the values of a settings screen: articles with images as data URLs are not what a form is for. */
export const MAX_RECORD_BYTES = 2 * 1024 * 1024;
/** Bytes of a login and a password. */
export const MAX_SIGN_IN_BYTES = 4096;
/** Bytes of a body with MAX_IDS ids of 255 characters, each of four bytes. */
export const MAX_IDS_BYTES = 256 * 1024;
/** Bytes of a body that is not looked at. */
export const MAX_IGNORED_BYTES = 64 * 1024;

/** Records that one request deletes, links, unlinks or names in `ids[]`. */
export const MAX_IDS = 200;

/** Related records in one field of a form; the contract allows no more either. */
export const MAX_RELATED_IN_FIELD = 1000;

/** Values of one filter. */
export const MAX_FILTER_VALUES = 200;
/** Characters of a search, and of a text filter in the page. */
export const MAX_SEARCH_CHARACTERS = 200;
/** Words of a search: as many as the contract lets a query have. */
export const MAX_SEARCH_TERMS = 20;
/** Columns to sort by. */
export const MAX_SORTS = 5;
/** Parameters of a query. Several filters with MAX_FILTER_VALUES each do not fit into the head of a request. */
export const MAX_QUERY_PARAMETERS = 1000;

export const MAX_PAGE = 1_000_000;
/** Records before the end of a page. A database reads those before a page as well, if only to skip them. */
export const MAX_DEPTH = 100_000;

/** Records that are counted unless the query says `total=exact`: each page of a longer list would wait seconds for its count. */
export const MAX_COUNTED = 10_000;

export interface PageSizes {
  readonly default: number;
  readonly maximum: number;
}

/** Records on a page of a list or of a relation manager; `default` where the YAML names no number. */
export const RECORDS_PER_PAGE: PageSizes = { default: 20, maximum: 200 };
/** Choices on a page of options, as many as are read at a glance. */
export const OPTIONS_PER_PAGE: PageSizes = { default: 50, maximum: 100 };
