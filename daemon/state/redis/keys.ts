import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The name of everything that the daemon keeps in Redis. All keys are built here and nowhere else, so that this file is
 * the list of what can be found there.
 *
 * In braces stands what decides the slot in a Redis Cluster (its hash tag): keys of one subject would lie on one node.
 * Nothing that a client chose is part of a key; only hashes are, so keys are short and harmless.
 */
export interface Keys {
  /** Hash of two fields: `request` (JSON) and, once somebody viewed it, `owner`. Lives for PendingRequestTTL. */
  pendingRequest(idHash: string): string;
  /** Who takes how much of the room for pending requests: four keys of one slot, as hold-room-4.lua wants them. */
  readonly pendingRoom: readonly string[];
  /** Sealed bytes. Lives for the retry window. */
  replay(tokenHash: string): string;
  /** Sorted set of the clients without consent that a network registered. Lives until the last of them may be swept. */
  unconsentedClients(networkHash: string): string;
  /** The hash of the network that registered a client. Lives until the client may be swept, or has consent. */
  registrant(clientHash: string): string;
  /** Number of events in the current window, sign-in attempts among them. Lives until the window ends. */
  throttle(bucketHash: string): string;
}

/** @param prefix stands before every key, so that applications can share a Redis: "gatehouse:" */
export function createKeys(prefix: string): Keys {
  return {
    pendingRequest: (idHash) => `${prefix}pending:{${idHash}}`,
    pendingRoom: ['groups', 'members', 'deadlines', 'size'].map((name) => `${prefix}pending-room:{room}:${name}`),
    replay: (tokenHash) => `${prefix}replay:{${tokenHash}}`,
    unconsentedClients: (networkHash) => `${prefix}unconsented:{${networkHash}}`,
    registrant: (clientHash) => `${prefix}registrant:{${clientHash}}`,
    throttle: (bucketHash) => `${prefix}throttle:{${bucketHash}}`,
  };
}

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
