// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  Record as _gatehouse_host_v1_Record,
  Record__Output as _gatehouse_host_v1_Record__Output,
} from '../../../gatehouse/host/v1/Record.js';
import type {
  InvalidFields as _gatehouse_host_v1_InvalidFields,
  InvalidFields__Output as _gatehouse_host_v1_InvalidFields__Output,
} from '../../../gatehouse/host/v1/InvalidFields.js';
import type {
  Refusal as _gatehouse_host_v1_Refusal,
  Refusal__Output as _gatehouse_host_v1_Refusal__Output,
} from '../../../gatehouse/host/v1/Refusal.js';

export interface CreateRecordResponse {
  created?: _gatehouse_host_v1_Record | null;
  invalid?: _gatehouse_host_v1_InvalidFields | null;
  refused?: _gatehouse_host_v1_Refusal | null;
  outcome?: 'created' | 'invalid' | 'refused';
}

export interface CreateRecordResponse__Output {
  created?: _gatehouse_host_v1_Record__Output | null;
  invalid?: _gatehouse_host_v1_InvalidFields__Output | null;
  refused?: _gatehouse_host_v1_Refusal__Output | null;
  outcome?: 'created' | 'invalid' | 'refused';
}
