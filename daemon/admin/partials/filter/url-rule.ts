/** URL parsers drop these wherever they stand, so they must not hide a second slash. */
const DROPPED = /[\t\n\r]/g;
/** Behind a second slash, or a backslash, which is one to URL parsers, stands another host. */
const PATH = /^\/(?![/\\])/;

/** The URL as a browser reads it, if it is a path on the same origin (or, where allowed, a place on the same page). */
export function sameOriginPath(url: string, { fragment }: { fragment: boolean }): string | undefined {
  const read = trimmed(url.replace(DROPPED, ''));
  return PATH.test(read) || (fragment && read.startsWith('#')) ? read : undefined;
}

function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) <= ' ') end -= 1;
  let start = 0;
  while (start < end && text.charAt(start) <= ' ') start += 1;
  return text.slice(start, end);
}
