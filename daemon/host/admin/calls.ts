import type { Rpc } from '../../contract/rpc.js';
import type { CallContext } from '../../core/call-context.js';
import { Unavailable } from '../../core/faults.js';
import type { Caller, CallTransport } from '../call.js';
import type { Reading } from '../from-proto/admin/read-cell.js';
import type { InFlight } from '../in-flight.js';
import type { InvalidValues, ReadTarget } from './invalid-values.js';

/** Turns an answer into our own types; throws ContractViolation. `rpc` is its name in violations. */
export type Decode<Response, T> = (rpc: string, response: Response) => T;

/** Calls of the two admin services. Reads are sent once more on UNAVAILABLE, writes never. */
export interface AdminCalls {
  read<Request, Response extends object, T>(
    rpc: Rpc<Request, Response>,
    request: Request,
    decode: Decode<Response, T>,
    call: CallContext,
  ): Promise<T>;
  write<Request, Response extends object, T>(
    rpc: Rpc<Request, Response>,
    request: Request,
    decode: Decode<Response, T>,
    call: CallContext,
  ): Promise<T>;
  /** How an answer with records of the target is read: reports what does not fit its column. */
  reading(rpc: string, target: ReadTarget, call: CallContext): Reading;
}

/** @param isAttached whether the host offers CAPABILITY_ADMIN, as far as is known */
export function createAdminCalls(
  caller: Caller,
  transport: CallTransport,
  inFlight: InFlight,
  invalidValues: InvalidValues,
  isAttached: () => boolean,
): AdminCalls {
  const send =
    (read: boolean): AdminCalls['read'] =>
    async (rpc, request, decode, call) => {
      if (!isAttached()) {
        throw new Unavailable('host', 'the host has not answered Describe yet, or does not offer CAPABILITY_ADMIN');
      }
      return inFlight.run(() =>
        caller.unary(rpc, request, (response) => decode(rpc.name, response), { call, read, transport }),
      );
    };
  return {
    read: send(true),
    write: send(false),
    reading: (rpc, target, call) => ({ rpc, invalid: (value) => invalidValues.found(rpc, target, value, call) }),
  };
}
