// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  RecordNotFound as _gatehouse_host_v1_RecordNotFound,
  RecordNotFound__Output as _gatehouse_host_v1_RecordNotFound__Output,
} from '../../../gatehouse/host/v1/RecordNotFound.js';
import type {
  Refusal as _gatehouse_host_v1_Refusal,
  Refusal__Output as _gatehouse_host_v1_Refusal__Output,
} from '../../../gatehouse/host/v1/Refusal.js';

export interface UnchangedRecord {
  id?: string;
  label?: string;
  notFound?: _gatehouse_host_v1_RecordNotFound | null;
  refused?: _gatehouse_host_v1_Refusal | null;
  failed?: boolean;
  reason?: 'notFound' | 'refused' | 'failed';
}

export interface UnchangedRecord__Output {
  id: string;
  label: string;
  notFound?: _gatehouse_host_v1_RecordNotFound__Output | null;
  refused?: _gatehouse_host_v1_Refusal__Output | null;
  failed?: boolean;
  reason?: 'notFound' | 'refused' | 'failed';
}
