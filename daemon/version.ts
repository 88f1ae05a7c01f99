import { readFileSync } from 'node:fs';

/** Version of this build, as package.json says: what `gatehouse version`, metrics and Describe tell. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
