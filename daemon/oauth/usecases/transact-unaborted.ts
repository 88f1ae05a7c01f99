import { ContractViolation } from '../../core/faults.js';
import type { CallContext } from '../../core/runtime.js';
import type { Backend, Operation, Results } from '../ports/backend.js';

/** Runs operations that never abort (reads, sweeps, revocations) and returns their results; an abort is the host's fault. */
export async function transactUnaborted<const T extends readonly Operation[]>(
  backend: Backend,
  operations: T,
  call: CallContext,
): Promise<{ readonly [I in keyof T]: Results[T[I]['kind']] }> {
  const outcome = await backend.transact(operations, call);
  if (outcome.committed) return outcome.results;
  throw new ContractViolation(
    'BackendService.Transact',
    `operation ${String(outcome.operationIndex)} was aborted with ${outcome.reason}, which the contract does not allow`,
  );
}
