import type { Cell as ProtoCell } from '../../../contract/generated/gatehouse/host/v1/Cell.js';
import { toTimestamp } from '../../../contract/time.js';
import type { Cell } from '../../../admin/model/cell.js';

/** No default: a new kind must not compile before it can be sent. */
export function toCell(cell: Cell): ProtoCell {
  switch (cell.kind) {
    case 'null':
      return { nullValue: true };
    case 'bool':
      return { boolValue: cell.value };
    case 'int64':
      return { int64Value: Number.isSafeInteger(Number(cell.value)) ? Number(cell.value) : String(cell.value) };
    case 'double':
      return { doubleValue: cell.value };
    case 'decimal':
      return { decimalValue: cell.value };
    case 'string':
      return { stringValue: cell.value };
    case 'date':
      return { dateValue: cell.value };
    case 'time':
      return { timeValue: cell.value };
    case 'timestamp':
      return { timestampValue: toTimestamp(cell.value) };
    case 'json':
      return { jsonValue: cell.value };
    case 'bytes':
      return { bytesValue: cell.value };
  }
}
