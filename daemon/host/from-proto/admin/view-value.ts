import type { ViewValue__Output } from '../../../contract/generated/gatehouse/host/v1/ViewValue.js';
import type { ViewValue } from '../../../admin/model/view-value.js';
import { requiredText, violation } from '../checks.js';
import { checkedAnyCell } from './cell.js';

const MAX_DEPTH = 32;

/** Passes everything on that is well-formed, also what a view model must not hold: refusing it is for the partial. */
export function fromViewValue(rpc: string, value: ViewValue__Output | null | undefined, depth = 0): ViewValue {
  if (depth > MAX_DEPTH) throw violation(rpc, 'data', `is nested more than ${MAX_DEPTH} deep`);
  switch (value?.value) {
    case undefined:
      throw violation(rpc, 'data', 'holds a value that is none; null is a cell with null_value');
    case 'cell': {
      const checked = checkedAnyCell(value.cell);
      if ('problem' in checked) throw violation(rpc, 'data', `holds a cell that ${checked.problem}`);
      return checked.cell;
    }
    case 'list':
      return { kind: 'list', items: (value.list?.items ?? []).map((item) => fromViewValue(rpc, item, depth + 1)) };
    case 'map': {
      const entries = new Map<string, ViewValue>();
      for (const entry of value.map?.entries ?? []) {
        if (entries.has(entry.key)) throw violation(rpc, 'data', 'holds a map with a key twice');
        entries.set(entry.key, fromViewValue(rpc, entry.value, depth + 1));
      }
      return { kind: 'map', entries };
    }
    case 'recordModel':
      return { kind: 'record', model: requiredText(rpc, 'data.record_model', value.recordModel ?? '') };
    case 'trustedHtml':
      return { kind: 'trustedHtml' };
  }
}
