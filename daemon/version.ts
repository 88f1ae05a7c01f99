import { readFileSync } from 'node:fs';

/** Version of this build, from package.json: reported by `gatehouse version`, metrics and Describe. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
