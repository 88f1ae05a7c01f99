/** URL parsers drop these anywhere in a URL: "java\nscript:" is a script to a browser, and "/\n/" are two slashes. */
const DROPPED = /[\t\n\r]/g;

/** A URL as a browser reads it: without the characters that it drops, and without control characters and spaces around it. */
export function addressAsRead(url: string): string {
  const read = url.replace(DROPPED, '');
  let start = 0;
  while (start < read.length && read.charAt(start) <= ' ') start += 1;
  let end = read.length;
  while (end > start && read.charAt(end - 1) <= ' ') end -= 1;
  return read.slice(start, end);
}

/**
 * Whether a URL is a path on the same origin: it begins with exactly one slash. After a second slash, or a backslash, which URL
 * parsers read as a slash, comes another host.
 * @param read what addressAsRead returns
 */
export function isSameOriginPath(read: string): boolean {
  return /^\/(?![/\\])/.test(read);
}
