import type { ViewValue__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ViewValue';
import { MAX_VIEW_DEPTH } from '@gatehouse/proto/limits';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import type { ViewValue } from '../../admin/model/record.js';
import type { PartialData } from '../../admin/ports/partial-data.js';
import { checkedAnyCell } from '../from-proto/cell.js';
import { present, violation } from '../from-proto/checks.js';
import { NOT_FOUND } from '../from-proto/record.js';
import { toAdminCaller } from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';

/** The place of a value in the view model: ".Data", then keys and indexes, as templates write them. */
type Path = readonly string[];

/** Passes on everything well-formed, including values that a view model must not hold: the partial rejects those. */
function fromViewValue(rpc: string, value: ViewValue__Output | null | undefined, path: Path = ['.Data']): ViewValue {
  const wrong = (problem: string) => violation(rpc, 'data', `${problem} at ${shown(path)}`);
  if (path.length > MAX_VIEW_DEPTH + 1) throw wrong(`is nested more than ${MAX_VIEW_DEPTH} deep`);
  switch (value?.value) {
    case undefined:
      throw wrong('contains a value without content; send null as a cell with null_value');
    case 'cell': {
      const checked = checkedAnyCell(value.cell);
      if ('problem' in checked) throw wrong(`contains a cell that ${checked.problem}`);
      return checked.cell;
    }
    case 'list': {
      const items = value.list?.items ?? [];
      return { kind: 'list', items: items.map((item, index) => fromViewValue(rpc, item, [...path, String(index)])) };
    }
    case 'map': {
      const entries = new Map<string, ViewValue>();
      for (const entry of value.map?.entries ?? []) {
        const below = [...path, entry.key];
        if (entries.has(entry.key))
          throw violation(rpc, 'data', `contains a map with a duplicate key at ${shown(below)}`);
        entries.set(entry.key, fromViewValue(rpc, entry.value, below));
      }
      return { kind: 'map', entries };
    }
    case 'recordModel':
      if (!value.recordModel) throw wrong('contains a record_model without a name');
      return { kind: 'record', model: value.recordModel };
    case 'trustedHtml':
      return { kind: 'trustedHtml' };
  }
}

function shown(path: Path): string {
  return (path.length > 8 ? [...path.slice(0, 8), '…'] : path).join('.');
}

const partialDataRpc = rpcOf(adminRecordService.GetPartialData);

export function createPartialData(calls: AdminCalls): PartialData {
  return {
    viewModel: ({ caller, controller }, { name, recordId }, call) =>
      calls.read(
        partialDataRpc,
        { caller: toAdminCaller(caller), controller, partial: name, recordId: recordId ?? '' },
        (rpc, { data, notFound }) => {
          if (notFound) return NOT_FOUND;
          return { outcome: 'found', value: fromViewValue(rpc, present(data)) } as const;
        },
        call,
      ),
  };
}
