// Original file: proto/gatehouse/host/v1/admin_cell.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

export interface Cell {
  nullValue?: boolean;
  boolValue?: boolean;
  int64Value?: number | string | Long;
  doubleValue?: number | string;
  decimalValue?: string;
  stringValue?: string;
  dateValue?: string;
  timeValue?: string;
  timestampValue?: _google_protobuf_Timestamp | null;
  jsonValue?: string;
  bytesValue?: Buffer | Uint8Array | string;
  value?:
    | 'nullValue'
    | 'boolValue'
    | 'int64Value'
    | 'doubleValue'
    | 'decimalValue'
    | 'stringValue'
    | 'dateValue'
    | 'timeValue'
    | 'timestampValue'
    | 'jsonValue'
    | 'bytesValue';
}

export interface Cell__Output {
  nullValue?: boolean;
  boolValue?: boolean;
  int64Value?: string;
  doubleValue?: number;
  decimalValue?: string;
  stringValue?: string;
  dateValue?: string;
  timeValue?: string;
  timestampValue?: _google_protobuf_Timestamp__Output | null;
  jsonValue?: string;
  bytesValue?: Buffer;
  value?:
    | 'nullValue'
    | 'boolValue'
    | 'int64Value'
    | 'doubleValue'
    | 'decimalValue'
    | 'stringValue'
    | 'dateValue'
    | 'timeValue'
    | 'timestampValue'
    | 'jsonValue'
    | 'bytesValue';
}
