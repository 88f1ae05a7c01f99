import { fileURLToPath } from 'node:url';

/** @param name below peers/, without its extension */
export function peerFile(name: string): string {
  return fileURLToPath(new URL(`../peers/${name}.js`, import.meta.url));
}
