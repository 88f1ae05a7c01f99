/** What the page and the daemon tell each other outside of paths and bodies. Names of headers are in lower case. */

/**
 * The page sends this header with every request. No foreign page can send it without our consent (CORS), so a change that is
 * authenticated by the cookie requires it.
 */
export const REQUESTED_WITH_HEADER = 'x-requested-with';
export const REQUESTED_WITH_PAGE = 'XMLHttpRequest';

/** Names the administrator whom the page shows, percent-encoded: an id may hold characters that a header may not. */
export const ADMINISTRATOR_HEADER = 'x-gatehouse-administrator';

/** On every answer: the build of the page that this daemon serves. */
export const BUILD_HEADER = 'x-gatehouse-build';

/**
 * The build writes these two where the prefix and the name of the build belong, which are known when the daemon starts. They
 * also appear in daemon/spa/index.html.
 */
export const PREFIX_PLACEHOLDER = '/__prefix__';
export const BUILD_PLACEHOLDER = '__build__';
