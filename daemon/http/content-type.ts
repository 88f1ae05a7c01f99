/**
 * The media type of a Content-Type header: lower case, without parameters ("application/json" of
 * "Application/JSON; charset=utf-8"). The charset is not looked at: what we read is UTF-8 by definition, and clients write
 * it in every way. Undefined when there is no header or it is no media type (RFC 9110 §8.3.1).
 */
export function mediaType(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const semicolon = header.indexOf(';');
  const type = (semicolon === -1 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  return MEDIA_TYPE.test(type) ? type : undefined;
}

const MEDIA_TYPE = /^[!#$%&'*+\-.^_`|~0-9a-z]+\/[!#$%&'*+\-.^_`|~0-9a-z]+$/;
