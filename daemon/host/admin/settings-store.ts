import type { SettingsValues__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SettingsValues';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import type { Column } from '../../admin/model/column.js';
import type { SettingsStore, SettingsValues } from '../../admin/ports/settings-store.js';
import { fromInvalid, fromRefusal, fromCells, versionOf } from '../from-proto/record.js';
import type { Reading } from '../from-proto/cell.js';
import { present } from '../from-proto/checks.js';
import { toAdminCaller, toColumnValues } from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';
import { readForCaller } from './read-for-caller.js';

const getRpc = rpcOf(adminRecordService.GetSettings);
const updateRpc = rpcOf(adminRecordService.UpdateSettings);

export function createSettingsStore(calls: AdminCalls): SettingsStore {
  return {
    get: ({ caller, settings }, columns, call) =>
      readForCaller(
        calls,
        getRpc,
        caller,
        { settings, columns: namesOf(columns) },
        (rpc, { values }) => fromValues(calls.reading(rpc, { settings }, call), 'values', present(values), columns),
        call,
      ),

    update: ({ caller, settings }, values, { expectedVersion, columns }, call) =>
      calls.write(
        updateRpc,
        {
          caller: toAdminCaller(caller),
          settings,
          expectedVersion: expectedVersion ?? '',
          values: toColumnValues(values),
          columns: namesOf(columns),
        },
        (rpc, { updated, conflict, invalid, refused }) => {
          const reading = calls.reading(rpc, { settings }, call);
          if (updated) return { outcome: 'written', values: fromValues(reading, 'updated', updated, columns) } as const;
          if (conflict)
            return { outcome: 'conflict', current: fromValues(reading, 'conflict', conflict, columns) } as const;
          if (invalid) return fromInvalid(invalid);
          return fromRefusal(present(refused));
        },
        call,
      ),
  };
}

function namesOf(columns: readonly Column[]): string[] {
  return columns.map(({ name }) => name);
}

function fromValues(
  reading: Reading,
  at: string,
  { version, cells }: SettingsValues__Output,
  columns: readonly Column[],
): SettingsValues {
  return { ...versionOf(version), cells: fromCells(reading, at, '', cells, columns) };
}
