/** Bytes of a request's body at the most. */

/** A record or the values of a settings screen: articles with images as data URLs are not what a form is for. */
export const MAX_RECORD_BYTES = 2 * 1024 * 1024;
/** 200 ids of 255 characters, each of four bytes. */
export const MAX_IDS_BYTES = 256 * 1024;
/** A body that is not looked at. */
export const MAX_IGNORED_BYTES = 64 * 1024;
