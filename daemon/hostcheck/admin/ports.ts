import type { Ports } from '../../admin/ports/ports.js';
import type { CallContext } from '../../core/call-context.js';
import { ContractViolation } from '../../core/faults.js';
import { randomToken } from '../../core/random.js';
import { createActions } from '../../host/admin/actions.js';
import type { AdminCalls } from '../../host/admin/calls.js';
import { createDirectory } from '../../host/admin/directory.js';
import { createOptionSource } from '../../host/admin/option-source.js';
import { createPartialData } from '../../host/admin/partial-data.js';
import { createRecordStore } from '../../host/admin/record-store.js';
import { createRelationStore } from '../../host/admin/relation-store.js';
import { createSettingsStore } from '../../host/admin/settings-store.js';
import { CheckFailure } from '../failure.js';
import type { AdminTransport } from './transport.js';

/**
 * The admin services as the checks use them: through the daemon's own ports, so that every answer is read exactly as the
 * daemon reads it. What it would count as a contract violation is a CheckFailure.
 */
export function adminPorts(transport: AdminTransport): Ports {
  const send: AdminCalls['read'] = async (rpc, request, decode) => {
    const answer = await transport.call(rpc, request);
    try {
      return decode(rpc.name, answer);
    } catch (error) {
      if (!(error instanceof ContractViolation)) throw error;
      throw new CheckFailure(`an answer of ${rpc.name} as the contract has it`, error.message, ADVICE);
    }
  };
  const calls: AdminCalls = {
    read: send,
    write: send,
    reading: (rpc) => ({
      rpc,
      invalid({ record, column, problem, declared }) {
        // A value that the host itself reports as invalid is one of its database, and no fault of the host.
        if (!declared) throw new ContractViolation(rpc, `the cell of ${column} of record ${record} ${problem}`);
      },
    }),
  };
  return {
    directory: createDirectory(calls),
    records: createRecordStore(calls),
    relations: createRelationStore(calls),
    options: createOptionSource(calls),
    settings: createSettingsStore(calls),
    actions: createActions(calls),
    partialData: createPartialData(calls),
  };
}

const ADVICE = 'The daemon answers 500 to this. See the comment on the field in the .proto file.';

/** The ports want one; the connection makes its own request ids. */
export const CALL: CallContext = { requestId: `check-host-${randomToken(8)}` };
