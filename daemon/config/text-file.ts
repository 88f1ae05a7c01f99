import { readFileSync } from 'node:fs';

/**
 * Reads a text that an operator has written, without the byte order mark with which Windows begins one. Throws if it is not UTF-8:
 * Node.js would put U+FFFD for each byte that it cannot read, so that most of a secret of random bytes, or of a file in UTF-16,
 * would be one and the same character, and 11 bytes would count as 32.
 */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${path} is not text in UTF-8`, { cause });
  }
}
