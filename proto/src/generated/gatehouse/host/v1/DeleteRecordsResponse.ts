// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  RecordNotFound as _gatehouse_host_v1_RecordNotFound,
  RecordNotFound__Output as _gatehouse_host_v1_RecordNotFound__Output,
} from '../../../gatehouse/host/v1/RecordNotFound.js';
import type {
  Refusal as _gatehouse_host_v1_Refusal,
  Refusal__Output as _gatehouse_host_v1_Refusal__Output,
} from '../../../gatehouse/host/v1/Refusal.js';

export interface DeleteRecordsResponse {
  deleted?: boolean;
  notFound?: _gatehouse_host_v1_RecordNotFound | null;
  refused?: _gatehouse_host_v1_Refusal | null;
  outcome?: 'deleted' | 'notFound' | 'refused';
}

export interface DeleteRecordsResponse__Output {
  deleted?: boolean;
  notFound?: _gatehouse_host_v1_RecordNotFound__Output | null;
  refused?: _gatehouse_host_v1_Refusal__Output | null;
  outcome?: 'deleted' | 'notFound' | 'refused';
}
