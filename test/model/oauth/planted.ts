/**
 * Hosts of test/broken whose fault shows in what clients, users and the application see, the fastest to find first: name,
 * and the number of random programs within which it is found (seed 1).
 *
 * The faults of the others cannot show here. A program has no clock: times in whole seconds, lives that are too long and the
 * age at which clients and rows are swept need one. It cannot cancel a call, and no transaction fails halfway while the host
 * lives. Client ids, hashes and ids of lineages are never nearly equal. Grant contexts, the order of a stream and reasons of
 * an abort reach no client. check-host and test/conformance hold the hosts to these.
 */
export const VISIBLE: readonly { readonly name: string; readonly within: number }[] = [
  { name: 'a sweep removes rows that are still live', within: 25 },
  { name: 'access tokens live on when their lineage is revoked', within: 25 },
  { name: 'a sweep forgets what was revoked', within: 25 },
  { name: 'clients are counted before they are created', within: 50 },
  { name: 'nothing remembers that a code or a refresh token was spent', within: 25 },
  { name: 'a revocation does not hold against a rotation at the same time', within: 400 },
  { name: 'spent rows are not found', within: 50 },
  { name: 'spends are read first and written then', within: 400 },
];

/** As many as `make test` has time for; `make model` runs them all. */
export const FAST = VISIBLE.slice(0, 4);
