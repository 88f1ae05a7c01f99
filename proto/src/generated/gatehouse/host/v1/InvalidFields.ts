// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  InvalidField as _gatehouse_host_v1_InvalidField,
  InvalidField__Output as _gatehouse_host_v1_InvalidField__Output,
} from '../../../gatehouse/host/v1/InvalidField.js';

export interface InvalidFields {
  fields?: _gatehouse_host_v1_InvalidField[];
}

export interface InvalidFields__Output {
  fields: _gatehouse_host_v1_InvalidField__Output[];
}
