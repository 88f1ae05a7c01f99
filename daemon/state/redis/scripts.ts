import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A Lua script: atomic on the server. Its file's head says what goes in and what comes out. */
export interface Script {
  /** File name without extension; it ends in the number of keys. */
  readonly name: string;
  readonly lua: string;
  /** By which the server knows it once it has seen it. */
  readonly sha1: string;
}

/** Every script, read when the daemon starts: a file that is missing in an installation must not wait for a request. */
export const scripts = {
  holdRoom: load('hold-room-4'),
  createPendingRequest: load('create-pending-request-1'),
  viewPendingRequest: load('view-pending-request-1'),
  takePendingRequest: load('take-pending-request-1'),
  restorePendingRequest: load('restore-pending-request-1'),
  holdClient: load('hold-client-1'),
  releaseClient: load('release-client-1'),
  setRegistrant: load('set-registrant-1'),
  forgetRegistrant: load('forget-registrant-1'),
  throttleHit: load('throttle-hit-1'),
  throttleGiveBack: load('throttle-give-back-1'),
  throttleForget: load('throttle-forget-1'),
  throttlePeek: load('throttle-peek-1'),
};

function load(name: string): Script {
  const lua = readFileSync(new URL(`scripts/${name}.lua`, import.meta.url), 'utf8');
  return { name, lua, sha1: createHash('sha1').update(lua).digest('hex') };
}
