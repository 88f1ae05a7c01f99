/**
 * Go's strings are bytes, usually UTF-8, and a template can cut one in the middle of a character (`slice "é" 0 1`). This module
 * uses JavaScript strings, in which the lone surrogates U+DC80 to U+DCFF represent the stray bytes 0x80 to 0xFF. Text from
 * outside never contains lone surrogates (`wellFormed`), so the two are distinguishable, and adjacent stray bytes (`joined`)
 * can form their character again.
 */
const STRAY = 0xdc00;
const HAS_SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Cleans text from outside: invalid characters become U+FFFD. */
export function wellFormed(text: string): string {
  return HAS_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, '\ufffd') : text;
}

/** The stray byte that this code point (or code unit) represents, if any. */
export function strayByte(codePoint: number): number | undefined {
  return codePoint >= STRAY + 0x80 && codePoint <= STRAY + 0xff ? codePoint - STRAY : undefined;
}

function hasStray(text: string): boolean {
  return HAS_SURROGATE.test(text) && LONE_SURROGATE.test(text);
}

/** Call this after concatenating strings: bytes that belong together form their character again. */
export function joined(text: string): string {
  return hasStray(text) ? fromBytes(toBytes(text)) : text;
}

/** For display: every stray byte becomes U+FFFD. */
export function displayed(text: string): string {
  return hasStray(text) ? wellFormed(joined(text)) : text;
}

export function byteLength(text: string): number {
  return hasStray(text) ? toBytes(text).length : Buffer.byteLength(text);
}

export function toBytes(text: string): Uint8Array {
  if (!hasStray(text)) return Buffer.from(text);
  // One code unit becomes at most three bytes.
  const bytes = Buffer.allocUnsafe(3 * text.length);
  let length = 0;
  let written = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (isFirstHalf(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const stray = strayByte(text.charCodeAt(at));
    if (stray === undefined) continue;
    length += bytes.write(text.slice(written, at), length);
    bytes[length++] = stray;
    written = at + 1;
  }
  length += bytes.write(text.slice(written), length);
  return bytes.subarray(0, length);
}

/** Pairs are always well-formed here, so the second half needs no check. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function fromBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString();
  // Only invalid UTF-8, or U+FFFD itself, decodes to U+FFFD; the slow path finds out which.
  if (!text.includes('\ufffd')) return text;
  let decoded = '';
  let whole = 0;
  for (let at = 0; at < bytes.length;) {
    const size = characterSize(bytes, at);
    if (size === 0) {
      decoded += utf8(bytes.subarray(whole, at)) + String.fromCharCode(STRAY + (bytes[at] ?? 0));
      whole = at + 1;
    }
    at += Math.max(size, 1);
  }
  return decoded + utf8(bytes.subarray(whole));
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

/**
 * The size in bytes of the UTF-8 character that starts here; 0 if none does (RFC 3629 §4: no overlong forms, no surrogates).
 */
function characterSize(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  if (lead >= 0xc2 && lead <= 0xdf) return isFollowing(second) ? 2 : 0;
  const third = bytes[at + 2] ?? 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const [least, most] = lead === 0xe0 ? [0xa0, 0xbf] : lead === 0xed ? [0x80, 0x9f] : [0x80, 0xbf];
    return second >= least && second <= most && isFollowing(third) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const [least, most] = lead === 0xf0 ? [0x90, 0xbf] : lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
    return second >= least && second <= most && isFollowing(third) && isFollowing(bytes[at + 3] ?? 0) ? 4 : 0;
  }
  return 0;
}

function isFollowing(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}

/** Compares by bytes, which differs from the order of UTF-16 code units beyond U+D7FF. Negative, zero or positive. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  if (HAS_SURROGATE.test(left) || HAS_SURROGATE.test(right)) return Buffer.compare(toBytes(left), toBytes(right));
  return left < right ? -1 : 1;
}
