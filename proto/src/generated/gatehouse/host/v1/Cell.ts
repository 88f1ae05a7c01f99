// Original file: proto/gatehouse/host/v1/admin_cell.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type {
  InvalidValue as _gatehouse_host_v1_InvalidValue,
  InvalidValue__Output as _gatehouse_host_v1_InvalidValue__Output,
} from '../../../gatehouse/host/v1/InvalidValue.js';
import type {
  TruncatedValue as _gatehouse_host_v1_TruncatedValue,
  TruncatedValue__Output as _gatehouse_host_v1_TruncatedValue__Output,
} from '../../../gatehouse/host/v1/TruncatedValue.js';
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
  invalidValue?: _gatehouse_host_v1_InvalidValue | null;
  truncatedValue?: _gatehouse_host_v1_TruncatedValue | null;
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
    | 'bytesValue'
    | 'invalidValue'
    | 'truncatedValue';
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
  invalidValue?: _gatehouse_host_v1_InvalidValue__Output | null;
  truncatedValue?: _gatehouse_host_v1_TruncatedValue__Output | null;
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
    | 'bytesValue'
    | 'invalidValue'
    | 'truncatedValue';
}
