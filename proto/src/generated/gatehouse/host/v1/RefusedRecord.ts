// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  InvalidFields as _gatehouse_host_v1_InvalidFields,
  InvalidFields__Output as _gatehouse_host_v1_InvalidFields__Output,
} from '../../../gatehouse/host/v1/InvalidFields.js';
import type {
  Refusal as _gatehouse_host_v1_Refusal,
  Refusal__Output as _gatehouse_host_v1_Refusal__Output,
} from '../../../gatehouse/host/v1/Refusal.js';
import type {
  RecordNotFound as _gatehouse_host_v1_RecordNotFound,
  RecordNotFound__Output as _gatehouse_host_v1_RecordNotFound__Output,
} from '../../../gatehouse/host/v1/RecordNotFound.js';

export interface RefusedRecord {
  index?: number;
  invalid?: _gatehouse_host_v1_InvalidFields | null;
  refused?: _gatehouse_host_v1_Refusal | null;
  notFound?: _gatehouse_host_v1_RecordNotFound | null;
  changed?: boolean;
  reason?: 'invalid' | 'refused' | 'notFound' | 'changed';
}

export interface RefusedRecord__Output {
  index: number;
  invalid?: _gatehouse_host_v1_InvalidFields__Output | null;
  refused?: _gatehouse_host_v1_Refusal__Output | null;
  notFound?: _gatehouse_host_v1_RecordNotFound__Output | null;
  changed?: boolean;
  reason?: 'invalid' | 'refused' | 'notFound' | 'changed';
}
