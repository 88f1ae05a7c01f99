/**
 * Whether what the client has is what it would get (RFC 9110 §13.1.2): If-None-Match holds the entity tag, or "*". The
 * comparison is the weak one, as the RFC has it for this header.
 */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === opaque);
}
