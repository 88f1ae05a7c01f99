/** Browsers drop these wherever they stand in an address: "java\nscript:" is a script to them. */
const DROPPED = /[\t\n\r]/g;

/**
 * The address of a link or picture in a preview, if it leads where a text may lead: to a page by https, to a path on this
 * server (exactly one slash, as in daemon/admin/partials/filter/url-rule.ts), to a place in the text, or to somebody's mail.
 */
export function safeLink(url: string): string | undefined {
  const read = trimmed(url);
  return /^https:\/\/[^/\\]/i.test(read) || /^mailto:[^?]/i.test(read) || read.startsWith('#') ? read : safePath(read);
}

/** Pictures are shown from this server alone: the page may load them from nowhere else (Content-Security-Policy). */
export function safePicture(url: string): string | undefined {
  return safePath(trimmed(url));
}

function safePath(read: string): string | undefined {
  return /^\/(?![/\\])/.test(read) ? read : undefined;
}

function trimmed(url: string): string {
  const read = url.replace(DROPPED, '');
  let start = 0;
  while (start < read.length && read.charAt(start) <= ' ') start += 1;
  let end = read.length;
  while (end > start && read.charAt(end - 1) <= ' ') end -= 1;
  return read.slice(start, end);
}
