import type { Rpc } from '@gatehouse/proto/rpc';
import { Unavailable } from '../../core/faults.js';
import type { CallContext } from '../../core/runtime.js';
import type { Caller, CallLimit, CallTransport } from '../channel/call.js';
import type { Reading } from '../from-proto/cell.js';
import { checkAnswer } from '../from-proto/checks.js';
import type { InvalidValues, ReadTarget } from './invalid-values.js';

/** Converts an answer that obeys the rules of its fields into our own types; throws ContractViolation. `rpc` is its name in violations. */
export type Decode<Response, T> = (rpc: string, response: Response) => T;

/** Calls of the admin services. Retries a read once on UNAVAILABLE, and never a write. */
export interface AdminCalls {
  read<Request, Response extends object, T>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request>,
    decode: Decode<Response, T>,
    call: CallContext,
  ): Promise<T>;
  /** @param timeoutMs of a call that may take longer than others; such calls do not use the stream */
  write<Request, Response extends object, T>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request>,
    decode: Decode<Response, T>,
    call: CallContext,
    timeoutMs?: number,
  ): Promise<T>;
  /** How to read an answer with records of the target: reports values that do not fit their column. */
  reading(rpc: string, target: ReadTarget, call: CallContext): Reading;
}

/** @param isAttached whether the host offers CAPABILITY_ADMIN, as far as known */
export function createAdminCalls(
  caller: Caller,
  transport: CallTransport,
  callLimit: CallLimit,
  invalidValues: InvalidValues,
  isAttached: () => boolean,
): AdminCalls {
  const send =
    (read: boolean): AdminCalls['write'] =>
    async (rpc, request, decode, call, timeoutMs) => {
      if (!isAttached()) {
        throw new Unavailable('host', 'the host has not answered Describe yet, or does not offer CAPABILITY_ADMIN');
      }
      return callLimit.run(() =>
        caller.unary(
          rpc,
          request,
          (response) => {
            checkAnswer(rpc, response);
            return decode(rpc.name, response);
          },
          { call, read, ...(timeoutMs === undefined ? { transport } : { timeoutMs }) },
        ),
      );
    };
  return {
    read: send(true),
    write: send(false),
    reading: (rpc, target, call) => ({ rpc, invalid: (value) => invalidValues.found(rpc, target, value, call) }),
  };
}
