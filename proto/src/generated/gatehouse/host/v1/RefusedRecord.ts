// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  InvalidFields as _gatehouse_host_v1_InvalidFields,
  InvalidFields__Output as _gatehouse_host_v1_InvalidFields__Output,
} from '../../../gatehouse/host/v1/InvalidFields.js';
import type {
  Refusal as _gatehouse_host_v1_Refusal,
  Refusal__Output as _gatehouse_host_v1_Refusal__Output,
} from '../../../gatehouse/host/v1/Refusal.js';

export interface RefusedRecord {
  index?: number;
  invalid?: _gatehouse_host_v1_InvalidFields | null;
  refused?: _gatehouse_host_v1_Refusal | null;
  reason?: 'invalid' | 'refused';
}

export interface RefusedRecord__Output {
  index: number;
  invalid?: _gatehouse_host_v1_InvalidFields__Output | null;
  refused?: _gatehouse_host_v1_Refusal__Output | null;
  reason?: 'invalid' | 'refused';
}
