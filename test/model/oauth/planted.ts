/**
 * Hosts of test/broken whose faults are visible to clients, users or the application, fastest to find first: name, and
 * the number of random programs within which the model finds it (seed 1).
 *
 * The model cannot detect the faults of the other hosts. A program has no clock, so it cannot detect times in whole
 * seconds, excessive lifetimes, or the age at which clients and rows are swept. It cannot cancel a call, and no
 * transaction fails halfway while the host is alive. The stores of the SDK keep live rows, whatever a sweep asks for.
 * Client ids, hashes and lineage ids are never nearly equal. Grant contexts, the order of a stream and abort reasons
 * reach no client. check-host and test/conformance cover these.
 */
export const VISIBLE: readonly { readonly name: string; readonly within: number }[] = [
  { name: 'access tokens remain valid after their lineage is revoked', within: 25 },
  { name: 'a sweep forgets revocations', within: 25 },
  { name: 'clients are counted before they are created', within: 50 },
  { name: 'spent codes and refresh tokens are not recorded as spent', within: 25 },
  { name: 'a revocation does not affect a concurrent rotation', within: 400 },
  { name: 'spent rows are not found', within: 50 },
  { name: 'spends are read first and written afterwards', within: 400 },
];

/** As many as `make test` has time for. `make model` runs all of them. */
export const FAST = VISIBLE.slice(0, 4);
