import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The names of everything that the daemon stores in Redis. Only this file builds keys, so it lists everything that Redis may
 * contain.
 *
 * The braces contain the hash tag, which decides the slot in a Redis Cluster: all keys of one subject are on one node. No
 * client input is part of a key, only hashes of it, so keys are short and harmless.
 */
export interface Keys {
  /** Hash of two fields: `request` (JSON) and, after the first view, `owner`. Lives for PendingRequestTTL. */
  pendingRequest(idHash: string): string;
  /** Who takes how much of the room for pending requests: four keys in one slot, as hold-room-4.lua requires. */
  readonly pendingRoom: readonly string[];
  /** Sealed bytes. Lives for the retry window. */
  replay(tokenHash: string): string;
  /** Sorted set of the clients without consent that a network registered. Lives until the last of them may be swept. */
  unconsentedClients(networkHash: string): string;
  /** The hash of the network that registered a client. Lives until the client may be swept, or has consent. */
  registrant(clientHash: string): string;
  /** Number of events in the current window, including sign-in attempts. Lives until the window ends. */
  throttle(bucketHash: string): string;
  /** For a second, to find out whether Redis accepts writes and scripts. In a cluster, each name is on another node. */
  probe(name: string): string;
}

/** @param prefix of every key, so that applications can share a Redis: "gatehouse:" */
export function createKeys(prefix: string): Keys {
  return {
    pendingRequest: (idHash) => `${prefix}pending:{${idHash}}`,
    pendingRoom: ['groups', 'members', 'deadlines', 'size'].map((name) => `${prefix}pending-room:{room}:${name}`),
    replay: (tokenHash) => `${prefix}replay:{${tokenHash}}`,
    unconsentedClients: (networkHash) => `${prefix}unconsented:{${networkHash}}`,
    registrant: (clientHash) => `${prefix}registrant:{${clientHash}}`,
    throttle: (bucketHash) => `${prefix}throttle:{${bucketHash}}`,
    probe: (name) => `${prefix}probe:{${name}}`,
  };
}

/** A Lua script: atomic on the server. The header of its file describes input and output. */
export interface Script {
  /** File name without extension; it ends in the number of keys. */
  readonly name: string;
  readonly lua: string;
  /** The SHA-1 by which a server refers to a script that it knows. */
  readonly sha1: string;
}

/**
 * Every script, read when the daemon starts: a file missing from an installation must show at start, not at the first
 * request.
 */
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
