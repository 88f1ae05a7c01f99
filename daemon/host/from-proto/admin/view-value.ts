import type { ViewValue__Output } from '../../../contract/generated/gatehouse/host/v1/ViewValue.js';
import type { ViewValue } from '../../../admin/model/view-value.js';
import { requiredText, violation } from '../checks.js';
import { checkedAnyCell } from './cell.js';

const MAX_DEPTH = 32;

/** Where in the view model a value is: ".Data", then keys and indexes, as templates write them. */
type Path = readonly string[];

/** Passes everything on that is well-formed, also what a view model must not hold: refusing it is for the partial. */
export function fromViewValue(
  rpc: string,
  value: ViewValue__Output | null | undefined,
  path: Path = ['.Data'],
): ViewValue {
  const wrong = (problem: string) => violation(rpc, 'data', `${problem} at ${shown(path)}`);
  if (path.length > MAX_DEPTH + 1) throw wrong(`is nested more than ${MAX_DEPTH} deep`);
  switch (value?.value) {
    case undefined:
      throw wrong('holds a value that is none; null is a cell with null_value');
    case 'cell': {
      const checked = checkedAnyCell(value.cell);
      if ('problem' in checked) throw wrong(`holds a cell that ${checked.problem}`);
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
        if (entries.has(entry.key)) throw violation(rpc, 'data', `holds a map with a key twice at ${shown(below)}`);
        entries.set(entry.key, fromViewValue(rpc, entry.value, below));
      }
      return { kind: 'map', entries };
    }
    case 'recordModel':
      return {
        kind: 'record',
        model: requiredText(rpc, `data.record_model at ${shown(path)}`, value.recordModel ?? ''),
      };
    case 'trustedHtml':
      return { kind: 'trustedHtml' };
  }
}

function shown(path: Path): string {
  return (path.length > 8 ? [...path.slice(0, 8), '…'] : path).join('.');
}
