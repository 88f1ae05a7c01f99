/**
 * An id of a record as one segment of a path. Browsers and proxies take the segments "." and ".." out of every path, also where
 * they are percent-encoded (WHATWG URL, double-dot URL path segment), so these two ids have a "~" before them there (api.md,
 * Endpoints). What looks like that already gets another one.
 */
export function idSegment(id: string): string {
  return encodeURIComponent(/^~*\.{1,2}$/.test(id) ? `~${id}` : id);
}

/** @param segment percent-decoded */
export function idOfSegment(segment: string): string {
  return /^~+\.{1,2}$/.test(segment) ? segment.slice(1) : segment;
}
