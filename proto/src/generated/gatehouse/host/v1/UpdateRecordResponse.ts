// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  Record as _gatehouse_host_v1_Record,
  Record__Output as _gatehouse_host_v1_Record__Output,
} from '../../../gatehouse/host/v1/Record.js';
import type {
  RecordNotFound as _gatehouse_host_v1_RecordNotFound,
  RecordNotFound__Output as _gatehouse_host_v1_RecordNotFound__Output,
} from '../../../gatehouse/host/v1/RecordNotFound.js';
import type {
  InvalidFields as _gatehouse_host_v1_InvalidFields,
  InvalidFields__Output as _gatehouse_host_v1_InvalidFields__Output,
} from '../../../gatehouse/host/v1/InvalidFields.js';
import type {
  Refusal as _gatehouse_host_v1_Refusal,
  Refusal__Output as _gatehouse_host_v1_Refusal__Output,
} from '../../../gatehouse/host/v1/Refusal.js';

export interface UpdateRecordResponse {
  updated?: _gatehouse_host_v1_Record | null;
  notFound?: _gatehouse_host_v1_RecordNotFound | null;
  conflict?: _gatehouse_host_v1_Record | null;
  invalid?: _gatehouse_host_v1_InvalidFields | null;
  refused?: _gatehouse_host_v1_Refusal | null;
  outcome?: 'updated' | 'notFound' | 'conflict' | 'invalid' | 'refused';
}

export interface UpdateRecordResponse__Output {
  updated?: _gatehouse_host_v1_Record__Output | null;
  notFound?: _gatehouse_host_v1_RecordNotFound__Output | null;
  conflict?: _gatehouse_host_v1_Record__Output | null;
  invalid?: _gatehouse_host_v1_InvalidFields__Output | null;
  refused?: _gatehouse_host_v1_Refusal__Output | null;
  outcome?: 'updated' | 'notFound' | 'conflict' | 'invalid' | 'refused';
}
