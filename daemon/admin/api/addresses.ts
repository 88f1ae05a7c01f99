/**
 * URL parsers drop these characters anywhere in a URL: a browser reads "java\nscript:" as a script and "/\n/" as two slashes.
 */
const DROPPED = /[\t\n\r]/g;

const SPACE = 0x20;

/**
 * A URL as a browser reads it: without the characters that it drops, and without leading and trailing control characters and
 * spaces.
 */
export function addressAsRead(url: string): string {
  const read = url.replace(DROPPED, '');
  let start = 0;
  // Outside of the text, a code is NaN, which ends both loops.
  while (read.charCodeAt(start) <= SPACE) start += 1;
  let end = read.length;
  while (read.charCodeAt(end - 1) <= SPACE) end -= 1;
  return read.slice(start, end);
}

/**
 * True if a URL is a path on the same origin: it begins with exactly one slash. After a second slash, or a backslash, which URL
 * parsers treat as a slash, another host would follow.
 * @param read the result of addressAsRead
 */
export function isSameOriginPath(read: string): boolean {
  return /^\/(?![/\\])/.test(read);
}

/**
 * The address of a link in a text that a user wrote (Markdown, rich text) if it is a permitted target: an https page, a path
 * on this server, an anchor in the text or a mailto address. Otherwise undefined.
 */
export function safeLink(url: string): string | undefined {
  const read = addressAsRead(url);
  return /^https:\/\/[^/\\]/i.test(read) || /^mailto:[^?]/i.test(read) || read.startsWith('#') ? read : safePath(read);
}

/** Only pictures from this server: the Content-Security-Policy of the page blocks all others. */
export function safePicture(url: string): string | undefined {
  return safePath(addressAsRead(url));
}

function safePath(read: string): string | undefined {
  return isSameOriginPath(read) ? read : undefined;
}
