/** The headers and placeholders that page and daemon exchange outside paths and bodies. Names of headers are in lower case. */

/**
 * The page sends this header with every request. A foreign page cannot send it without our consent (CORS), so
 * cookie-authenticated changes require it.
 */
export const REQUESTED_WITH_HEADER = 'x-requested-with';
export const REQUESTED_WITH_PAGE = 'XMLHttpRequest';

/**
 * The administrator whom the page shows, percent-encoded, because an id may contain characters that a header does not allow.
 */
export const ADMINISTRATOR_HEADER = 'x-gatehouse-administrator';

/** In every answer: the build of the page that this daemon serves. */
export const BUILD_HEADER = 'x-gatehouse-build';

/**
 * The build writes these two as placeholders for the prefix and the name of the build, which are known when the daemon starts.
 * They also appear in daemon/spa/index.html.
 */
export const PREFIX_PLACEHOLDER = '/__prefix__';
export const BUILD_PLACEHOLDER = '__build__';
