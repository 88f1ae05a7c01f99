/**
 * Go's strings are bytes, usually of UTF-8; a template can cut one in the middle of a character (`slice "é" 0 1`). Here
 * a string is a JavaScript string in which each stray byte 0x80 to 0xFF is the lone surrogate U+DC80 to U+DCFF. Nothing
 * that comes from outside has lone surrogates (`wellFormed`), so the two can be told apart, and stray bytes that come
 * together again (`joined`) become the character they were.
 */
const STRAY = 0xdc00;
const HAS_SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Outside text: what is not a character becomes U+FFFD. */
export function wellFormed(text: string): string {
  return HAS_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, '\ufffd') : text;
}

/** The stray byte that this code point (or code unit) stands for, if it does. */
export function strayByte(codePoint: number): number | undefined {
  return codePoint >= STRAY + 0x80 && codePoint <= STRAY + 0xff ? codePoint - STRAY : undefined;
}

function hasStray(text: string): boolean {
  return HAS_SURROGATE.test(text) && LONE_SURROGATE.test(text);
}

/** To be called where strings were put together: bytes that belong together become their character again. */
export function joined(text: string): string {
  return hasStray(text) ? fromBytes(toBytes(text)) : text;
}

/** For people: every stray byte is shown as U+FFFD. */
export function displayed(text: string): string {
  return hasStray(text) ? wellFormed(joined(text)) : text;
}

export function byteLength(text: string): number {
  return hasStray(text) ? toBytes(text).length : Buffer.byteLength(text);
}

export function toBytes(text: string): Uint8Array {
  if (!hasStray(text)) return Buffer.from(text);
  const chunks: Uint8Array[] = [];
  for (const character of text) {
    const stray = strayByte(character.codePointAt(0) ?? 0);
    chunks.push(stray === undefined ? Buffer.from(character) : Uint8Array.of(stray));
  }
  return Buffer.concat(chunks);
}

export function fromBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString();
  // Only bytes that were no UTF-8 decode to U+FFFD (or were it before): the slow way finds out which.
  if (!text.includes('\ufffd')) return text;
  let decoded = '';
  for (let at = 0; at < bytes.length;) {
    const size = characterSize(bytes, at);
    decoded += size === 0 ? String.fromCharCode(STRAY + (bytes[at] ?? 0)) : utf8(bytes.subarray(at, at + size));
    at += Math.max(size, 1);
  }
  return decoded;
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

/** Bytes of the UTF-8 character that starts here; 0 when none does. */
function characterSize(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const character = bytes.subarray(at, at + size);
  // The decoder knows what UTF-8 allows (no overlong forms, no surrogates): exactly then one character comes out.
  const text = utf8(character);
  return character.length === size && Buffer.from(text).equals(character) ? size : 0;
}

/** Order by bytes, which is not the order of UTF-16 code units beyond U+D7FF. Negative, zero or positive. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  if (HAS_SURROGATE.test(left) || HAS_SURROGATE.test(right)) return Buffer.compare(toBytes(left), toBytes(right));
  return left < right ? -1 : 1;
}
